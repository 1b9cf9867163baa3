/** The values of the form of an alert rule: as texts, and as sent. */

import { type AlertRule, type AlertRuleFields, alertFormFields } from '../../../shared/api/alerts.ts';
import { type AlertForm, type AlertFormField, hasAddress, hasThreshold } from '../../../shared/rules/alert-form.ts';
import {
  type AlertChannel,
  alertChannels,
  alertSchedules,
  describeAlertCondition,
} from '../../../shared/rules/alerts.ts';
import { changedTexts } from '../../lib/seen-version.ts';

const newRule = {
  name: '',
  viewId: '',
  condition: 'every',
  least: 10,
  period: 'hour',
  address: '',
  schedule: 'now',
  quietFrom: '',
  quietTo: '',
};

/** `rule` is null for a new rule, which gets the first channel. */
export function textsOf(rule: AlertRule | null, [channel = 'atom']: readonly AlertChannel[]): AlertForm {
  const fields = rule ?? { ...newRule, channel };
  return Object.fromEntries(alertFormFields.map((name) => [name, String(fields[name])])) as AlertForm;
}

type Choices = Pick<AlertRuleFields, 'condition' | 'channel' | 'period' | 'schedule'>;

/** Requires texts without errors. The options of the selects are names of shared/rules/alerts.ts. */
export function fieldsOf(texts: AlertForm): AlertRuleFields {
  const { name, viewId, least, address, ...choices } = texts as AlertForm & Choices;
  return {
    ...choices,
    name: name.trim(),
    viewId: Number(viewId),
    least: hasThreshold(choices.condition) ? Number(least) : 1,
    address: hasAddress(choices.channel) ? address.trim() : '',
  };
}

/** Fields that are only meaningful together. */
const groups: readonly (readonly AlertFormField[])[] = [
  ['condition', 'least', 'period'],
  ['channel', 'address'],
  ['quietFrom', 'quietTo'],
];

export const describeRule = (rule: AlertRule) => ({
  Название: rule.name,
  Фильтр: rule.view,
  Условие: describeAlertCondition(rule),
  Канал: alertChannels[rule.channel],
  Адрес: rule.address,
  Расписание: alertSchedules[rule.schedule],
  'Тихие часы': rule.quietFrom && `${rule.quietFrom}–${rule.quietTo}`,
  Приостановлено: rule.paused ? 'да' : 'нет',
});

/** The entered texts that a change sends. */
export function changeOf(form: HTMLFormElement, opened: AlertForm, entered: AlertForm): Partial<AlertRuleFields> {
  const fields = fieldsOf(entered);
  const names = Object.keys(changedTexts(form, opened, entered, groups)) as AlertFormField[];
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}

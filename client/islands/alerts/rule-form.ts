/** Converts a rule to the texts of its form and back. */
import type { AlertRule, AlertRuleFields } from '../../../shared/api/alerts.ts';
import { type AlertForm, alertFormFields, hasAddress, hasThreshold } from '../../../shared/rules/alert-form.ts';
import type { AlertChannel, AlertCondition, AlertPeriod, AlertSchedule } from '../../../shared/rules/alerts.ts';

/** `rule` is null for a new one, which uses the first channel. */
export function textsOf(rule: AlertRule | null, [channel = 'atom']: readonly AlertChannel[]): AlertForm {
  const { name, viewId, condition, least, period, address, schedule, quietFrom, quietTo } = rule ?? newRule;
  return {
    name,
    viewId: viewId === null ? '' : String(viewId),
    condition,
    least: String(least),
    period,
    channel: rule?.channel ?? channel,
    address,
    schedule,
    quietFrom,
    quietTo,
  };
}

const newRule = {
  name: '',
  viewId: null,
  condition: 'every',
  least: 10,
  period: 'hour',
  address: '',
  schedule: 'now',
  quietFrom: '',
  quietTo: '',
} as const;

/** Requires texts without errors. The options of the selects are names of shared/rules/alerts.ts. */
export function fieldsOf(texts: AlertForm): AlertRuleFields {
  const condition = texts.condition as AlertCondition;
  const channel = texts.channel as AlertChannel;
  return {
    name: texts.name.trim(),
    viewId: Number(texts.viewId),
    condition,
    least: hasThreshold(condition) ? Number(texts.least) : 1,
    period: texts.period as AlertPeriod,
    channel,
    address: hasAddress(channel) ? texts.address.trim() : '',
    schedule: texts.schedule as AlertSchedule,
    quietFrom: texts.quietFrom,
    quietTo: texts.quietTo,
  };
}

export function readForm(form: HTMLFormElement): AlertForm {
  const data = new FormData(form);
  return Object.fromEntries(alertFormFields.map((name) => [name, String(data.get(name) ?? '')])) as AlertForm;
}

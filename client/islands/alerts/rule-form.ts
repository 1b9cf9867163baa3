/** Converts a rule to the texts of its form and back. */
import type { AlertRule, AlertRuleFields } from '../../../shared/api/alerts.ts';
import { type AlertForm, alertFormFields, hasAddress, hasThreshold } from '../../../shared/rules/alert-form.ts';
import type { AlertChannel } from '../../../shared/rules/alerts.ts';

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

/** `rule` is null for a new one, which uses the first channel. */
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

/** Texts of the journal about rules of alerts. None has an address: that of a chat lets everyone write there. */
import { alertChannels, alertSchedules, describeAlertCondition } from '../../../../shared/rules/alerts.ts';
import { clientOf } from '../account.ts';
import type { AlertRule } from '../alerts/rule.ts';

const conditionOf = (rule: AlertRule): string => describeAlertCondition(rule).toLocaleLowerCase('ru-RU');

export function describeRule(rule: AlertRule): string {
  const parts = [`фильтр «${rule.view.name}»`, conditionOf(rule), alertChannels[rule.channel]];
  const clientId = clientOf(rule.account);
  if (clientId !== null) parts.push(`клиент ${clientId}`);
  return `Правило «${rule.name}» (${parts.join(', ')})`;
}

/** Null when nothing has changed. */
export function describeRuleChange(before: AlertRule, after: AlertRule): string | null {
  const isQuiet = ({ quiet }: AlertRule) => `${quiet?.from}-${quiet?.to}`;
  const parts = [
    after.name !== before.name && `название «${after.name}»`,
    after.viewId !== before.viewId && `фильтр «${after.view.name}»`,
    conditionOf(after) !== conditionOf(before) && conditionOf(after),
    after.channel !== before.channel && `канал ${alertChannels[after.channel]}`,
    after.address !== before.address && 'адрес',
    after.schedule !== before.schedule && alertSchedules[after.schedule].toLocaleLowerCase('ru-RU'),
    isQuiet(after) !== isQuiet(before) && 'тихие часы',
  ].filter((part) => part !== false);
  return parts.length === 0 ? null : `${describeRule(before)}: ${parts.join(', ')}`;
}

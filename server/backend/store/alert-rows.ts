/** Rows of rules and deliveries, as both engines read and write them. */

import type { AlertRule, Finding, SavedRuleFields } from '../rules/alerts/rule.ts';
import { countOfFindings } from '../rules/alerts/rule.ts';
import type { Delivery } from './alerts-store.ts';
import type { Db } from './port.ts';

/** The columns that a person's input fills. */
export const ruleColumns = [
  'name',
  'view_id',
  'condition',
  'least',
  'period',
  'channel',
  'address',
  'secret',
  'schedule',
  'quiet_from',
  'quiet_to',
] as const;

/** In the order of `ruleColumns`. */
export const ruleValues = (fields: SavedRuleFields): (string | number | null)[] => [
  fields.name,
  fields.viewId,
  fields.condition,
  fields.least,
  fields.period,
  fields.channel,
  fields.address,
  fields.secret,
  fields.schedule,
  fields.quiet?.from ?? null,
  fields.quiet?.to ?? null,
];

export type RuleRecord = Omit<AlertRule, 'quiet' | 'view'> & {
  quietFrom: number | null;
  quietTo: number | null;
  viewName: string;
  viewQuery: string;
};

export const toRule = ({ quietFrom, quietTo, viewName, viewQuery, ...rule }: RuleRecord): AlertRule => ({
  ...rule,
  quiet: quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo },
  view: { name: viewName, query: viewQuery },
});

/** Whether the changed rule finds other posts than before. */
export const findsOther = (before: SavedRuleFields, after: SavedRuleFields): boolean =>
  before.viewId !== after.viewId ||
  before.condition !== after.condition ||
  before.least !== after.least ||
  before.period !== after.period;

export type DeliveryRecord = Omit<Delivery, 'findings' | 'count' | 'composed'> & {
  findings: string;
  composed: number | boolean;
};

/** The query of `AlertsStore.due`. The arguments are the engine's name of the ID, and its parameters. */
export const dueSql = (deliveryId: string, now: string, limit: string): string => `
  SELECT delivery_id AS ${deliveryId}, kind, account, channel, address FROM (
    SELECT delivery_id, kind, d.account, d.channel, address, due_at, row_number() OVER (
      PARTITION BY d.account, d.channel, address ORDER BY due_at, delivery_id) AS place
    FROM deliveries d JOIN alert_rules rule USING (rule_id)
    WHERE state = 'waiting' AND due_at <= ${now}) due
  WHERE place <= ${limit}
  ORDER BY row_number() OVER (PARTITION BY account ORDER BY place, due_at, delivery_id), due_at, delivery_id`;

export function toDelivery<Fields extends DeliveryRecord>(
  record: Fields,
): Omit<Fields, 'findings' | 'composed'> & Delivery {
  const findings = JSON.parse(record.findings) as Finding[];
  return { ...record, findings, count: countOfFindings(findings), composed: Boolean(record.composed) };
}

const selectRules = `
  SELECT rule_id, rule.account, rule.view_id, rule.name, condition, least, period, channel, address, secret, schedule,
    quiet_from, quiet_to, paused, rule.created_at, evaluated, fired, fired_hour, views.name AS view_name,
    views.query AS view_query
  FROM alert_rules rule JOIN views USING (view_id)`;

/** `condition` is SQL on `rule`, with an order. */
export const readRules = async (db: Db, condition: string, ...values: unknown[]): Promise<AlertRule[]> =>
  (await db.rows<RuleRecord>(`${selectRules} WHERE ${condition}`, ...values)).map(toRule);

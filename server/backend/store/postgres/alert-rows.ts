/** Rows of rules and deliveries, and their columns. */
import { countOfFindings } from '../../alerts/join-findings.ts';
import type { AlertRule, Delivery, Finding, SavedRuleFields } from '../alerts-store.ts';
import type { Db } from './database.ts';

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
export const ruleValues = (fields: SavedRuleFields): unknown[] => [
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

const selectRules = `
  SELECT rule_id, rule.account, rule.view_id, rule.name, condition, least, period, channel, address, secret, schedule,
    quiet_from, quiet_to, paused, rule.created_at, evaluated, fired, fired_hour, views.name AS view_name,
    views.query AS view_query
  FROM alert_rules rule JOIN views USING (view_id)`;

type RuleRecord = Omit<AlertRule, 'quiet' | 'view'> & {
  quietFrom: number | null;
  quietTo: number | null;
  viewName: string;
  viewQuery: string;
};

const toRule = ({ quietFrom, quietTo, viewName, viewQuery, ...rule }: RuleRecord): AlertRule => ({
  ...rule,
  quiet: quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo },
  view: { name: viewName, query: viewQuery },
});

/** `condition` is SQL on `rule`, with an order. */
export const readRules = async (db: Db, condition: string, ...values: unknown[]): Promise<AlertRule[]> =>
  (await db.rows<RuleRecord>(`${selectRules} WHERE ${condition}`, ...values)).map(toRule);

/** Null when the rule was deleted meanwhile. Locks it. */
export const findRule = async (db: Db, ruleId: number): Promise<AlertRule | null> =>
  (await readRules(db, 'rule_id = $1 FOR UPDATE OF rule', ruleId))[0] ?? null;

export const deliveryColumns = `delivery_id, key, kind, rule_id, rule_name, query, account, channel, findings, state, tries,
  created_at, due_at, ended_at, error`;

export type DeliveryRecord = Omit<Delivery, 'findings' | 'count'> & { findings: string };

export function toDelivery<Fields extends DeliveryRecord>(record: Fields): Omit<Fields, 'findings'> & Delivery {
  const findings = JSON.parse(record.findings) as Finding[];
  return { ...record, findings, count: countOfFindings(findings) };
}

/** Rows of rules and deliveries, and their columns. */
import type { SQLInputValue } from 'node:sqlite';
import { countOfFindings } from '../../alerts/join-findings.ts';
import type { AlertRule, Delivery, Finding, SavedRuleFields } from '../alerts-store.ts';

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
export const ruleValues = (fields: SavedRuleFields): SQLInputValue[] => [
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

export const selectRules = `
  SELECT rule_id AS ruleId, rule.account, rule.view_id AS viewId, rule.name, condition, least, period, channel, address,
    secret, schedule, quiet_from AS quietFrom, quiet_to AS quietTo, paused, rule.created_at AS createdAt, evaluated, fired,
    fired_hour AS firedHour, views.name AS viewName, views.query AS viewQuery
  FROM alert_rules rule JOIN views USING (view_id)`;

export type RuleRecord = Omit<AlertRule, 'quiet' | 'paused' | 'view'> & {
  quietFrom: number | null;
  quietTo: number | null;
  paused: number;
  viewName: string;
  viewQuery: string;
};

export const toRule = ({ quietFrom, quietTo, paused, viewName, viewQuery, ...rule }: RuleRecord): AlertRule => ({
  ...rule,
  quiet: quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo },
  paused: paused === 1,
  view: { name: viewName, query: viewQuery },
});

export const deliveryColumns = `delivery_id AS deliveryId, key, kind, rule_id AS ruleId, rule_name AS ruleName, query, account, channel,
  findings, state, tries, created_at AS createdAt, due_at AS dueAt, ended_at AS endedAt, error`;

export type DeliveryRecord = Omit<Delivery, 'findings' | 'count'> & { findings: string };

export function toDelivery(record: DeliveryRecord): Delivery {
  const findings = JSON.parse(record.findings) as Finding[];
  return { ...record, findings, count: countOfFindings(findings) };
}

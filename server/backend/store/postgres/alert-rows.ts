/** Reads rules in PostgreSQL, and the columns of deliveries. */

import type { AlertRule } from '../../rules/alerts/rule.ts';
import { type RuleRecord, toRule } from '../alert-rows.ts';
import type { Db } from '../port.ts';

const selectRules = `
  SELECT rule_id, rule.account, rule.view_id, rule.name, condition, least, period, channel, address, secret, schedule,
    quiet_from, quiet_to, paused, rule.created_at, evaluated, fired, fired_hour, views.name AS view_name,
    views.query AS view_query
  FROM alert_rules rule JOIN views USING (view_id)`;

/** `condition` is SQL on `rule`, with an order. */
export const readRules = async (db: Db, condition: string, ...values: unknown[]): Promise<AlertRule[]> =>
  (await db.rows<RuleRecord>(`${selectRules} WHERE ${condition}`, ...values)).map(toRule);

/** Null when the rule was deleted meanwhile. Locks it. */
export const findRule = async (db: Db, ruleId: number): Promise<AlertRule | null> =>
  (await readRules(db, 'rule_id = $1 FOR UPDATE OF rule', ruleId))[0] ?? null;

export const deliveryColumns = `delivery_id, key, kind, rule_id, rule_name, query, account, channel, findings, state,
  content IS NOT NULL AS composed, tries,  created_at, due_at, ended_at, error`;

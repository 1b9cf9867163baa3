/** Reads rules in PostgreSQL, and the columns of deliveries. */

import type { AlertRule } from '../../rules/alerts/rule.ts';
import { readRules } from '../alert-rows.ts';
import type { Db } from '../port.ts';

/** Null when the rule was deleted meanwhile. Locks it. */
export const findRule = async (db: Db, ruleId: number): Promise<AlertRule | null> =>
  (await readRules(db, 'rule_id = $1 FOR UPDATE OF rule', ruleId))[0] ?? null;

export const deliveryColumns = `delivery_id, key, kind, rule_id, rule_name, query, account, channel, findings, state,
  content IS NOT NULL AS composed, tries,  created_at, due_at, ended_at, error`;

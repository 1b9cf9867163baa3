/** The columns of rules and deliveries in SQLite. */

import type { AlertRule } from '../../rules/alerts/rule.ts';
import { type RuleRecord, toRule } from '../alert-rows.ts';

export const selectRules = `
  SELECT rule_id AS ruleId, rule.account, rule.view_id AS viewId, rule.name, condition, least, period, channel, address,
    secret, schedule, quiet_from AS quietFrom, quiet_to AS quietTo, paused, rule.created_at AS createdAt, evaluated, fired,
    fired_hour AS firedHour, views.name AS viewName, views.query AS viewQuery
  FROM alert_rules rule JOIN views USING (view_id)`;

export type StoredRule = Omit<RuleRecord, 'paused'> & { paused: number };

export const readRule = ({ paused, ...rule }: StoredRule): AlertRule => toRule({ ...rule, paused: paused === 1 });

export const deliveryColumns = `delivery_id AS deliveryId, key, kind, rule_id AS ruleId, rule_name AS ruleName, query, account, channel,
  findings, state, content IS NOT NULL AS composed, tries, created_at AS createdAt, due_at AS dueAt, ended_at AS endedAt, error`;

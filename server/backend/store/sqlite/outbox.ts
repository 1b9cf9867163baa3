/** Adds messages of alerts to the outbox. The methods run inside the caller's transaction. */
import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { joinFindings } from '../../alerts/join-findings.ts';
import type { AlertRule, DeliveryKind, Finding, RuleProgress } from '../alerts-store.ts';
import { ruleColumns, ruleValues } from './alert-rows.ts';

type Found = { finding: Finding; dueAt: number };

export function createOutbox(db: DatabaseSync) {
  const progressed = db.prepare(`
    UPDATE alert_rules SET evaluated = ?, fired = ?, fired_hour = ?
    WHERE rule_id = ? AND paused = 0 AND (evaluated, fired, fired_hour) = (?, ?, ?)
      AND (${ruleColumns.join(', ')}) IS (${ruleColumns.map(() => '?').join(', ')})`);
  const untried = db.prepare(`
    SELECT delivery_id AS deliveryId, findings FROM deliveries
    WHERE rule_id = ? AND state = 'waiting' AND tries = 0 AND kind = ? LIMIT 1`);
  const extend = db.prepare('UPDATE deliveries SET findings = ?, due_at = min(due_at, ?) WHERE delivery_id = ?');
  const insert = db.prepare(`
    INSERT INTO deliveries (key, kind, rule_id, rule_name, query, account, channel, findings, state, created_at, due_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'waiting', ?, ?) RETURNING delivery_id AS deliveryId`);

  const findUntried = ({ ruleId }: AlertRule, kind: DeliveryKind) =>
    untried.get(ruleId, kind) as { deliveryId: number; findings: string } | undefined;

  function add(rule: AlertRule, kind: DeliveryKind, findings: readonly Finding[], now: number, dueAt: number): number {
    const { ruleId, name, view, account, channel } = rule;
    const owner = [ruleId, name, view.query, account, channel];
    const values = [randomUUID(), kind, ...owner, JSON.stringify(findings), now, dueAt];
    return (insert.get(...values) as { deliveryId: number }).deliveryId;
  }

  function addFinding(rule: AlertRule, { finding, dueAt }: Found): void {
    const waiting = findUntried(rule, 'alert');
    if (waiting === undefined) {
      add(rule, 'alert', [finding], finding.at, dueAt);
      return;
    }
    const findings = joinFindings(JSON.parse(waiting.findings), finding, rule.condition);
    extend.run(JSON.stringify(findings), dueAt, waiting.deliveryId);
  }

  return {
    advance(rule: AlertRule, progress: RuleProgress, found: Found | null): void {
      const { changes } = progressed.run(
        ...[progress.evaluated, progress.fired, progress.firedHour, rule.ruleId],
        ...[rule.evaluated, rule.fired, rule.firedHour],
        ...ruleValues(rule),
      );
      if (changes > 0 && found !== null) addFinding(rule, found);
    },
    addTrial: (rule: AlertRule, now: number): number =>
      findUntried(rule, 'trial')?.deliveryId ?? add(rule, 'trial', [], now, now),
  };
}

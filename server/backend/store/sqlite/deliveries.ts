/** The outbox of alerts and its log in SQLite. */
import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { AlertRule, Finding, RuleProgress } from '../../rules/alerts/rule.ts';
import { joinFindings, trialsMax, trialsPeriodMs } from '../../rules/alerts/rule.ts';
import { type DeliveryRecord, dueSql, ruleColumns, ruleValues, toDelivery } from '../alert-rows.ts';
import type {
  AlertsStore,
  ClaimedDelivery,
  DeliveryKind,
  DeliveryMethods,
  DeliveryWithContent,
  DueDelivery,
} from '../alerts-store.ts';
import { deliveryColumns, readRule, type StoredRule, selectRules } from './alert-rows.ts';
import { transaction } from './database.ts';

type ContentRecord = DeliveryRecord & Pick<DeliveryWithContent, 'content'>;
type ClaimedRecord = ContentRecord & Pick<ClaimedDelivery, 'claims'>;

type Found = { finding: Finding; dueAt: number };

/** Adds messages to the outbox. */
function createOutbox(db: DatabaseSync) {
  const progressed = db.prepare(`
    UPDATE alert_rules SET evaluated = ?, fired = ?, fired_hour = ?
    WHERE rule_id = ? AND paused = 0 AND (evaluated, fired, fired_hour) = (?, ?, ?)
      AND (${ruleColumns.join(', ')}) IS (${ruleColumns.map(() => '?').join(', ')})`);
  const untried = db.prepare(`
    SELECT delivery_id AS deliveryId, findings FROM deliveries
    WHERE rule_id = ? AND state = 'waiting' AND claims = 0 AND kind = ? LIMIT 1`);
  const extend = db.prepare('UPDATE deliveries SET findings = ?, due_at = min(due_at, ?) WHERE delivery_id = ?');
  const insert = db.prepare(`
    INSERT INTO deliveries (key, kind, rule_id, rule_name, query, account, channel, findings, state, created_at, due_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'waiting', ?, ?) RETURNING delivery_id AS deliveryId`);

  const trials = db.prepare(`
    SELECT count(*) AS total FROM deliveries
    WHERE account = :account AND coalesce(ended_at, created_at) > :since AND created_at > :since AND kind = 'trial'`);

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
    addTrial(rule: AlertRule, now: number): number | null {
      const waiting = findUntried(rule, 'trial');
      if (waiting !== undefined) return waiting.deliveryId;
      const made = trials.get({ account: rule.account, since: now - trialsPeriodMs });
      return Number(made?.total) < trialsMax ? add(rule, 'trial', [], now, now) : null;
    },
  };
}

export function createDeliveries(db: DatabaseSync): Pick<AlertsStore, DeliveryMethods> {
  const outbox = createOutbox(db);
  const due = db.prepare(dueSql('deliveryId', '?', '?'));
  const take = db.prepare(`
    UPDATE deliveries SET due_at = :leaseEnd, tries = tries + 1, claims = claims + 1
    WHERE delivery_id = :deliveryId AND state = 'waiting' AND due_at <= :now RETURNING ${deliveryColumns}, content, claims`);
  const ruleById = db.prepare(`${selectRules} WHERE rule_id = ?`);
  const fix = db.prepare(`
    UPDATE deliveries SET content = coalesce(content, ?1), findings = iif(content IS NULL, ?2, findings)
    WHERE delivery_id = ?3 RETURNING content`);
  const cancel = db.prepare(`
    UPDATE deliveries SET state = 'cancelled', ended_at = ?, findings = '[]'
    WHERE delivery_id = ? AND claims = ? AND state = 'waiting'`);
  const end = db.prepare(`
    UPDATE deliveries SET state = :state, ended_at = :at, error = :error
    WHERE delivery_id = :deliveryId AND (:state = 'sent' AND state <> 'sent' OR state = 'waiting' AND claims = :claims)`);
  const again = db.prepare(`
    UPDATE deliveries SET due_at = ?, error = ? WHERE delivery_id = ? AND claims = ? AND state = 'waiting'`);
  const undo = db.prepare(`
    UPDATE deliveries SET due_at = ?, tries = tries - 1, claims = claims + 1 WHERE delivery_id = ? AND claims = ? AND state = 'waiting'`);
  const pageOf = (condition: string) => ({
    list: db.prepare(
      `SELECT ${deliveryColumns} FROM deliveries ${condition}
       ORDER BY coalesce(ended_at, created_at) DESC, delivery_id DESC LIMIT :limit OFFSET :offset`,
    ),
    count: db.prepare(`SELECT count(*) AS total FROM deliveries ${condition}`),
  });
  const ofAll = pageOf('');
  const ofAccount = pageOf('WHERE account = :account');
  const prune = db.prepare(`
    DELETE FROM deliveries WHERE delivery_id IN (
      SELECT delivery_id FROM deliveries WHERE ended_at < ? ORDER BY ended_at LIMIT ?)`);
  const sent = db.prepare(`
    SELECT ${deliveryColumns}, content FROM deliveries WHERE rule_id = ? AND state = 'sent' AND channel = 'atom'
    ORDER BY ended_at DESC, delivery_id DESC LIMIT ?`);

  return {
    advance: async (rule, progress, found) => transaction(db, () => outbox.advance(rule, progress, found)),
    addTrial: async (rule, now) => transaction(db, () => outbox.addTrial(rule, now)),
    due: async (now, limit) => due.all(now, limit) as DueDelivery[],
    claim: async (deliveryId, now, leaseEnd) =>
      transaction(db, () => {
        const taken = take.get({ deliveryId, now, leaseEnd }) as ClaimedRecord | undefined;
        if (taken === undefined) return null;
        // A message never waits longer than its rule exists.
        const rule = readRule(ruleById.get(taken.ruleId) as StoredRule);
        return { ...toDelivery(taken), rule };
      }),
    setContent: async ({ deliveryId, findings }, content) =>
      (fix.get(content, JSON.stringify(findings), deliveryId) as { content: string }).content,
    cancelEmpty: async ({ deliveryId, claims }, now) => void cancel.run(now, deliveryId, claims),
    finish: async ({ deliveryId, claims }, result) => void end.run({ deliveryId, claims, ...result }),
    release: async ({ deliveryId, claims }, now) => void undo.run(now, deliveryId, claims),
    retry: async ({ deliveryId, claims }, retryAt, error) => void again.run(retryAt, error, deliveryId, claims),
    deliveries: async (account, { limit, offset }) => {
      const { list, count } = account === null ? ofAll : ofAccount;
      const owner: Record<string, string> = account === null ? {} : { account };
      const rows = list.all({ ...owner, limit, offset }) as DeliveryRecord[];
      return { rows: rows.map(toDelivery), total: Number(count.get(owner)?.total) };
    },
    deleteOldDeliveries: async (before, limit) => Number(prune.run(before, limit).changes),
    feedEntries: async (ruleId, limit) => (sent.all(ruleId, limit) as ContentRecord[]).map(toDelivery),
  };
}

/** The outbox of alerts and its log in PostgreSQL. */
import { randomUUID } from 'node:crypto';
import type { AlertRule, Finding, RuleProgress } from '../../rules/alerts/rule.ts';
import { joinFindings, trialsMax, trialsPeriodMs } from '../../rules/alerts/rule.ts';
import { type DeliveryRecord, dueSql, ruleColumns, ruleValues, toDelivery } from '../alert-rows.ts';
import type {
  AlertsStore,
  ClaimedDelivery,
  Delivery,
  DeliveryKind,
  DeliveryMethods,
  DueDelivery,
} from '../alerts-store.ts';
import type { Db } from '../port.ts';
import { deliveryColumns, findRule } from './alert-rows.ts';

type ContentRecord = DeliveryRecord & { content: string | null };
type ClaimedRecord = ContentRecord & Pick<ClaimedDelivery, 'claims'>;
type Found = { finding: Finding; dueAt: number };

const findUntried = (db: Db, { ruleId }: AlertRule, kind: DeliveryKind) =>
  db.row<{ deliveryId: number; findings: string }>(
    `SELECT delivery_id, findings FROM deliveries
     WHERE rule_id = $1 AND state = 'waiting' AND claims = 0 AND kind = $2 LIMIT 1 FOR UPDATE`,
    ...[ruleId, kind],
  );

async function add(
  db: Db,
  rule: AlertRule,
  kind: DeliveryKind,
  findings: readonly Finding[],
  now: number,
  dueAt: number,
) {
  const { ruleId, name, view, account, channel } = rule;
  const owner = [ruleId, name, view.query, account, channel];
  const added = await db.row<{ deliveryId: number }>(
    `INSERT INTO deliveries (key, kind, rule_id, rule_name, query, account, channel, findings, state, created_at, due_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'waiting', $9, $10) RETURNING delivery_id`,
    ...[randomUUID(), kind, ...owner, JSON.stringify(findings), now, dueAt],
  );
  return added?.deliveryId ?? 0;
}

async function addFinding(db: Db, rule: AlertRule, { finding, dueAt }: Found): Promise<void> {
  const waiting = await findUntried(db, rule, 'alert');
  if (waiting === null) {
    await add(db, rule, 'alert', [finding], finding.at, dueAt);
    return;
  }
  const findings = joinFindings(JSON.parse(waiting.findings), finding, rule.condition);
  await db.run(
    'UPDATE deliveries SET findings = $1, due_at = least(due_at, $2) WHERE delivery_id = $3',
    ...[JSON.stringify(findings), dueAt, waiting.deliveryId],
  );
}

async function advance(db: Db, rule: AlertRule, progress: RuleProgress, found: Found | null): Promise<void> {
  const places = ruleColumns.map((column, index) => `${column} IS NOT DISTINCT FROM $${index + 8}`).join(' AND ');
  const changes = await db.run(
    `UPDATE alert_rules SET evaluated = $1, fired = $2, fired_hour = $3
     WHERE rule_id = $4 AND NOT paused AND (evaluated, fired, fired_hour) = ($5, $6, $7) AND ${places}`,
    ...[progress.evaluated, progress.fired, progress.firedHour, rule.ruleId],
    ...[rule.evaluated, rule.fired, rule.firedHour],
    ...ruleValues(rule),
  );
  if (changes > 0 && found !== null) await addFinding(db, rule, found);
}

async function addTrial(db: Db, rule: AlertRule, now: number): Promise<number | null> {
  await db.lock('rules', rule.account);
  if ((await findRule(db, rule.ruleId)) === null) return null;
  const waiting = await findUntried(db, rule, 'trial');
  if (waiting !== null) return waiting.deliveryId;
  const made = await db.row<{ total: number }>(
    `SELECT count(*) AS total FROM deliveries
     WHERE account = $1 AND coalesce(ended_at, created_at) > $2 AND created_at > $2 AND kind = 'trial'`,
    ...[rule.account, now - trialsPeriodMs],
  );
  return (made?.total ?? 0) < trialsMax ? add(db, rule, 'trial', [], now, now) : null;
}

/** The rule is locked first, as by everybody who changes messages of rules. */
async function claim(db: Db, deliveryId: number, now: number, leaseEnd: number): Promise<ClaimedDelivery | null> {
  const found = await db.row<Pick<Delivery, 'ruleId'>>(
    'SELECT rule_id FROM deliveries WHERE delivery_id = $1',
    deliveryId,
  );
  const rule = found?.ruleId && (await findRule(db, found.ruleId));
  if (!rule) return null;
  const taken = await db.row<ClaimedRecord>(
    `UPDATE deliveries SET due_at = $1, tries = tries + 1, claims = claims + 1
     WHERE delivery_id = $2 AND state = 'waiting' AND due_at <= $3 RETURNING ${deliveryColumns}, content, claims`,
    ...[leaseEnd, deliveryId, now],
  );
  return taken && { ...toDelivery(taken), rule };
}

async function setContent(
  db: Db,
  { deliveryId, findings }: Pick<Delivery, 'deliveryId' | 'findings'>,
  content: string,
): Promise<string> {
  const fixed = await db.row<{ content: string }>(
    `UPDATE deliveries SET content = coalesce(content, $1), findings = CASE WHEN content IS NULL THEN $2 ELSE findings END
     WHERE delivery_id = $3 RETURNING content`,
    ...[content, JSON.stringify(findings), deliveryId],
  );
  return fixed?.content ?? content;
}

async function readPage(db: Db, account: string | null, { limit, offset }: { limit: number; offset: number }) {
  const [where, owner] = account === null ? ['$1::text IS NULL', null] : ['account = $1', account];
  const rows = await db.rows<DeliveryRecord>(
    `SELECT ${deliveryColumns} FROM deliveries WHERE ${where}
     ORDER BY coalesce(ended_at, created_at) DESC, delivery_id DESC LIMIT $2 OFFSET $3`,
    ...[owner, limit, offset],
  );
  const count = await db.row<{ total: number }>(`SELECT count(*) AS total FROM deliveries WHERE ${where}`, owner);
  return { rows: rows.map(toDelivery), total: count?.total ?? 0 };
}

export const createDeliveries = (db: Db): Pick<AlertsStore, DeliveryMethods> => ({
  advance: (rule, progress, found) => db.transaction((tx) => advance(tx, rule, progress, found)),
  addTrial: (rule, now) => db.transaction((tx) => addTrial(tx, rule, now)),
  due: (now, limit) => db.rows<DueDelivery>(dueSql('delivery_id', '$1', '$2'), now, limit),
  claim: (deliveryId, now, leaseEnd) => db.transaction((tx) => claim(tx, deliveryId, now, leaseEnd)),
  setContent: (delivery, content) => db.transaction((tx) => setContent(tx, delivery, content)),
  cancelEmpty: async ({ deliveryId, claims }, now) =>
    void (await db.run(
      `UPDATE deliveries SET state = 'cancelled', ended_at = $1, findings = '[]'
       WHERE delivery_id = $2 AND claims = $3 AND state = 'waiting'`,
      ...[now, deliveryId, claims],
    )),
  finish: async ({ deliveryId, claims }, { state, at, error }) =>
    void (await db.run(
      `UPDATE deliveries SET state = $1, ended_at = $2, error = $3
       WHERE delivery_id = $4 AND ($1 = 'sent' AND state <> 'sent' OR state = 'waiting' AND claims = $5)`,
      ...[state, at, error, deliveryId, claims],
    )),
  release: async ({ deliveryId, claims }, now) =>
    void (await db.run(
      `UPDATE deliveries SET due_at = $1, tries = tries - 1, claims = claims + 1 WHERE delivery_id = $2 AND claims = $3 AND state = 'waiting'`,
      ...[now, deliveryId, claims],
    )),
  retry: async ({ deliveryId, claims }, retryAt, error) =>
    void (await db.run(
      `UPDATE deliveries SET due_at = $1, error = $2 WHERE delivery_id = $3 AND claims = $4 AND state = 'waiting'`,
      ...[retryAt, error, deliveryId, claims],
    )),
  deliveries: (account, page) => readPage(db, account, page),
  deleteOldDeliveries: (before, limit) =>
    db.run(
      `DELETE FROM deliveries WHERE delivery_id IN (
         SELECT delivery_id FROM deliveries WHERE ended_at < $1 ORDER BY ended_at LIMIT $2)`,
      ...[before, limit],
    ),
  feedEntries: async (ruleId, limit) =>
    (
      await db.rows<ContentRecord>(
        `SELECT ${deliveryColumns}, content FROM deliveries WHERE rule_id = $1 AND state = 'sent' AND channel = 'atom'
         ORDER BY ended_at DESC, delivery_id DESC LIMIT $2`,
        ...[ruleId, limit],
      )
    ).map(toDelivery),
});

/** The outbox of alerts and reports, and its log. Times are milliseconds since 1970. */
import { randomUUID } from 'node:crypto';
import type { AlertChannel, DeliveryState } from '../../../shared/rules/alerts.ts';
import type { AlertRule, Finding, RuleProgress } from '../rules/alerts/rule.ts';
import { countOfFindings, joinFindings, marksOfRule, trialsMax } from '../rules/alerts/rule.ts';
import type { ReportPlan, ReportRecipient } from '../rules/reports/report.ts';
import { findRule, ruleColumns } from './alert-rules.ts';
import type { By } from './journal.ts';
import { markAll } from './marks.ts';
import { type Page, readPage, type Slice } from './page.ts';
import { columnName, createMethods, type Db, insertRow } from './port.ts';
import { cancelMail, countMail } from './report-sendings.ts';
import { findReport } from './reports.ts';
import { countTrials } from './trials.ts';

/** `trial`: a test message of a rule or a report that a person requested; it has no findings. */
export type DeliveryKind = 'alert' | 'trial' | 'report';

/**
 * A message of the outbox. `key` identifies it and its content to its receiver; an erasure changes both. `dueAt`: the time of
 * the next try.
 */
export type Delivery = {
  deliveryId: number;
  key: string;
  kind: DeliveryKind;
  /** Null for a report, and when the rule was deleted. */
  ruleId: number | null;
  /** Null for a rule, and when the report was deleted. */
  sendingId: number | null;
  /** The recipient of a report; null for a rule. */
  address: string | null;
  /** How many earlier dates of the report were missed; null for a rule. */
  skipped: number | null;
  /** Of the rule or the report. */
  ruleName: string;
  /** The view's query when the message was added. */
  query: string;
  account: string;
  channel: AlertChannel;
  findings: Finding[];
  /** Number of stories in all findings. */
  count: number;
  state: DeliveryState;
  /** The content is fixed, and `count` belongs to the content. */
  composed: boolean;
  /** Excludes tries that a stop of the service interrupted. */
  tries: number;
  createdAt: number;
  dueAt: number;
  endedAt: number | null;
  /** The reason of the last failed try, in Russian, for people. */
  error: string | null;
};

/** `content` is fixed before the first try, so that every try sends the same; null until then. */
export type DeliveryWithContent = Delivery & { content: string | null };

/** A message that is due, and the address of its rule. */
export type DueDelivery = Pick<Delivery, 'deliveryId' | 'kind' | 'account' | 'channel'> & { address: string };

/** A delivery that a sender has claimed. `claims` identifies the claim: each later one has a higher number. */
type Claimed = DeliveryWithContent & { claims: number };
export type ClaimedDelivery = Claimed & { rule: AlertRule };
/** The mail of a report to one recipient. `token`: of the link that stops the report; null for a trial. */
export type ClaimedMail = Claimed & {
  sendingId: number;
  address: string;
  plan: ReportPlan;
  token: ReportRecipient['token'] | null;
};

export type DeliveryClaim = Pick<ClaimedDelivery, 'deliveryId' | 'claims'>;

type DeliveryRecord = Omit<Delivery, 'findings' | 'count'> & { findings: string };

const deliveryColumns = `delivery_id, key, kind, rule_id, sending_id, address, rule_name, query, account, channel, findings, state,
  content IS NOT NULL AS composed, tries,
  (SELECT skipped FROM report_sendings s WHERE s.sending_id = deliveries.sending_id) AS skipped, created_at, due_at, ended_at, error`;

/** Findings that were stored before 1.1.0 have no facts. */
const readFindings = (json: string): Finding[] =>
  (JSON.parse(json) as Finding[]).map((finding) => ({ ...finding, reached: finding.reached ?? null }));

function toDelivery<T extends DeliveryRecord>({ findings, ...fields }: T): Omit<T, 'findings'> & Delivery {
  const list = readFindings(findings);
  return { ...fields, findings: list, count: countOfFindings(list) };
}

/** SQL on `d`: the files of a report are made before its mails are due. */
const isMade = `(d.sending_id IS NULL OR NOT EXISTS (
  SELECT 1 FROM report_sendings s WHERE s.sending_id = d.sending_id AND s.make_at IS NOT NULL))`;

/**
 * Due messages, at most `limit` per account, channel and address, longest due first. Trials precede the others, which wait while
 * their receiver rests. Accounts take turns: the first message of each comes before the second of any.
 */
const due = (db: Db, now: number, limit: number): Promise<DueDelivery[]> =>
  db.rows<DueDelivery>(
    `SELECT delivery_id, kind, account, channel, address FROM (
       SELECT delivery_id, kind, d.account, d.channel, coalesce(d.address, rule.address) AS address, due_at, row_number() OVER (
         PARTITION BY d.account, d.channel, coalesce(d.address, rule.address) ORDER BY kind = 'trial' DESC, due_at, delivery_id) AS nth
       FROM deliveries d LEFT JOIN alert_rules rule ON rule.rule_id = d.rule_id
       WHERE state = 'waiting' AND due_at <= $1 AND (rule.rule_id IS NOT NULL OR d.sending_id IS NOT NULL) AND ${isMade}) due
     WHERE nth <= $2
     ORDER BY row_number() OVER (PARTITION BY account ORDER BY nth, due_at, delivery_id), due_at, delivery_id`,
    now,
    limit,
  );

type ContentRecord = DeliveryRecord & { content: string | null };
type Found = { finding: Finding; dueAt: number };

/** Requires the same query, because a message composed before a change of the view's filters leads to other posts. */
const findUntried = (db: Db, { ruleId, query }: AlertRule, kind: DeliveryKind) =>
  db.row<{ deliveryId: number; findings: string }>(
    `SELECT delivery_id, findings FROM deliveries
     WHERE rule_id = $1 AND state = 'waiting' AND claims = 0 AND kind = $2 AND query = $3 LIMIT 1 ${db.dialect.locking('UPDATE')}`,
    ruleId,
    kind,
    query,
  );

type NewDelivery = Pick<Delivery, 'kind' | 'findings' | 'createdAt' | 'dueAt'>;

function add(db: Db, rule: AlertRule, { findings, ...delivery }: NewDelivery): Promise<number> {
  const { ruleId, name: ruleName, query, account, channel } = rule;
  const ofRule = { ruleId, ruleName, query, account, channel };
  const content = { key: randomUUID(), findings: JSON.stringify(findings), state: 'waiting' };
  return insertRow(db, 'deliveries', { ...delivery, ...ofRule, ...content }, 'delivery_id');
}

async function addFinding(db: Db, rule: AlertRule, { finding, dueAt }: Found): Promise<void> {
  const waiting = await findUntried(db, rule, 'alert');
  if (waiting === null) {
    await add(db, rule, { kind: 'alert', findings: [finding], createdAt: finding.at, dueAt });
    return;
  }
  const findings = joinFindings(readFindings(waiting.findings), finding, rule.condition);
  await db.run(
    'UPDATE deliveries SET findings = $1, due_at = CASE WHEN due_at < $2 THEN due_at ELSE $2 END WHERE delivery_id = $3',
    JSON.stringify(findings),
    dueAt,
    waiting.deliveryId,
  );
}

/** Saves the progress of a rule. False if the rule has changed, advanced or been paused since. */
async function saveProgress(db: Db, rule: AlertRule, progress: RuleProgress): Promise<boolean> {
  const columns = ruleColumns(rule);
  const unchanged = Object.keys(columns).map((key, index) => `${columnName(key)} IS NOT DISTINCT FROM $${index + 8}`);
  const changes = await db.run(
    `UPDATE alert_rules SET evaluated = $1, fired = $2, fired_hour = $3
     WHERE rule_id = $4 AND NOT paused AND (evaluated, fired, fired_hour) = ($5, $6, $7) AND ${unchanged.join(' AND ')}`,
    progress.evaluated,
    progress.fired,
    progress.firedHour,
    rule.ruleId,
    rule.evaluated,
    rule.fired,
    rule.firedHour,
    ...Object.values(columns),
  );
  return changes > 0;
}

/**
 * Saves the progress of a rule and adds the finding, if any, to the rule's waiting message that has not been tried yet, or to a
 * new message due at `dueAt`. The message is then due at the earlier time. Consecutive ranges of stories are merged
 * (rules/alerts/rule.ts). Does nothing if the rule has changed, advanced or been paused since.
 */
async function advance(db: Db, rule: AlertRule, progress: RuleProgress, found: Found | null): Promise<void> {
  if ((await saveProgress(db, rule, progress)) && found !== null) await addFinding(db, rule, found);
}

/**
 * Makes the rule know the rows with these arrivals, and adds the findings like `advance`. A rule that knows no row gets an empty
 * mark, so that it is known to have begun.
 */
async function reach(db: Db, rule: AlertRule, arrivals: readonly number[], found: readonly Found[]): Promise<void> {
  if (!(await saveProgress(db, rule, rule))) return;
  await markAll(db, marksOfRule(rule.ruleId), arrivals);
  for (const one of found) await addFinding(db, rule, one);
}

/**
 * Returns the ID of the trial message, an already waiting one if there is one. Null when the account has had too many or the
 * rule is gone.
 */
async function addTrial(db: Db, rule: AlertRule, now: number): Promise<number | null> {
  await db.lock('rules', rule.account);
  if ((await findRule(db, rule.ruleId)) === null) return null;
  const waiting = await findUntried(db, rule, 'trial');
  if (waiting !== null) return waiting.deliveryId;
  if ((await countTrials(db, rule.account, now)) >= trialsMax) return null;
  return add(db, rule, { kind: 'trial', findings: [], createdAt: now, dueAt: now });
}

async function take(db: Db, deliveryId: number, now: number, leaseEnd: number): Promise<Claimed | null> {
  const taken = await db.row<ContentRecord & { claims: number }>(
    `UPDATE deliveries SET due_at = $1, tries = tries + 1, claims = claims + 1
     WHERE delivery_id = $2 AND state = 'waiting' AND due_at <= $3 RETURNING ${deliveryColumns}, content, claims`,
    leaseEnd,
    deliveryId,
    now,
  );
  return taken && toDelivery(taken);
}

/** Cancels the mail instead if the report may not be sent any more. */
async function claimMail(db: Db, deliveryId: number, sendingId: number, now: number, leaseEnd: number) {
  const sending = await db.row<{ reportId: number; plan: string; trial: boolean }>(
    'SELECT report_id, plan, trial FROM report_sendings WHERE sending_id = $1',
    sendingId,
  );
  const report = sending && (await findReport(db, sending.reportId));
  if (!report) return null;
  if (report.denied || (!sending.trial && (report.paused || report.stopped !== null))) {
    await cancelMail(db, deliveryId, sendingId, now);
    return null;
  }
  const taken = await take(db, deliveryId, now, leaseEnd);
  if (taken === null || taken.address === null) return null;
  const recipientId = await db.value<number>('SELECT recipient_id FROM deliveries WHERE delivery_id = $1', deliveryId);
  const token = report.recipients.find((recipient) => recipient.recipientId === recipientId)?.token ?? null;
  return { ...taken, sendingId, address: taken.address, plan: JSON.parse(sending.plan) as ReportPlan, token };
}

/**
 * Claims a due message, and makes it due again at `leaseEnd`, so that it is retried if the sender crashes. Counts the try. Null
 * when it is not due: another sender has claimed it, or it was cancelled or lost its rule or report.
 */
async function claim(
  db: Db,
  deliveryId: number,
  now: number,
  leaseEnd: number,
): Promise<ClaimedDelivery | ClaimedMail | null> {
  // Everybody who changes messages of a rule or a report locks it first.
  const sql = 'SELECT rule_id, sending_id FROM deliveries WHERE delivery_id = $1';
  const named = await db.row<Pick<Delivery, 'ruleId' | 'sendingId'>>(sql, deliveryId);
  if (named?.sendingId) return claimMail(db, deliveryId, named.sendingId, now, leaseEnd);
  const rule = named?.ruleId && (await findRule(db, named.ruleId));
  const taken = rule ? await take(db, deliveryId, now, leaseEnd) : null;
  return rule && taken ? { ...taken, rule } : null;
}

/**
 * Newest first, by the time of the end or, if it has not ended, of the creation. `account` null selects all accounts.
 */
async function deliveries(db: Db, account: string | null, slice: Slice): Promise<Page<Delivery>> {
  const source = `FROM deliveries ${account === null ? '' : 'WHERE account = $1'}`;
  const order = 'coalesce(ended_at, created_at) DESC, delivery_id DESC';
  const list = { columns: deliveryColumns, source, order, values: account === null ? [] : [account] };
  const { rows, total } = await readPage<DeliveryRecord>(db, list, slice);
  return { rows: rows.map(toDelivery), total };
}

/** Changes a waiting message, unless it was claimed again since. `$1` is its ID, `$2` its claims. */
const change = (db: Db, { deliveryId, claims }: DeliveryClaim, assignments: string, ...values: unknown[]) =>
  db.run(
    `UPDATE deliveries SET ${assignments} WHERE delivery_id = $1 AND claims = $2 AND state = 'waiting'`,
    deliveryId,
    claims,
    ...values,
  );

/** Fixes content and findings, unless another sender has done so. Returns the fixed content. */
async function setContent(
  db: Db,
  { deliveryId, findings }: Pick<Delivery, 'deliveryId' | 'findings'>,
  content: string,
) {
  const fixed = await db.value<string>(
    `UPDATE deliveries SET content = coalesce(content, $1), findings = CASE WHEN content IS NULL THEN $2 ELSE findings END
     WHERE delivery_id = $3 RETURNING content`,
    content,
    JSON.stringify(findings),
    deliveryId,
  );
  return fixed ?? content;
}

/** Cancels a message that has no finding left. Does nothing if the message was claimed again since. */
const cancelEmpty = (db: Db, claimed: DeliveryClaim, now: number) =>
  change(db, claimed, "state = 'cancelled', ended_at = $3, findings = '[]'", now);

/**
 * A successful try makes the message `sent`, even if it was cancelled or claimed again since. A failed one then changes
 * nothing. `by` records that a report was sent.
 */
async function finish(
  db: Db,
  { deliveryId, claims }: DeliveryClaim,
  { state, at, error }: { state: 'sent' | 'failed'; at: number; error: string | null },
  by: By = null,
): Promise<void> {
  const finished = await db.row<Pick<Delivery, 'sendingId'>>(
    `UPDATE deliveries SET state = $1, ended_at = $2, error = $3
     WHERE delivery_id = $4 AND ($1 = 'sent' AND state <> 'sent' OR state = 'waiting' AND claims = $5) RETURNING sending_id`,
    state,
    at,
    error,
    deliveryId,
    claims,
  );
  if (finished?.sendingId) await countMail(db, finished.sendingId, state, by);
}

/** Ends an interrupted try: it does not count, and the message is due again. */
const release = (db: Db, claimed: DeliveryClaim, now: number) =>
  change(db, claimed, 'due_at = $3, tries = tries - 1, claims = claims + 1', now);

/** Does nothing if the message was cancelled or claimed again since. */
const retry = (db: Db, claimed: DeliveryClaim, retryAt: number, error: string | null) =>
  change(db, claimed, 'due_at = $3, error = $4', retryAt, error);

/** Deletes up to `limit` messages that ended before the time. Returns their number. */
const deleteOldDeliveries = (db: Db, before: number, limit: number) =>
  db.run(
    `DELETE FROM deliveries WHERE delivery_id IN (
       SELECT delivery_id FROM deliveries WHERE ended_at < $1 ORDER BY ended_at LIMIT $2)`,
    before,
    limit,
  );

/** The newest sent messages of a rule with the channel `atom`. */
async function feedEntries(db: Db, ruleId: number, limit: number): Promise<DeliveryWithContent[]> {
  const entries = await db.rows<ContentRecord>(
    `SELECT ${deliveryColumns}, content FROM deliveries WHERE rule_id = $1 AND state = 'sent' AND channel = 'atom'
     ORDER BY ended_at DESC, delivery_id DESC LIMIT $2`,
    ruleId,
    limit,
  );
  return entries.map(toDelivery);
}

export const createDeliveries = (db: Db) =>
  createMethods(
    db,
    { due, deliveries, feedEntries },
    { advance, reach, addTrial, claim, setContent, cancelEmpty, finish, release, retry, deleteOldDeliveries },
  );

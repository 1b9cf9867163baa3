/**
 * Sendings of reports. A sending is planned once per date; its files are made once and wait for its mails, which are messages of the
 * outbox. Times are milliseconds since 1970.
 */
import { randomUUID } from 'node:crypto';
import { clientOf } from '../rules/account.ts';
import { trialsMax } from '../rules/alerts/rule.ts';
import { type ReportEvent, reportEvent } from '../rules/journal/report-events.ts';
import type { Report, ReportPlan } from '../rules/reports/report.ts';
import { type By, recordChange } from './journal.ts';
import { createMethods, type Db, insertRow } from './port.ts';
import { countTrials } from './trials.ts';

/** A sending whose files are to be made. `claims` identifies the claim: each later one has a higher number. */
export type Sending = { sendingId: number; plan: ReportPlan; trial: boolean; claims: number; tries: number };

/** A file of a sending, or a part of its mail. */
export type ReportPart = { name: string; content: Uint8Array };

const hasWaiting = (sending: string): string =>
  `EXISTS (SELECT 1 FROM deliveries d WHERE d.sending_id = ${sending} AND d.state = 'waiting')`;

/** Deletes the files when no mail waits for them any more. */
async function close(db: Db, sendingId: number): Promise<void> {
  await db.run(
    `UPDATE report_sendings SET make_at = NULL WHERE sending_id = $1 AND make_at IS NOT NULL AND NOT ${hasWaiting('$1')}`,
    sendingId,
  );
  await db.run(`DELETE FROM report_parts WHERE sending_id = $1 AND NOT ${hasWaiting('$1')}`, sendingId);
}

type Cancelled = { trials?: boolean; recipientId?: number | null };

/** Cancels the waiting mails of the report: those of its dates, with `trials` all, or those to one recipient. */
export async function cancelSendings(
  db: Db,
  reportId: number,
  now: number,
  { trials = false, recipientId = null }: Cancelled = {},
): Promise<void> {
  const cancelled = await db.column<number>(
    `UPDATE deliveries SET state = 'cancelled', ended_at = $1
     WHERE state = 'waiting' AND sending_id IN (SELECT sending_id FROM report_sendings WHERE report_id = $2)
       AND (CAST($3 AS boolean) OR kind = 'report') AND (CAST($4 AS bigint) IS NULL OR recipient_id = $4)
     RETURNING sending_id`,
    now,
    reportId,
    trials,
    recipientId,
  );
  for (const sendingId of new Set(cancelled)) await close(db, sendingId);
}

/** Cancels one mail. */
export async function cancelMail(db: Db, deliveryId: number, sendingId: number, now: number): Promise<void> {
  const sql = "UPDATE deliveries SET state = 'cancelled', ended_at = $1 WHERE delivery_id = $2 AND state = 'waiting'";
  await db.run(sql, now, deliveryId);
  await close(db, sendingId);
}

type Counted = { sent: number; reportId: number; trial: boolean; plan: string };

/** Counts an ended mail. The first one that was sent is recorded for the whole sending. `by`: the service. */
export async function countMail(db: Db, sendingId: number, state: 'sent' | 'failed', by: By): Promise<void> {
  const column = state === 'sent' ? 'sent' : 'failed';
  const counted = await db.row<Counted>(
    `UPDATE report_sendings SET ${column} = ${column} + 1 WHERE sending_id = $1 RETURNING sent, report_id, trial, plan`,
    sendingId,
  );
  await close(db, sendingId);
  if (counted === null || state === 'failed' || counted.sent !== 1) return;
  const plan = JSON.parse(counted.plan) as ReportPlan;
  const event: ReportEvent = { ...reportEvent(plan), skipped: plan.skipped, ...(counted.trial && { trial: true }) };
  await recordChange(db, by && { ...by, onBehalfOf: clientOf(plan.account) }, 'report-sent', event);
}

type Recipient = { recipientId: number | null; address: string };

async function plan(
  db: Db,
  { reportId, account, name }: Report,
  { plan: planned, trial }: { plan: ReportPlan; trial: boolean },
  recipients: readonly Recipient[],
  now: number,
): Promise<void> {
  const row = { reportId, trial, skipped: planned.skipped, plan: JSON.stringify(planned), createdAt: now, makeAt: now };
  const sendingId = await insertRow(db, 'report_sendings', row, 'sending_id');
  const message = { ruleName: name, query: '', account, channel: 'email', findings: '[]', state: 'waiting' };
  const times = { createdAt: now, dueAt: now };
  for (const recipient of recipients) {
    const mail = { key: randomUUID(), kind: trial ? 'trial' : 'report', sendingId, ...message, ...times, ...recipient };
    await insertRow(db, 'deliveries', mail, 'delivery_id');
  }
}

/** What a date leads to: its plan, null while the client may not export, and the next date. */
type Date = { plan: ReportPlan | null; next: number | null };

export function createReportSendings(db: Db, find: (db: Db, reportId: number) => Promise<Report | null>) {
  /** Plans the sending of a date. Does nothing if the report has changed, or if another process has planned it. */
  async function begin(tx: Db, { reportId, version, nextAt }: Report, { plan: planned, next }: Date, now: number) {
    const report = await find(tx, reportId);
    if (report === null || report.version !== version || report.nextAt !== nextAt || report.stopped !== null) return;
    await tx.run('UPDATE reports SET next_at = $1 WHERE report_id = $2', next, reportId);
    const recipients = report.recipients.filter(({ stoppedAt }) => stoppedAt === null);
    if (planned === null || recipients.length === 0) return;
    const named = recipients.map(({ recipientId, address }) => ({ recipientId, address }));
    await plan(tx, report, { plan: planned, trial: false }, named, now);
  }

  /** Plans a sending to one address. Returns false when the account has had too many trials, or the report is gone. */
  async function addTrial(tx: Db, { reportId }: Report, planned: ReportPlan, address: string, now: number) {
    await tx.lock('rules', planned.account);
    const report = await find(tx, reportId);
    if (report === null || (await countTrials(tx, planned.account, now)) >= trialsMax) return false;
    await plan(tx, report, { plan: planned, trial: true }, [{ recipientId: null, address }], now);
    return true;
  }

  /** Claims a sending whose files are due, and makes it due again at `leaseEnd`. Null when none is due. */
  async function claimSending(tx: Db, now: number, leaseEnd: number): Promise<Sending | null> {
    const claimed = await tx.row<Omit<Sending, 'plan'> & { plan: string }>(
      `UPDATE report_sendings SET make_at = $1, claims = claims + 1, tries = tries + 1
       WHERE make_at <= $2 AND sending_id = (
         SELECT sending_id FROM report_sendings WHERE make_at <= $2 ORDER BY make_at, sending_id LIMIT 1)
       RETURNING sending_id, plan, trial, claims, tries`,
      leaseEnd,
      now,
    );
    return claimed && { ...claimed, plan: JSON.parse(claimed.plan) as ReportPlan };
  }

  /** Ends the claim. Returns false if an erasure, or another process after the lease, has ended it. */
  const endClaim = async (tx: Db, { sendingId, claims }: Sending, makeAt: number | null): Promise<boolean> =>
    (await tx.run(
      'UPDATE report_sendings SET make_at = $1 WHERE sending_id = $2 AND claims = $3 AND make_at IS NOT NULL',
      makeAt,
      sendingId,
      claims,
    )) > 0;

  /** Stores the files, for which the mails wait. Does nothing when the claim has ended. */
  async function setParts(tx: Db, sending: Sending, parts: readonly ReportPart[]): Promise<void> {
    if (!(await endClaim(tx, sending, null))) return;
    const { sendingId } = sending;
    await tx.run('DELETE FROM report_parts WHERE sending_id = $1', sendingId);
    for (const { name, content } of parts)
      await insertRow(tx, 'report_parts', { sendingId, name, content }, 'sending_id');
    await close(tx, sendingId);
  }

  const retrySending = (tx: Db, sending: Sending, makeAt: number) => endClaim(tx, sending, makeAt);

  /** A making that the stop of the service has interrupted does not count. */
  const releaseSending = (tx: Db, { sendingId, claims }: Sending, now: number) =>
    tx.run(
      `UPDATE report_sendings SET make_at = $1, tries = tries - 1, claims = claims + 1
       WHERE sending_id = $2 AND claims = $3 AND make_at IS NOT NULL`,
      now,
      sendingId,
      claims,
    );

  /** Ends all waiting mails of the sending with the error, a Russian text. */
  async function failSending(tx: Db, sending: Sending, error: string, now: number): Promise<void> {
    if (!(await endClaim(tx, sending, null))) return;
    const { sendingId } = sending;
    const failed = await tx.run(
      "UPDATE deliveries SET state = 'failed', ended_at = $1, error = $2 WHERE sending_id = $3 AND state = 'waiting'",
      now,
      error,
      sendingId,
    );
    await tx.run('UPDATE report_sendings SET failed = failed + $1 WHERE sending_id = $2', failed, sendingId);
  }

  const parts = (tx: Db, sendingId: number) =>
    tx.rows<ReportPart>('SELECT name, content FROM report_parts WHERE sending_id = $1 ORDER BY name', sendingId);

  /** Deletes up to `limit` sendings before the time without messages in the log, except the newest of each report. */
  const deleteOldSendings = (tx: Db, before: number, limit: number) =>
    tx.run(
      `DELETE FROM report_sendings WHERE sending_id IN (
         SELECT sending_id FROM report_sendings s WHERE created_at < $1
           AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.sending_id = s.sending_id)
           AND (trial OR EXISTS (SELECT 1 FROM report_sendings later
             WHERE later.report_id = s.report_id AND later.sending_id > s.sending_id AND NOT later.trial))
         LIMIT $2)`,
      before,
      limit,
    );

  return createMethods(
    db,
    { parts },
    { begin, addTrial, claimSending, setParts, retrySending, releaseSending, failSending, deleteOldSendings },
  );
}

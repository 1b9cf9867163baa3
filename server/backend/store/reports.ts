/** Reports and their recipients. Times are milliseconds since 1970. */
import { randomBytes } from 'node:crypto';
import type { ReportFormat, SectionName } from '../../../shared/rules/report-sections.ts';
import { recipientKey } from '../../../shared/rules/reports.ts';
import { reportChange, reportEvent } from '../rules/journal/report-events.ts';
import type {
  LastSending,
  Report,
  ReportAuthor,
  ReportFields,
  ReportRecipient,
  ReportView,
} from '../rules/reports/report.ts';
import { type By, recordChange } from './journal.ts';
import { byFoldedName, hasName, type Saved } from './page.ts';
import { createMethods, type Db, insertRow } from './port.ts';
import { cancelSendings, createReportSendings } from './report-sendings.ts';
import { changeRow, raisedBy, raisesVersion, versionColumns } from './versions.ts';

/** SQL on `report`: why it runs no longer. The author's own account always may, because the right of its client is separate. */
const currentFault = `CASE
  WHEN NOT EXISTS (SELECT 1 FROM report_views used WHERE used.report_id = report.report_id) THEN 'view-gone'
  WHEN report.author_account LIKE 'client:%/%' AND NOT EXISTS (
    SELECT 1 FROM people WHERE 'client:' || client_id || '/' || person_id = report.author_account
      AND role IN ('editor', 'owner') AND may_export AND NOT disabled AND NOT departed) THEN 'author'
  WHEN report.author_account LIKE 'admin:%' AND NOT EXISTS (
    SELECT 1 FROM administrators WHERE 'admin:' || admin_id = report.author_account AND NOT observer AND NOT disabled) THEN 'author' END`;

/** SQL on `report`: its client may not export. */
const isDenied = `EXISTS (SELECT 1 FROM clients
  WHERE 'client:' || client_id = report.account AND export_access <> 'allowed')`;

type ReportRecord = Omit<Report, 'sections' | 'formats' | 'weekdays' | 'views' | 'recipients' | 'last'> &
  Record<'sections' | 'formats' | 'weekdays', string>;

const readViews = (db: Db, reportIds: readonly number[]) =>
  db.rows<ReportView & { reportId: number }>(
    `SELECT used.report_id, views.view_id, name, query FROM report_views used JOIN views USING (view_id)
     WHERE report_id ${db.dialect.among('$1', 'bigint')} ORDER BY report_id, position`,
    reportIds,
  );

const readRecipients = (db: Db, reportIds: readonly number[]) =>
  db.rows<ReportRecipient & { reportId: number }>(
    `SELECT report_id, recipient_id, address, token, stopped_at FROM report_recipients
     WHERE report_id ${db.dialect.among('$1', 'bigint')} ORDER BY report_id, position, recipient_id`,
    reportIds,
  );

/** The newest sending of each report, without trials. */
const readLast = (db: Db, reportIds: readonly number[]) =>
  db.rows<LastSending & { reportId: number }>(
    `SELECT report_id, created_at AS at, sent, failed,
       (SELECT count(*) FROM deliveries d WHERE d.sending_id = s.sending_id AND d.state = 'waiting') AS waiting
     FROM report_sendings s WHERE sending_id IN (
       SELECT max(sending_id) FROM report_sendings
       WHERE report_id ${db.dialect.among('$1', 'bigint')} AND NOT trial GROUP BY report_id)`,
    reportIds,
  );

/** `condition` is SQL on `report`, with an optional order and row lock. */
async function readReports(db: Db, condition: string, ...values: unknown[]): Promise<Report[]> {
  const records = await db.rows<ReportRecord>(
    `SELECT report_id, account, name, period, from_day, to_day, sections, formats, weekdays, minute, author_account, author, paused,
       coalesce(stopped, ${currentFault}) AS stopped, ${isDenied} AS denied, next_at, created_at, ${versionColumns('report')}
     FROM reports report WHERE ${condition}`,
    ...values,
  );
  const ids = records.map(({ reportId }) => reportId);
  const [views, recipients, last] = [await readViews(db, ids), await readRecipients(db, ids), await readLast(db, ids)];
  return records.map((record) => {
    const isOwn = ({ reportId }: { reportId: number }) => reportId === record.reportId;
    return {
      ...record,
      sections: JSON.parse(record.sections) as SectionName[],
      formats: JSON.parse(record.formats) as ReportFormat[],
      weekdays: JSON.parse(record.weekdays) as number[],
      views: views.filter(isOwn).map(({ reportId: _, ...view }) => view),
      recipients: recipients.filter(isOwn).map(({ reportId: _, ...recipient }) => recipient),
      last: last.find(isOwn) ?? null,
    };
  });
}

/** By name. */
const list = async (db: Db, account: string): Promise<Report[]> =>
  (await readReports(db, 'account = $1', account)).sort(byFoldedName('reportId'));

/** All accounts' reports on the view, by name. */
const reportsOnView = async (db: Db, viewId: number): Promise<Report[]> =>
  (await readReports(db, 'report_id IN (SELECT report_id FROM report_views WHERE view_id = $1)', viewId)).sort(
    byFoldedName('reportId'),
  );

/** Also locks the report. Null if it is gone. */
export const findReport = async (db: Db, reportId: number): Promise<Report | null> =>
  (await readReports(db, `report_id = $1 ${db.dialect.locking('UPDATE OF report')}`, reportId))[0] ?? null;

/** Locks the names of the account's reports, and the report. Null if the account has no such report. */
async function lock(db: Db, account: string, reportId: number): Promise<Report | null> {
  await db.lock('rules', account);
  const report = await findReport(db, reportId);
  return report?.account === account ? report : null;
}

const columnsOf = ({ name, period, fromDay, toDay, sections, formats, weekdays, minute }: ReportFields) => ({
  ...{ name, period, fromDay, toDay, minute },
  sections: JSON.stringify(sections),
  formats: JSON.stringify(formats),
  weekdays: JSON.stringify(weekdays),
});

/** Locks the views, so that none is deleted meanwhile. Returns false if one is gone. */
async function setViews(db: Db, reportId: number, viewIds: readonly number[]): Promise<boolean> {
  await db.run('DELETE FROM report_views WHERE report_id = $1', reportId);
  const known = await db.column<number>(
    `SELECT view_id FROM views WHERE view_id ${db.dialect.among('$1', 'bigint')} ORDER BY view_id ${db.dialect.locking('SHARE')}`,
    viewIds,
  );
  for (const [position, viewId] of viewIds.entries()) {
    if (!known.includes(viewId)) return false;
    await insertRow(db, 'report_views', { reportId, position, viewId }, 'position');
  }
  return true;
}

const tokenBytes = 32;

/**
 * Keeps the links of recipients who stay. An address that had stopped the report gets a new link. Others who have stopped it stay
 * in the list.
 */
async function setRecipients(
  db: Db,
  report: Pick<Report, 'reportId' | 'recipients'>,
  addresses: readonly string[],
  now: number,
): Promise<void> {
  const wanted = new Map(addresses.map((address, position) => [recipientKey(address), { address, position }]));
  for (const { recipientId, address, stoppedAt } of report.recipients) {
    const kept = wanted.get(recipientKey(address));
    if (stoppedAt !== null && kept === undefined) continue;
    if (stoppedAt === null && kept !== undefined) {
      wanted.delete(recipientKey(address));
      await db.run('UPDATE report_recipients SET position = $1 WHERE recipient_id = $2', kept.position, recipientId);
      continue;
    }
    await cancelSendings(db, report.reportId, now, { recipientId });
    await db.run('DELETE FROM report_recipients WHERE recipient_id = $1', recipientId);
  }
  for (const added of wanted.values()) {
    const recipient = { reportId: report.reportId, ...added, token: randomBytes(tokenBytes) };
    await insertRow(db, 'report_recipients', recipient, 'recipient_id');
  }
}

type Saving = ReportAuthor & { fields: ReportFields; nextAt: number | null };

const namesOf = (db: Db, account: string) =>
  db.rows<{ reportId: number; name: string }>('SELECT report_id, name FROM reports WHERE account = $1', account);

/** Report names are unique within an account, ignoring case and ё. `max` limits the reports of an account. */
async function create(
  db: Db,
  account: string,
  { fields, ...saving }: Saving,
  now: number,
  by: By = null,
  max = Infinity,
): Promise<Saved> {
  await db.lock('rules', account);
  const reports = await namesOf(db, account);
  if (hasName(reports, 'reportId', fields.name)) return { outcome: 'duplicate' };
  if (reports.length >= max) return { outcome: 'too-many' };
  const row = { account, createdAt: now, ...saving, ...columnsOf(fields) };
  const reportId = await insertRow(db, 'reports', row, 'report_id');
  if (!(await setViews(db, reportId, fields.viewIds))) return { outcome: 'unknown' };
  await setRecipients(db, { reportId, recipients: [] }, fields.recipients, now);
  await recordChange(db, by, 'report-added', reportEvent({ account, name: fields.name }));
  return { outcome: 'saved', id: reportId };
}

/** The author of the change becomes the report's. A stopped report runs again. */
async function update(
  db: Db,
  { account, reportId }: Pick<Report, 'account' | 'reportId'>,
  { fields, ...saving }: Saving,
  now: number,
  by: By = null,
): Promise<Saved> {
  const before = await lock(db, account, reportId);
  if (before === null) return { outcome: 'unknown' };
  if (hasName(await namesOf(db, account), 'reportId', fields.name, reportId)) return { outcome: 'duplicate' };
  const row = { ...saving, ...columnsOf(fields), stopped: null };
  if ((await changeRow(db, 'reports', { reportId }, before, row, by)) === 0) return { outcome: 'unknown' };
  if (!(await setViews(db, reportId, fields.viewIds))) return { outcome: 'unknown' };
  await setRecipients(db, before, fields.recipients, now);
  const after = await findReport(db, reportId);
  const event = after && reportChange(before, after);
  if (event) await recordChange(db, by, 'report-changed', event);
  return { outcome: 'saved', id: reportId };
}

/**
 * A paused report sends only trials; its waiting mails are cancelled. Whoever resumes it becomes its author. Returns false if it
 * is gone.
 */
async function setPaused(
  db: Db,
  { reportId }: Pick<Report, 'reportId'>,
  { paused, ...saving }: { paused: boolean } & Omit<Saving, 'fields'>,
  now: number,
  by: By = null,
): Promise<boolean> {
  const report = await findReport(db, reportId);
  if (report === null) return false;
  if (report.paused === paused && report.stopped === null) return true;
  const row = paused ? { paused, nextAt: null } : { paused, stopped: null, ...saving };
  if ((await changeRow(db, 'reports', { reportId }, report, row, by)) === 0) return false;
  if (paused) await cancelSendings(db, reportId, now);
  await recordChange(db, by, 'report-changed', { ...reportEvent(report), paused });
  return true;
}

/** Also cancels the waiting mails. Returns false if the report is gone. */
async function remove(db: Db, { reportId }: Pick<Report, 'reportId'>, now: number, by: By = null): Promise<boolean> {
  const report = await findReport(db, reportId);
  if (report === null) return false;
  await cancelSendings(db, reportId, now, { trials: true });
  await db.run('DELETE FROM reports WHERE report_id = $1', reportId);
  await recordChange(db, by, 'report-deleted', reportEvent(report));
  return true;
}

/** The reports that have a date until now, and those that have to stop. */
const due = (db: Db, now: number) =>
  readReports(
    db,
    `NOT paused AND report.stopped IS NULL AND (next_at <= $1 OR ${currentFault} IS NOT NULL) ORDER BY report_id`,
    now,
  );

/** Stops a report with a fault, until somebody resumes it. Returns false if it has changed since. */
async function stop(db: Db, { reportId, version }: Report, now: number, by: By): Promise<boolean> {
  const report = await findReport(db, reportId);
  if (report === null || report.version !== version || report.stopped === null) return false;
  await db.run(
    `UPDATE reports SET stopped = $1, next_at = NULL, ${raisesVersion(3)} WHERE report_id = $2`,
    report.stopped,
    reportId,
    ...raisedBy(by),
  );
  await cancelSendings(db, reportId, now);
  await recordChange(db, by, 'report-changed', { ...reportEvent(report), stopped: report.stopped });
  return true;
}

/** `token`: of a link in a mail. Null for an unknown one. */
const findRecipient = (db: Db, token: Uint8Array) =>
  db.row<{ reportId: number; name: string; account: string; address: string; stoppedAt: number | null }>(
    `SELECT report_id, name, account, address, stopped_at FROM report_recipients JOIN reports USING (report_id) WHERE token = $1`,
    token,
  );

/** Sends nothing more to the recipient. Returns false for an unknown token. */
async function stopRecipient(db: Db, token: Uint8Array, now: number, by: By): Promise<boolean> {
  const known = await findRecipient(db, token);
  const report = known && (await findReport(db, known.reportId));
  const recipient = report?.recipients.find((one) => Buffer.from(one.token).equals(token));
  if (!report || !recipient) return false;
  if (recipient.stoppedAt !== null) return true;
  await db.run('UPDATE report_recipients SET stopped_at = $1 WHERE recipient_id = $2', now, recipient.recipientId);
  await cancelSendings(db, report.reportId, now, { recipientId: recipient.recipientId });
  await recordChange(db, by, 'report-left', reportEvent(report));
  return true;
}

export const createReportsStore = (db: Db) => ({
  ...createMethods(
    db,
    { list, due, findRecipient, ofView: reportsOnView },
    { lock, create, update, setPaused, delete: remove, stop, stopRecipient },
  ),
  ...createReportSendings(db, findReport),
});

export type ReportsStore = ReturnType<typeof createReportsStore>;

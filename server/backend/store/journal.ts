/** The journal: who did what. Append-only; records older than JOURNAL_DAYS are deleted. */
import { createHash } from 'node:crypto';
import { hourMs, minuteMs } from '../../../shared/durations.ts';
import type { JournalAction } from '../../../shared/rules/journal.ts';
import { foldText } from '../../../shared/rules/word.ts';
import { describeBatch, describeEvent } from '../rules/journal/describe.ts';
import type { JournalEvent } from '../rules/journal/events.ts';
import { countRows, type Page, readPage, type Slice } from './page.ts';
import { createMethods, type Db, type Dialect } from './port.ts';

/**
 * Who makes a change, passed to the store with the change. `onBehalfOf` is the client for which an administrator acts, or null.
 * `address` is '' for actions of the service itself. `at`: the current time in milliseconds whenever it is read. `batch`: the
 * ID that the changes of one action of the author share, in one call or several.
 */
export type Author = { who: string; onBehalfOf: string | null; address: string; at: number; batch?: string };

/** Null for changes that nobody requested over the API, such as demo data and imports: they are not recorded. */
export type By = Author | null;

/** `object` is a text for people. `parts`: the number of records that this one stands for. */
export type JournalRecord = Omit<Author, 'batch'> & {
  recordId: number;
  action: JournalAction;
  object: string;
  batch: string | null;
  parts: number;
};

/**
 * `who` matches a part of the name, ignoring case and ё. `from` is included, `to` is not; null does not filter. `folded`: the
 * first record of each batch stands for the others.
 */
export type JournalQuery = Slice & {
  who: string;
  action: JournalAction | null;
  from: number | null;
  to: number | null;
  batch?: string | undefined;
  folded?: boolean;
};

/** A refused sign-in. `reason`: see `JournalEvent`. `source` is the key under which refusals are summed up. */
export type Refusal = { by: Author; reason: string; source: string };

/**
 * The maximum number of exports that one account may begin within a minute. They are limited because each adds a record.
 */
export const exportsPerMinute = 60;
/** Refusals of one source within this time are summed up. */
const refusalsSummedMs = minuteMs;
/** After this time the next record starts a new batch, so that no change hides under an old record. */
const batchMs = hourMs;
/** Length of a stored batch ID. */
const batchDigits = 32;
/** Maximum length of an object, in UTF-16 units. */
const objectMax = 1000;

/** A batch has only changes of one kind by one author, so that no change can hide among others. */
function batchOf({ batch, who, onBehalfOf }: Author, action: JournalAction): string | null {
  if (batch === undefined) return null;
  const key = JSON.stringify([batch, who, onBehalfOf, action]);
  return createHash('sha256').update(key).digest('hex').slice(0, batchDigits);
}

/** Adds a record inside the transaction of the change. */
export async function recordChange(db: Db, by: By, action: JournalAction, event: JournalEvent): Promise<void> {
  if (by === null) return;
  const { batch: _, ...author } = by;
  const batch = batchOf(by, action);
  const record = await db.value<number>(
    `INSERT INTO journal (at, who, who_folded, on_behalf_of, action, object, event, address, batch, part)
     VALUES ($1, $2, $3, $4, $5, '', $6, $7, $8,
       (SELECT count(*) FROM (SELECT 1 FROM journal WHERE batch = $8 AND part = 0 AND at > $9 LIMIT 1) AS head)) RETURNING record_id`,
    by.at,
    by.who,
    foldText(by.who),
    by.onBehalfOf,
    action,
    JSON.stringify(event),
    by.address,
    batch,
    by.at - batchMs,
  );
  db.audit(() => ({
    ...author,
    kind: 'record',
    record: record ?? 0,
    action,
    batch,
    object: textOf(describeEvent(event)),
  }));
}

const textOf = (object: string): string => object.slice(0, objectMax).toWellFormed();

/** `event` is null in records that were written before events were stored; those have a text in `object`. */
type StoredRecord = JournalRecord & { event: string | null };

function toRecord({ event, ...record }: StoredRecord): JournalRecord {
  if (event === null) return record;
  const text = record.parts > 1 ? describeBatch(JSON.parse(event), record.parts) : describeEvent(JSON.parse(event));
  return { ...record, object: textOf(text) };
}

/** Contains only the necessary conditions, because they are evaluated for every record. */
function matches(
  { contains }: Dialect,
  { who, action, from, to, batch, folded = false }: JournalQuery,
): {
  source: string;
  values: unknown[];
} {
  const values: unknown[] = [];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const conditions: string[] = [];
  const name = foldText(who);
  if (name !== '') conditions.push(contains('who_folded', parameter(name)));
  if (action !== null) conditions.push(`action = ${parameter(action)}`);
  if (from !== null) conditions.push(`at >= ${parameter(from)}`);
  if (to !== null) conditions.push(`at < ${parameter(to)}`);
  if (batch !== undefined) conditions.push(`batch = ${parameter(batch)}`);
  if (folded) conditions.push('part = 0');
  // Without a condition, SQLite counts pages of an index instead of records.
  return { source: `FROM journal ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}`, values };
}

/** The last written records first. Their times may have a different order, because clocks differ. */
async function page(db: Db, query: JournalQuery): Promise<Page<JournalRecord>> {
  const parts = '(SELECT count(*) FROM journal part WHERE part.batch = journal.batch)';
  const columns = `record_id, at, who, on_behalf_of, action, object, event, address, batch,
    ${query.folded ? `CASE WHEN batch IS NULL THEN 1 ELSE ${parts} END` : '1'} AS parts`;
  const order = 'record_id DESC';
  const { rows, total } = await readPage<StoredRecord>(db, { columns, order, ...matches(db.dialect, query) }, query);
  return { rows: rows.map(toRecord), total };
}

/** Counts what the author did within the last `ms` milliseconds. */
const countRecent = (db: Db, by: Author, action: JournalAction, ms: number): Promise<number> =>
  countRows(
    db,
    'FROM journal WHERE action = $1 AND at > $2 AND who = $3 AND on_behalf_of IS NOT DISTINCT FROM $4',
    action,
    by.at - ms,
    by.who,
    by.onBehalfOf,
  );

/** Records the start of an export. False, without a record: the author has started too many within the last minute. */
async function recordExport(db: Db, by: Author, event: JournalEvent): Promise<boolean> {
  await db.lock('exports', by.who);
  if ((await countRecent(db, by, 'exported', minuteMs)) >= exportsPerMinute) return false;
  await recordChange(db, by, 'exported', event);
  return true;
}

type Sum = { more: number; who: string; reason: string; address: string };

/** Records the sums of refusals whose minute is over. */
async function sumUpRefusals(db: Db, now: number): Promise<void> {
  const over = await db.rows<Sum>(
    'DELETE FROM journal_refusals WHERE since <= $1 RETURNING more, who, object AS reason, address',
    now - refusalsSummedMs,
  );
  for (const { more, who, reason, address } of over) {
    if (more === 0) continue;
    const by = { who, onBehalfOf: null, address, at: now };
    await recordChange(db, by, 'sign-in-refused', { of: 'reason', reason, more });
  }
}

/** Records a source's first refusal at once, and sums up the refusals of the next minute in one more record. */
async function refuse(db: Db, { by, reason, source }: Refusal): Promise<void> {
  await sumUpRefusals(db, by.at);
  const refusal = await db.row<{ more: number }>(
    `INSERT INTO journal_refusals (source, since, who, object, address) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (source) DO UPDATE SET more = journal_refusals.more + 1 RETURNING more`,
    source,
    by.at,
    by.who,
    reason,
    by.address,
  );
  if (refusal?.more === 0) await recordChange(db, by, 'sign-in-refused', { of: 'reason', reason });
}

/** Deletes up to `limit` records that are older than `before`. Returns their number. */
async function deleteOld(db: Db, before: number, limit: number): Promise<number> {
  if (!(await db.row('SELECT 1 FROM journal WHERE at < $1 LIMIT 1', before))) return 0;
  await db.run('UPDATE journal_retention SET deletable_before = $1', before);
  return db.run(
    'DELETE FROM journal WHERE record_id IN (SELECT record_id FROM journal WHERE at < $1 LIMIT $2)',
    before,
    limit,
  );
}

export const createJournalStore = (db: Db) =>
  createMethods(db, { page, countRecent }, { recordExport, refuse, sumUpRefusals, deleteOld });

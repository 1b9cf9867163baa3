/** API calls of our own backend: who did what (docs/product/journal.md). */
import { readRow } from '../fields/field.ts';
import { type JournalRecord, journalFields } from '../fields/journal.ts';
import { formatQuery, parseDay, type QuerySource } from '../list-query.ts';
import * as messages from '../messages.ts';
import { type Page, readPage } from '../read.ts';
import { type JournalAction, journalActions } from '../rules/journal.ts';
import { batchIdPattern, journalPageSize, signInNameMax } from '../rules/limits.ts';
import { type Call, get, withQuery } from './call.ts';

const isAction = (value: unknown): value is JournalAction =>
  typeof value === 'string' && Object.hasOwn(journalActions, value);

/** Reads the filters in the URL of the journal. Days are `YYYY-MM-DD`; '' and null do not filter. */
export const parseJournalFilters = ({ who, action, from, to, batch }: QuerySource) => ({
  who: typeof who === 'string' ? who.trim().slice(0, signInNameMax) : '',
  action: isAction(action) ? action : null,
  from: parseDay(from),
  to: parseDay(to),
  batch: typeof batch === 'string' && batchIdPattern.test(batch) ? batch : null,
});

export type JournalFilters = ReturnType<typeof parseJournalFilters>;

export const formatJournalQuery = (filters: JournalFilters, page = 1): string =>
  formatQuery({ ...filters, page: page > 1 ? page : null });

/** `action` becomes its label; an action unknown to this console stays as sent. */
function readRecord(raw: unknown): JournalRecord {
  const record = readRow(journalFields, raw);
  return isAction(record.action) ? { ...record, action: journalActions[record.action] } : record;
}

export const loadJournal = (
  filters: JournalFilters,
  offset: number,
  limit: number,
  folded = false,
): Call<Page<JournalRecord>> =>
  get(
    withQuery('/server/journal', { ...filters, folded: folded ? 'true' : null, limit, offset }),
    (reply) => readPage(reply, 'records', readRecord),
    messages.loadJournal,
  );

/** A page of the screen. Each batch is folded into one record, unless the filter selects a batch. */
export const loadJournalPage = (filters: JournalFilters, offset: number): Call<Page<JournalRecord>> =>
  loadJournal(filters, offset, journalPageSize, filters.batch === null);

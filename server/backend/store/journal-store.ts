/** The journal: who did what. Records are only added; they are deleted when they are older than JOURNAL_DAYS. */
import type { JournalAction } from '../../../shared/rules/journal.ts';
import type { Page } from './page.ts';

/**
 * Who makes a change, passed to the store with the change. `onBehalfOf` is the client for which an administrator acts, or null.
 * `address` is '' for what the service does by itself. `at` is in milliseconds.
 */
export type Author = { who: string; onBehalfOf: string | null; address: string; at: number };

/** `object` is a text for people. It never has a password or a token. */
export type JournalRecord = Author & { recordId: number; action: JournalAction; object: string };

/** `who` matches a part of the name, ignoring case and ё. `from` is included, `to` is not; null does not filter. */
export type JournalQuery = {
  limit: number;
  offset: number;
  who: string;
  action: JournalAction | null;
  from: number | null;
  to: number | null;
};

/** A refused sign-in. `source` is the key under which refusals are summed up. */
export type Refusal = { by: Author; object: string; source: string };

export interface JournalStore {
  /** The newest records first. */
  page(query: JournalQuery): Promise<Page<JournalRecord>>;
  /** For events without a change. A change is recorded by the store's method that makes it, in the same transaction. */
  record(by: Author, action: JournalAction, object: string): Promise<void>;
  /** Records that an export begins. False, without a record: the author has begun too many within the last minute. */
  recordExport(by: Author, object: string): Promise<boolean>;
  /** Records the first refusal of a source at once, and sums up the others of the next minute in one more record. */
  refuse(refusal: Refusal): Promise<void>;
  /** Records the sums of refusals whose minute is over. */
  sumUpRefusals(now: number): Promise<void>;
  /** Deletes up to `limit` records that are older than `before`. Returns their number. */
  deleteOld(before: number, limit: number): Promise<number>;
}

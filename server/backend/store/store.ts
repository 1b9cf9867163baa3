/**
 * The store as handlers use it: asynchronous and without SQL, so that another database engine can replace SQLite. A method that
 * makes a change for its author, `by`, also records it in the journal, in the same transaction. Without an author it is not
 * recorded.
 */
import type { PostQueries } from './posts-store.ts';
import type { Resources } from './resources.ts';

export type Store = Resources & {
  /**
   * Runs the work in one transaction, with a store of which it uses nothing but the resources. Others do not see its changes
   * before it has ended; neither do queries of posts, its own included. It may run again after a conflict with another
   * transaction, so that it has no effects outside the store.
   */
  transaction<T>(work: (store: Resources) => Promise<T>): Promise<T>;
  /** Throws when the database cannot be written. Cheap enough for a health call every second. */
  check(): Promise<void>;
  /** Overwrites what deleted rows have left in the files. Returns what is left there, in English, for the command line. */
  scrub(): Promise<string[]>;
  /** Describes a fault of the disk or the file for the log: folder, fault and remedy. Null for other errors. */
  faultOf(error: unknown): string | null;
  close(): Promise<void>;
};

/** What answers queries of posts (feed/). */
export type Feed = {
  queries: PostQueries;
  /** Throws when it cannot answer. Cheap enough for a health call every second. */
  check(): Promise<void>;
  /** See `Store`. */
  scrub(): Promise<string[]>;
  faultOf(error: unknown): string | null;
  close(): Promise<void>;
};

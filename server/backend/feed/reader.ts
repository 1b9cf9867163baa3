/** Runs queries one after another on its own read-only connection, in a thread (reader-thread.ts) or, in most tests, without one. */
import { DatabaseSync } from 'node:sqlite';
import { type PostQuery, runPostQuery } from './post-queries.ts';

export type ReaderStart = { file: string };

/** Errors are plain objects, because a structured clone of an `Error` loses SQLite's `errcode`. */
export type ReaderReply =
  | { result: unknown }
  | { error: { name: string; message: string; stack: string; errcode?: number } };

export function openReader(file: string) {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  db.exec('PRAGMA temp_store = MEMORY');

  /** All statements of a query read the same snapshot of the database. */
  function runInSnapshot(query: PostQuery): unknown {
    db.exec('BEGIN');
    try {
      return runPostQuery(db, query);
    } finally {
      db.exec('ROLLBACK');
    }
  }

  return {
    answer(query: PostQuery): ReaderReply {
      try {
        return { result: runInSnapshot(query) };
      } catch (error) {
        const { name, message, stack = '', errcode } = error as Error & { errcode?: number };
        return { error: { name, message, stack, ...(errcode === undefined ? {} : { errcode }) } };
      }
    },
    close: () => db.close(),
  };
}

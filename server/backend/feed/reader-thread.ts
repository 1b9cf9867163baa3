/** Entry of a reader thread: runs queries one after another on its own read-only connection. */
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { type PostQuery, runPostQuery } from './post-queries.ts';

export type ReaderStart = { file: string };

/** Errors are plain objects, because a structured clone of an `Error` loses SQLite's `errcode`. */
export type ReaderReply =
  | { result: unknown }
  | { error: { name: string; message: string; stack: string; errcode?: number } };

const { file } = workerData as ReaderStart;
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

function answer(query: PostQuery): ReaderReply {
  try {
    return { result: runInSnapshot(query) };
  } catch (error) {
    const { name, message, stack = '', errcode } = error as Error & { errcode?: number };
    return { error: { name, message, stack, ...(errcode === undefined ? {} : { errcode }) } };
  }
}

parentPort?.on('message', (query: PostQuery) => parentPort?.postMessage(answer(query)));

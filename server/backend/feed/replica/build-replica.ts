/** Builds the replica of a machine from one state of the database. */
import { renameSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as yieldToCalls } from 'node:timers/promises';
import type { Db } from '../../store/port.ts';
import { openDatabase } from '../../store/sqlite/database.ts';
import { packChunks } from '../../store/sqlite/row-columns.ts';
import { readNewest, startFollowing } from './follow-changes.ts';
import { removeReplica, unfinishedSuffix } from './replica-files.ts';
import { copiedTables, copyPosts, copyTable } from './replica-rows.ts';
import { type Position, type ReplicaSource, readPosition } from './replica-source.ts';

/** `done` of `total` posts are copied. */
export type Progress = { step: 'following changes' | 'copying posts' | 'packing columns'; done: number; total: number };

/**
 * An incomplete file is never used, so that filling it needs no durability. SQLite ignores `journal_mode = OFF` here: Node.js
 * opens databases in its defensive mode.
 */
async function change<T>(file: string, work: (replica: DatabaseSync) => Promise<T>): Promise<T> {
  const replica = openDatabase(file);
  try {
    replica.exec(`PRAGMA foreign_keys = OFF; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;
      PRAGMA cache_size = -200000; BEGIN`);
    const result = await work(replica);
    replica.exec('COMMIT');
    return result;
  } finally {
    replica.close();
  }
}

/** Makes the contents durable before a rename, so that no power failure leaves a renamed file without them. */
async function flush(file: string): Promise<void> {
  await using handle = await open(file, 'r+');
  await handle.sync();
}

async function fill(db: Db, replica: DatabaseSync, onProgress: (progress: Progress) => void): Promise<void> {
  const total = (await db.value<number>('SELECT sum(total_posts) FROM words')) ?? 0;
  for (const table of copiedTables) await copyTable(db, replica, table);
  await copyPosts(db, replica, (done) => onProgress({ step: 'copying posts', done, total: Math.max(done, total) }));
}

/** Fills the file under another name first, so that an interrupted build is never taken for a complete one. */
export async function buildReplica(source: ReplicaSource, file: string, onProgress: (progress: Progress) => void) {
  const unfinished = file + unfinishedSuffix;
  const present = await readPosition(source.primary);
  const isUsable = ({ history }: Position) => history === present?.history;
  try {
    // Starts again when the standby fails. The server ends a transaction that is idle for long, so it contains the reads only.
    const built = await source.snapshot(isUsable, async (db, position) => {
      removeReplica(unfinished);
      await change(unfinished, (replica) => fill(db, replica, onProgress));
      return { position, newest: await readNewest(db) };
    });
    onProgress({ step: 'packing columns', done: 1, total: 1 });
    await change(unfinished, async (replica) => {
      // Between two chunks the process answers calls.
      for (const _ of packChunks(replica)) await yieldToCalls();
      startFollowing(replica, built.position, built.newest);
    });
    await flush(unfinished);
    renameSync(unfinished, file);
  } catch (error) {
    removeReplica(unfinished);
    throw error;
  }
}

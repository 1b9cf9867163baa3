/** Builds the search copy of a machine from one state of the database. */
import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '../../sqlite/database.ts';
import type { Db } from '../database.ts';
import { copyPosts } from './copied-posts.ts';
import { copiedTables, copyTable } from './copied-rows.ts';
import { removeCopy, unfinishedSuffix } from './copy-files.ts';
import type { CopySource } from './copy-source.ts';
import { createState, type Position, readPosition, saveState } from './copy-state.ts';

export type Progress = { done: number; total: number };

/** A file that is not complete is not used, so that it needs no safety while it is filled. */
function createFile(file: string): DatabaseSync {
  removeCopy(file);
  const copy = openDatabase(file);
  copy.exec(`PRAGMA foreign_keys = OFF; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -200000;
    DELETE FROM time_zone`);
  createState(copy);
  return copy;
}

/** A rename after this survives a power failure with the file's contents. */
function flush(file: string): void {
  const handle = openSync(file, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}

async function fill(db: Db, copy: DatabaseSync, onProgress: (progress: Progress) => void): Promise<void> {
  const words = await db.row<{ total: number }>('SELECT coalesce(sum(total_posts), 0) AS total FROM words');
  const total = words?.total ?? 0;
  copy.exec('BEGIN');
  for (const table of copiedTables) await copyTable(db, copy, table);
  await copyPosts(db, copy, (done) => onProgress({ done, total: Math.max(done, total) }));
}

/** Fills the file under another name first, so that an interrupted build is never taken for a complete one. */
export async function buildCopy(
  source: CopySource,
  file: string,
  onProgress: (progress: Progress) => void,
): Promise<void> {
  const unfinished = file + unfinishedSuffix;
  const present = await readPosition(source.primary);
  const isUsable = ({ history }: Position) => history === present?.history;
  try {
    // Starts again when the replica fails.
    await source.snapshot(isUsable, async (db, position) => {
      const copy = createFile(unfinished);
      try {
        await fill(db, copy, onProgress);
        saveState(copy, position, 0);
        copy.exec('COMMIT');
      } finally {
        copy.close();
      }
    });
    flush(unfinished);
    renameSync(unfinished, file);
  } catch (error) {
    removeCopy(unfinished);
    throw error;
  }
}

/**
 * Overwrites the remains of deleted rows in the files of a database, even while a service uses it. `secure_delete` has
 * overwritten the rows themselves; copies of them are in the search index, in the log, and in parts of pages that were split.
 */
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { isBusy, readNumber, sizeOf } from './sql.ts';

/** Pages of the index per step, and the pause in which others can write. */
const stepPages = 500;
const pauseMs = 50;
/** Others cannot write while the file is rewritten. They wait for 5 s, which suffices for a file of this size. */
const rewrittenBytesMax = 100_000_000;
const attemptsMax = 20;

/** Retries the work while others hold a lock. Returns whether it was done. */
async function tryOften(work: () => boolean): Promise<boolean> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    try {
      if (work()) return true;
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    await sleep(pauseMs * attempt);
  }
  return false;
}

/** Merges the search index into one segment, which drops entries of deleted rows. */
async function mergeIndex(db: DatabaseSync): Promise<boolean> {
  // A negative number begins the merge; The number of changed rows tells whether something is left to merge.
  const merge = (pages: number) => db.exec(`INSERT INTO post_search (post_search, rank) VALUES ('merge', ${pages})`);
  let pages = -stepPages;
  for (let changed = 2; changed >= 2; pages = stepPages) {
    const step = () => {
      const before = readNumber(db, 'SELECT total_changes()');
      merge(pages);
      changed = readNumber(db, 'SELECT total_changes()') - before;
      return true;
    };
    if (!(await tryOften(step))) return false;
    await sleep(pauseMs);
  }
  return true;
}

/** Checkpoints the log into the file, and truncates it. */
const emptyLog = (db: DatabaseSync): Promise<boolean> =>
  tryOften(() => readNumber(db, 'PRAGMA wal_checkpoint(TRUNCATE)') === 0);

/** Returns a description of the remains in the files for the command line. */
export async function scrub(db: DatabaseSync): Promise<string[]> {
  const file = db.location() ?? '';
  const left: string[] = [];
  if (!(await mergeIndex(db))) left.push(`stems of texts in the search index of ${file}, which others are writing`);
  const rewrite = () => {
    db.exec('VACUUM');
    return true;
  };
  if (sizeOf(db) > rewrittenBytesMax || !(await tryOften(rewrite))) {
    left.push(`parts of a few texts between the rows of ${file}: a backup has none of them, and can replace the file`);
  }
  if (!(await emptyLog(db))) left.push(`the log ${file}-wal, which others are reading, until the service stops`);
  return left;
}

/** Checks with a small write that the database can be written: a server that only reads, or has a full disk, answers queries. */
import type { Database } from './database.ts';
import { answerWithin } from './faults.ts';

/** A successful check is valid for this long, because health calls are public and frequent. */
const validMs = 5000;
/** Health calls need an answer before the console gives up. */
const answerMs = 1000;
/** Sorts 200 KB in 64 KB of memory. A full disk has no space for it, but changes a row in the page where it is. */
const spill = `SELECT count(*) FROM (
  SELECT n FROM generate_series(1, 200) AS n ORDER BY repeat('x', 1000) || n OFFSET 0) AS sorted`;

/** Returns a function that throws the database's error. It writes at most every 5 s; calls meanwhile wait for it too. */
export function createWriteCheck(
  database: Pick<Database, 'transaction'>,
  clock: () => number = () => performance.now(),
  waitMs: number = answerMs,
): () => Promise<void> {
  let lastSuccess = Number.NEGATIVE_INFINITY;
  let writing: Promise<void> | null = null;

  async function write(): Promise<void> {
    await database.transaction(async (db) => {
      await db.run("SET LOCAL work_mem = '64kB'");
      await db.row(spill);
      await db.run('UPDATE service SET checked_at = now()');
    });
    lastSuccess = clock();
  }
  return async () => {
    if (clock() - lastSuccess < validMs) return;
    writing ??= write().finally(() => {
      writing = null;
    });
    await answerWithin(writing, waitMs);
  };
}

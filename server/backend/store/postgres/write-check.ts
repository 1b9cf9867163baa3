/** Checks with a small write that the database can be written: a server that only reads, or has a full disk, answers queries. */
import type { Db } from './database.ts';

/** A successful check is valid for this long, because health calls are public and frequent. */
const validMs = 5000;

/** Returns a function that throws the database's error. It writes one row at most every 5 s. */
export function createWriteCheck(db: Db, clock: () => number = () => performance.now()): () => Promise<void> {
  let lastSuccess = Number.NEGATIVE_INFINITY;
  return async () => {
    if (clock() - lastSuccess < validMs) return;
    await db.run('UPDATE service SET checked_at = now()');
    lastSuccess = clock();
  };
}

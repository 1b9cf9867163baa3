/** Checks with a small write that the database can be written, because reads do not detect a full disk. */
import type { DatabaseSync } from 'node:sqlite';

/** A successful check is valid for this long, because health calls are public and frequent. */
const validMs = 5000;
/** «LDVK» in ASCII. SQLite does not use this field of the file's header, so it can be written repeatedly. */
const applicationId = 0x4c44564b;

/** Returns a function that throws the database's error. It writes one page at most every 5 s. */
export function createWriteCheck(db: DatabaseSync, clock: () => number = () => performance.now()): () => void {
  let lastSuccess = Number.NEGATIVE_INFINITY;
  return () => {
    if (clock() - lastSuccess < validMs) return;
    db.exec(`PRAGMA application_id = ${applicationId}`);
    lastSuccess = clock();
  };
}

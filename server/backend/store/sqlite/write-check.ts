/** Checks by a small write that the database can be written: a full disk does not show in any other way. */
import type { DatabaseSync } from 'node:sqlite';

/** Health is public and probes are frequent, so a successful write counts for this long. */
const validMs = 5000;
/** «LDVK» in the file's header: the one field that may be written again and again and means nothing else. */
const applicationId = 0x4c44564b;

/** The returned function throws the database's error. It costs one page and one fsync at most every 5 s. */
export function createWriteCheck(db: DatabaseSync, clock: () => number = () => performance.now()): () => void {
  let lastSuccess = Number.NEGATIVE_INFINITY;
  return () => {
    if (clock() - lastSuccess < validMs) return;
    db.exec(`PRAGMA application_id = ${applicationId}`);
    lastSuccess = clock();
  };
}

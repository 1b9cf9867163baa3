/**
 * Commits without waiting for the disk, for a change in many small transactions. Waiting takes several times as long as such a
 * transaction, and nothing else uses the connection meanwhile.
 */
import { open } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { transaction } from './database.ts';

/** After a power failure the changes may be lost, unless `syncLog` or a later transaction has ended. */
export function quickTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('PRAGMA synchronous = NORMAL');
  try {
    return transaction(db, work);
  } finally {
    db.exec('PRAGMA synchronous = FULL');
  }
}

/** Makes all committed changes survive a power failure. The disk writes while other requests are served. */
export async function syncLog(db: DatabaseSync): Promise<void> {
  const log = await open(`${db.location()}-wal`, 'r+');
  try {
    await log.datasync();
  } finally {
    await log.close();
  }
}

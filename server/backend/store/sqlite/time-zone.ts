/** The zone of the bars of histograms (migration 005), for the threads that read. */
import type { DatabaseSync } from 'node:sqlite';
import { transaction } from './database.ts';

export const readZone = (db: DatabaseSync): string => String(db.prepare('SELECT name FROM time_zone').get()?.name);

/** Returns false when it is the zone already. */
export function setTimeZone(db: DatabaseSync, name: string): boolean {
  return transaction(db, () => {
    if (readZone(db) === name) return false;
    db.prepare('UPDATE time_zone SET name = ?').run(name);
    return true;
  });
}

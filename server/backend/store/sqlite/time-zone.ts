/** The zone of the days of posts (migration 005). */
import type { DatabaseSync } from 'node:sqlite';
import { transaction } from './database.ts';
import { prepareZone, rebuildDays } from './day-counts.ts';

/** Changes the zone and computes all days anew. Returns false when it is the zone already. */
export function setTimeZone(db: DatabaseSync, name: string): boolean {
  return transaction(db, () => {
    if (prepareZone(db)() === name) return false;
    db.prepare('UPDATE time_zone SET name = ?').run(name);
    rebuildDays(db);
    return true;
  });
}

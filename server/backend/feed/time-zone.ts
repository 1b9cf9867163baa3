/** The zone of the bars of histograms (migration 005), for the threads that read. */
import type { DatabaseSync } from 'node:sqlite';

export const readZone = (db: DatabaseSync): string => String(db.prepare('SELECT name FROM time_zone').get()?.name);

/** Returns false when it is the zone already. */
export const setTimeZone = (db: DatabaseSync, name: string): boolean =>
  Number(db.prepare('UPDATE time_zone SET name = ?1 WHERE name <> ?1').run(name).changes) > 0;

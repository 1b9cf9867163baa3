/** The zone of the bars of histograms (migration 005), for the threads that read. */
import type { DatabaseSync } from 'node:sqlite';

export const readZone = (db: DatabaseSync): string => String(db.prepare('SELECT name FROM time_zone').get()?.name);

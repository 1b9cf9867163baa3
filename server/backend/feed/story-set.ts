/** Sets of stories (rules/bits.ts). */
import type { DatabaseSync } from 'node:sqlite';
import { readNumber } from '../store/sqlite/sql.ts';
import { newestArrival } from '../store/visits.ts';

/** An empty set that has room for every story, a client's own ones too. */
export const createStorySet = (db: DatabaseSync): Uint8Array =>
  new Uint8Array((readNumber(db, `SELECT ${newestArrival}`) >> 3) + 1);

/** The last visit of each account, and the newest arrival at that time. Times are milliseconds. */
import { minuteMs } from '../../../shared/durations.ts';
import { createMethods, type Db } from './port.ts';

/** A visit ends after this time without a request. */
const visitPauseMs = 30 * minuteMs;
/** The minimum time between two writes of a visit. */
const visitUseIntervalMs = minuteMs;

/** SQL: the newest number of the counter that rows and stories share. */
export const newestArrival = '(SELECT newest FROM arrival_counter)';

type Visit = { usedAt: number; since: number };

const find = (db: Db, account: string) =>
  db.row<Visit>('SELECT used_at, since_story AS since FROM visits WHERE account = $1', account);

/** Begins a visit unless one was used after `usedUntil`, so that of two concurrent requests only one begins it. */
const beginAfter = (db: Db, account: string, now: number, usedUntil: number) =>
  db.run(
    `INSERT INTO visits AS stored (account, used_at, seen_story, since_story)
     VALUES ($1, $2, ${newestArrival}, ${newestArrival})
     ON CONFLICT (account) DO UPDATE SET used_at = excluded.used_at, seen_story = excluded.seen_story,
       since_story = stored.seen_story WHERE stored.used_at <= $3`,
    account,
    now,
    usedUntil,
  );

/** Records a request of the account. Begins a visit after 30 minutes without one. Writes at most once a minute. */
async function touch(db: Db, account: string, now: number): Promise<void> {
  const visit = await find(db, account);
  if (visit === null || visit.usedAt <= now - visitPauseMs) await beginAfter(db, account, now, now - visitPauseMs);
  else if (visit.usedAt <= now - visitUseIntervalMs) {
    await db.run(`UPDATE visits SET used_at = $1, seen_story = ${newestArrival} WHERE account = $2`, now, account);
  }
}

/** Begins a visit at once. */
const begin = (db: Db, account: string, now: number) => beginAfter(db, account, now, Number.MAX_SAFE_INTEGER);

/** The newest arrival when the previous visit ended; during the first visit, when this visit began. */
const since = async (db: Db, account: string): Promise<number> =>
  (await find(db, account))?.since ?? (await db.value(`SELECT ${newestArrival}`)) ?? 0;

export const createVisitsStore = (db: Db) => createMethods(db, { touch, since }, { begin });

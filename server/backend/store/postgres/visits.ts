/** Visits in PostgreSQL. */

import type { Db } from '../port.ts';
import { type VisitsStore, visitPauseMs, visitUseIntervalMs } from '../visits-store.ts';
import { newestArrival } from './arrivals.ts';

type Visit = { usedAt: number; since: number };

export function createVisitsStore(db: Db): VisitsStore {
  const find = (account: string) =>
    db.row<Visit>('SELECT used_at, since_story AS since FROM visits WHERE account = $1', account);
  /** Without a visit that was used after `usedUntil`: of two requests that begin the same visit, one does. */
  const begin = (account: string, now: number, usedUntil = Number.MAX_SAFE_INTEGER) =>
    db.run(
      `INSERT INTO visits AS known (account, used_at, seen_story, since_story)
       VALUES ($1, $2, ${newestArrival}, ${newestArrival})
       ON CONFLICT (account) DO UPDATE SET used_at = excluded.used_at, seen_story = excluded.seen_story,
         since_story = known.seen_story WHERE known.used_at <= $3`,
      ...[account, now, usedUntil],
    );
  return {
    touch: async (account, now) => {
      const visit = await find(account);
      if (visit === null || visit.usedAt <= now - visitPauseMs) await begin(account, now, now - visitPauseMs);
      else if (visit.usedAt <= now - visitUseIntervalMs) {
        await db.run(`UPDATE visits SET used_at = $1, seen_story = ${newestArrival} WHERE account = $2`, now, account);
      }
    },
    begin: async (account, now) => void (await begin(account, now)),
    since: async (account) =>
      ((await find(account)) ?? (await db.row<Pick<Visit, 'since'>>(`SELECT ${newestArrival} AS since`)))?.since ?? 0,
  };
}

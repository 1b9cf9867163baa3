/** Visits in SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import { type VisitsStore, visitPauseMs, visitUseIntervalMs } from '../visits-store.ts';
import { newestArrival } from './arrivals.ts';

export function createVisitsStore(db: DatabaseSync): VisitsStore {
  const find = db.prepare('SELECT used_at AS usedAt, since_story AS since FROM visits WHERE account = ?');
  const newest = db.prepare(`SELECT ${newestArrival} AS since`);
  // Without a visit that was used after the time.
  const begin = db.prepare(
    `INSERT INTO visits (account, used_at, seen_story, since_story)
     VALUES (:account, :now, ${newestArrival}, ${newestArrival})
     ON CONFLICT (account) DO UPDATE SET used_at = excluded.used_at, seen_story = excluded.seen_story,
       since_story = visits.seen_story WHERE visits.used_at <= :usedUntil`,
  );
  const use = db.prepare(`UPDATE visits SET used_at = ?, seen_story = ${newestArrival} WHERE account = ?`);
  return {
    touch: async (account, now) => {
      const usedAt = find.get(account)?.usedAt;
      if (typeof usedAt !== 'number' || usedAt <= now - visitPauseMs)
        begin.run({ account, now, usedUntil: now - visitPauseMs });
      else if (usedAt <= now - visitUseIntervalMs) use.run(now, account);
    },
    begin: async (account, now) => void begin.run({ account, now, usedUntil: Number.MAX_SAFE_INTEGER }),
    since: async (account) => Number((find.get(account) ?? newest.get())?.since),
  };
}

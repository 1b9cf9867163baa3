/** Numbers rows of posts in the order of their arrival, and keeps when they arrived (migration 010). */
import type { DatabaseSync } from 'node:sqlite';

/** SQL of the newest number of the sequence that rows and stories share. */
export const newestArrival = "coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'stories'), 0)";

/** The methods run inside the caller's transaction. */
export function createArrivals(db: DatabaseSync, now: () => number) {
  const advance = db.prepare("UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'stories'");
  const newest = db.prepare(`SELECT ${newestArrival} AS arrival`);
  const lastTime = db.prepare('SELECT at FROM arrivals ORDER BY first DESC LIMIT 1');
  const addTime = db.prepare('INSERT INTO arrivals VALUES (?, ?)');
  return {
    /** The number of a row that joins a story. */
    next(): number {
      advance.run();
      return Number(newest.get()?.arrival);
    },
    /** The row with this number, the newest, arrives now. */
    date(arrival: number): void {
      const at = Math.floor(now() / 1000) * 1000;
      if (lastTime.get()?.at !== at) addTime.run(arrival, at);
    },
  };
}

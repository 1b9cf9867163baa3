/** Numbers rows of posts in the order of their arrival, and keeps when they arrived. Runs under the lock of posts. */
import type { Db } from './database.ts';

/** SQL of the newest number of the counter that rows and stories share. */
export const newestArrival = '(SELECT newest FROM arrival_counter)';

/** The number of the next row or story. */
export async function nextArrival(db: Db): Promise<number> {
  const counter = await db.row<{ newest: number }>('UPDATE arrival_counter SET newest = newest + 1 RETURNING newest');
  return counter?.newest ?? 0;
}

/** The row with this number, the newest, arrives now. */
export async function dateArrival(db: Db, arrival: number, now: number): Promise<void> {
  const at = Math.floor(now / 1000) * 1000;
  const last = await db.row<{ at: number }>('SELECT at FROM arrivals ORDER BY first DESC LIMIT 1');
  if (last?.at !== at) await db.run('INSERT INTO arrivals VALUES ($1, $2)', arrival, at);
}

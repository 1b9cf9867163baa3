/** Numbers rows of posts in the order of their arrival. Runs under the lock of posts. */
import type { Db } from '../port.ts';

/** SQL of the newest number of the counter that rows and stories share. */
export const newestArrival = '(SELECT newest FROM arrival_counter)';

/** The number of the next row or story. */
export async function nextArrival(db: Db): Promise<number> {
  const counter = await db.row<{ newest: number }>('UPDATE arrival_counter SET newest = newest + 1 RETURNING newest');
  return counter?.newest ?? 0;
}

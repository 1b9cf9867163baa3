/** Jobs of one process at a time, in PostgreSQL. */
import type { JobsStore } from '../jobs-store.ts';
import type { Db } from './database.ts';

export const createJobsStore = (db: Db): JobsStore => ({
  begin: async (job, owner, now, until) =>
    (await db.run(
      `INSERT INTO jobs AS known (job, owner, until) VALUES ($1, $2, $3)
       ON CONFLICT (job) DO UPDATE SET owner = excluded.owner, until = excluded.until
         WHERE known.owner = excluded.owner OR known.until <= $4`,
      ...[job, owner, until, now],
    )) === 1,
  end: async (job, owner) => void (await db.run('DELETE FROM jobs WHERE job = $1 AND owner = $2', job, owner)),
});

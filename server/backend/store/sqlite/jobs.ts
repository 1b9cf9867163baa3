/** Jobs of one process at a time, in SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import type { JobsStore } from '../jobs-store.ts';

export function createJobsStore(db: DatabaseSync): JobsStore {
  const begin = db.prepare(
    `INSERT INTO jobs (job, owner, until) VALUES (:job, :owner, :until)
     ON CONFLICT (job) DO UPDATE SET owner = excluded.owner, until = excluded.until
       WHERE owner = excluded.owner OR until <= :now`,
  );
  const end = db.prepare('DELETE FROM jobs WHERE job = ? AND owner = ?');
  return {
    begin: async (job, owner, now, until) => begin.run({ job, owner, now, until }).changes === 1,
    end: async (job, owner) => void end.run(job, owner),
  };
}

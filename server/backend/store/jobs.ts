/**
 * Leases on jobs. Of the processes that share the database, only one does a job at a time. Times are milliseconds since 1970.
 */
import { createMethods, type Db } from './port.ts';

type Background =
  | 'demo'
  | 'demo-day'
  | 'retention'
  | 'word-health'
  | 'suggestions'
  | 'work'
  | 'work-rules'
  | 'work-history';
/** `change:…`: a call that changes many stories of the client. */
export type JobName = Background | `change:${string}`;

/**
 * Leases the job to the owner until `until`; another call with the same owner extends the lease. False while another process,
 * which may have crashed, holds it.
 */
async function begin(db: Db, job: JobName, owner: string, now: number, until: number): Promise<boolean> {
  const started = await db.run(
    `INSERT INTO jobs AS known (job, owner, until) VALUES ($1, $2, $3)
     ON CONFLICT (job) DO UPDATE SET owner = excluded.owner, until = excluded.until
       WHERE known.owner = excluded.owner OR known.until <= $4`,
    job,
    owner,
    until,
    now,
  );
  return started === 1;
}

/** Releases the job. Returns 0, and does nothing, when the owner does not hold it. */
const end = (db: Db, job: JobName, owner: string) =>
  db.run('DELETE FROM jobs WHERE job = $1 AND owner = $2', job, owner);

export const createJobsStore = (db: Db) => createMethods(db, {}, { begin, end });

/** Jobs that one process at a time does, of all that share the database. Times are milliseconds since 1970. */
import { createMethods, type Db } from './port.ts';

export type JobName = 'demo' | 'retention' | 'word-health' | 'suggestions' | 'work' | 'work-rules';

/**
 * True: the job is the owner's until `until`. Another call with the same owner extends it. False: it is another process's,
 * which may have crashed; its job ends at its time.
 */
async function begin(db: Db, job: JobName, owner: string, now: number, until: number): Promise<boolean> {
  const begun = await db.run(
    `INSERT INTO jobs AS known (job, owner, until) VALUES ($1, $2, $3)
     ON CONFLICT (job) DO UPDATE SET owner = excluded.owner, until = excluded.until
       WHERE known.owner = excluded.owner OR known.until <= $4`,
    ...[job, owner, until, now],
  );
  return begun === 1;
}

/** Others may begin the job. Does nothing when it is not the owner's. */
const end = (db: Db, job: JobName, owner: string) =>
  db.run('DELETE FROM jobs WHERE job = $1 AND owner = $2', job, owner);

export const createJobsStore = (db: Db) => createMethods(db, {}, { begin, end });

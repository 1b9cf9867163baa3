/** Jobs that one process at a time does, of all that share the database. Times are milliseconds since 1970. */
import type { Db } from './port.ts';

export type JobName = 'demo' | 'retention' | 'word-health';

export interface JobsStore {
  /**
   * True: the job is the owner's until `until`. Another call with the same owner extends it. False: it is another process's,
   * which may have crashed; its job ends at its time.
   */
  begin(job: JobName, owner: string, now: number, until: number): Promise<boolean>;
  /** Others may begin the job. Does nothing when it is not the owner's. */
  end(job: JobName, owner: string): Promise<void>;
}

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

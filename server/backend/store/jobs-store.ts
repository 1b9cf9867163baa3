/** Jobs that one process at a time does, of all that share the database. Times are milliseconds since 1970. */

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

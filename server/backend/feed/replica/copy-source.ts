/** The servers from which a search copy is read: the replica, if there is one that has what is asked for, else the primary. */
import type { Db } from '../../store/port.ts';
import type { Database } from '../../store/postgres/database.ts';
import { isFaultOfServer } from '../../store/postgres/faults.ts';
import { type Position, readPosition } from './copy-state.ts';

export type CopySource = {
  primary: Database;
  /**
   * Runs the work on one state of a server: of the replica, if `isUsable` accepts its position, else of the primary. When the
   * replica fails, the work runs again on the primary.
   */
  snapshot<T>(isUsable: (position: Position) => boolean, work: (db: Db, position: Position) => Promise<T>): Promise<T>;
};

/** A replica that has failed is left alone for this long. */
const restMs = 30_000;

export function createCopySource(
  primary: Database,
  replica: Database | null,
  log: (message: string) => void,
): CopySource {
  let restsUntil = 0;

  return {
    primary,
    async snapshot(isUsable, work) {
      const run = (db: Db, accepts: typeof isUsable) =>
        readPosition(db).then(async (position) =>
          position && accepts(position) ? { result: await work(db, position) } : null,
        );
      if (replica && performance.now() > restsUntil) {
        try {
          const done = await replica.snapshot((db) => run(db, isUsable));
          if (done) return done.result;
        } catch (error) {
          if (!isFaultOfServer(error)) throw error;
          restsUntil = performance.now() + restMs;
          log(`the read replica is not used for ${restMs / 1000} s: ${(error as Error).message}`);
        }
      }
      const done = await primary.snapshot((db) => run(db, () => true));
      if (!done) throw new Error('The database has no service');
      return done.result;
    },
  };
}

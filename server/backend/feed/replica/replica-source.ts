/** The servers from which a replica is read: the primary, and a standby while it is up to date. */
import type { Db } from '../../store/port.ts';
import type { Database } from '../../store/postgres/database.ts';
import { isFaultOfServer } from '../../store/postgres/faults.ts';

/**
 * A state of PostgreSQL: it has all transactions before `xmin`, and none from `xmax` on. `history`: the database and its
 * timeline. `at`: the server's time, in milliseconds since 1970.
 */
export type Moment = { history: string; xmin: string; xmax: string; at: number };
/** `running`: the unfinished transactions in between, separated by commas. A standby does not list them. */
export type Position = Moment & { running: string };
/**
 * A standby that is promoted begins another timeline, and may lack transactions that a replica has seen. Other standbys learn
 * of it some minutes later, and are not read until then.
 */
const timeline = `CASE WHEN pg_is_in_recovery() THEN (SELECT upper(lpad(to_hex(timeline_id), 8, '0')) FROM pg_control_checkpoint())
    ELSE left(pg_walfile_name(pg_current_wal_lsn()), 8) END`;

export const positionColumns = `
  concat_ws('/', history, 'changes'::regclass::oid, ${timeline}) AS history, (extract(epoch FROM now()) * 1000)::bigint AS at,
  pg_snapshot_xmin(pg_current_snapshot())::text AS xmin, pg_snapshot_xmax(pg_current_snapshot())::text AS xmax,
  split_part(pg_current_snapshot()::text, ':', 3) AS running`;

export const readPosition = (db: Db): Promise<Position | null> =>
  db.row<Position>(`SELECT ${positionColumns} FROM service`);

/** Whether the standby has all that the primary had committed: every transaction that it may lack was still running there. */
export function hasAll(standby: Position, primary: Position): boolean {
  if (standby.history !== primary.history) return false;
  const running = new Set(primary.running.split(','));
  const end = BigInt(primary.xmax);
  for (let xid = BigInt(standby.xmin); xid < end; xid += 1n) if (!running.has(String(xid))) return false;
  return true;
}

/** A failed standby is not used for this long. */
const restMs = 30_000;

export function createReplicaSource(primary: Database, standby: Database | null, log: (message: string) => void) {
  let restsUntil = 0;

  return {
    primary,
    /**
     * Runs the work on one state of a server: of the standby, if `isUsable` accepts its position, else of the primary. When the
     * standby fails, the work runs again on the primary.
     */
    async snapshot<T>(
      isUsable: (position: Position) => boolean,
      work: (db: Db, position: Position) => Promise<T>,
    ): Promise<T> {
      const run = (db: Db, accepts: typeof isUsable) =>
        readPosition(db).then(async (position) =>
          position && accepts(position) ? { result: await work(db, position) } : null,
        );
      if (standby && performance.now() > restsUntil) {
        try {
          const done = await standby.snapshot((db) => run(db, isUsable));
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

export type ReplicaSource = ReturnType<typeof createReplicaSource>;

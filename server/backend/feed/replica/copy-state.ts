/** How far a search copy follows its database. */
import type { DatabaseSync } from 'node:sqlite';
import { dayMs } from '../../../platform/durations.ts';
import type { Db } from '../../store/port.ts';
import { changesDays } from '../../store/postgres/history.ts';

/**
 * A state of PostgreSQL. The changes of all transactions before `xmin` are in it, of `xmax` and later ones none. `history`: of
 * which database, on which timeline. `at`: the server's time, in milliseconds since 1970.
 */
type Moment = { history: string; xmin: string; xmax: string; at: number };
/** `running`: the transactions in between that had not ended, separated by commas. A replica does not name them. */
export type Position = Moment & { running: string };
/** `version`: how often changes were copied. */
export type CopyState = Moment & { version: number };

/** A copy that has not followed the changes for this long is built again, a day before they are removed. */
const followedMs = (changesDays - 1) * dayMs;

/**
 * A replica that is promoted begins another timeline, and may lack transactions that a copy has seen. Replicas learn of it some
 * minutes later, and are not read until then.
 */
const timeline = `CASE WHEN pg_is_in_recovery() THEN (SELECT upper(lpad(to_hex(timeline_id), 8, '0')) FROM pg_control_checkpoint())
    ELSE left(pg_walfile_name(pg_current_wal_lsn()), 8) END`;

export const positionColumns = `
  concat_ws('/', history, 'changes'::regclass::oid, ${timeline}) AS history, (extract(epoch FROM now()) * 1000)::bigint AS at,
  pg_snapshot_xmin(pg_current_snapshot())::text AS xmin, pg_snapshot_xmax(pg_current_snapshot())::text AS xmax,
  split_part(pg_current_snapshot()::text, ':', 3) AS running`;

export const readPosition = (db: Db): Promise<Position | null> =>
  db.row<Position>(`SELECT ${positionColumns} FROM service`);

export const createState = (copy: DatabaseSync): void =>
  copy.exec(`CREATE TABLE copy_state (
    history TEXT NOT NULL, xmin TEXT NOT NULL, xmax TEXT NOT NULL, at INTEGER NOT NULL, version INTEGER NOT NULL) STRICT`);

export const readState = (copy: DatabaseSync): CopyState | null =>
  (copy.prepare('SELECT history, xmin, xmax, at, version FROM copy_state').get() as CopyState | undefined) ?? null;

export function saveState(copy: DatabaseSync, { history, xmin, xmax, at }: Moment, version: number): void {
  copy.exec('DELETE FROM copy_state');
  copy.prepare('INSERT INTO copy_state VALUES (?, ?, ?, ?, ?)').run(history, xmin, xmax, at, version);
}

/**
 * Whether the log of changes leads from the copy to the present. A database that was reset to an earlier moment has fewer
 * transactions than the copy has seen.
 */
export const leadsTo = (state: CopyState, present: Moment): boolean =>
  state.history === present.history && BigInt(present.xmax) >= BigInt(state.xmax) && present.at - state.at < followedMs;

/** Whether a replica has all that the primary had committed: what it lacks was still running there. */
export function hasAll(replica: Position, primary: Position): boolean {
  if (replica.history !== primary.history) return false;
  const running = new Set(primary.running.split(','));
  const end = BigInt(primary.xmax);
  for (let xid = BigInt(replica.xmin); xid < end; xid += 1n) if (!running.has(String(xid))) return false;
  return true;
}

/** Where a copy is that was at `from` and has copied the changes of `to`. */
export const advance = (from: Moment, to: Moment): Moment => ({
  ...to,
  xmax: BigInt(from.xmax) > BigInt(to.xmax) ? from.xmax : to.xmax,
});

/** Records which state of which server a replica has, and brings it up to date from the log of changes (`changes`). */
import type { DatabaseSync } from 'node:sqlite';
import { dayMs } from '../../../../shared/durations.ts';
import type { Db } from '../../store/port.ts';
import { changesDays } from '../../store/postgres/history.ts';
import { transaction } from '../../store/sqlite/sql.ts';
import { type Fetched, fetchKeys, fetchPosts, type Key, replaceKeys, replacePosts } from './replica-rows.ts';
import { hasAll, type Moment, type Position, positionColumns, type ReplicaSource } from './replica-source.ts';

/** `version`: how often changes were copied. */
type ReplicaState = Moment & { version: number };

/** A replica that has not followed the changes for this long is built again, a day before they are removed. */
const followedMs = (changesDays - 1) * dayMs;

const readState = (replica: DatabaseSync): ReplicaState | null =>
  (replica.prepare('SELECT history, xmin, xmax, at, version FROM copy_state').get() as ReplicaState | undefined) ??
  null;

function saveState(replica: DatabaseSync, { history, xmin, xmax, at }: Moment, version: number): void {
  replica.exec('DELETE FROM copy_state');
  replica.prepare('INSERT INTO copy_state VALUES (?, ?, ?, ?, ?)').run(history, xmin, xmax, at, version);
}

/**
 * A transaction that a replica has copied: its newest change, and its start in microseconds since 1970. These let the replica
 * follow a promoted server, which has a prefix of the log: if it has the last transactions, it has all.
 */
type Copied = { xid: string; changeId: number; began: number };

/** A replica remembers this many copied transactions. */
const rememberedMax = 200;

/** The transactions of some changes, the newest first. */
const readCopied = (db: Db, changes: string, ...values: unknown[]): Promise<Copied[]> =>
  db.rows<Copied>(
    `SELECT xid::text, max(change_id) AS change_id, (extract(epoch FROM min(at)) * 1000000)::bigint AS began
     FROM (SELECT xid, change_id, at ${changes}) AS picked GROUP BY xid ORDER BY 2 DESC LIMIT ${rememberedMax}`,
    ...values,
  );

function remember(replica: DatabaseSync, transactions: readonly Copied[]): void {
  const add = replica.prepare('INSERT OR REPLACE INTO copied_transactions VALUES (?, ?, ?)');
  for (const { changeId, xid, began } of transactions) add.run(changeId, xid, began);
  replica.exec(`DELETE FROM copied_transactions WHERE change_id NOT IN (
    SELECT change_id FROM copied_transactions ORDER BY change_id DESC LIMIT ${rememberedMax})`);
}

/**
 * Returns the lowest transaction ID that the replica may not have copied; null if the server lacks a transaction that the
 * replica has copied since then, or there is none. A promoted server may reuse the IDs of transactions that it lacks.
 */
async function nextAfterCopied(db: Db, replica: DatabaseSync, since: number): Promise<bigint | null> {
  const copied = replica
    .prepare('SELECT change_id AS changeId, xid, began FROM copied_transactions WHERE began > ?')
    .all(since * 1000) as Copied[];
  const found = await db.value<number>(
    `SELECT count(*) FROM changes JOIN unnest($1::bigint[], $2::text[], $3::bigint[]) AS seen (change_id, xid, began)
       USING (change_id) WHERE changes.xid::text = seen.xid AND (extract(epoch FROM at) * 1000000)::bigint = seen.began`,
    copied.map(({ changeId }) => changeId),
    copied.map(({ xid }) => xid),
    copied.map(({ began }) => began),
  );
  if (copied.length === 0 || found !== copied.length) return null;
  return copied.reduce((last, { xid }) => (BigInt(xid) > last ? BigInt(xid) : last), 0n) + 1n;
}

/** The newest transactions, for a replica that is being built. */
export const readNewest = (db: Db): Promise<Copied[]> =>
  readCopied(db, 'FROM changes ORDER BY change_id DESC LIMIT 10000');

/** Prepares a built replica for following. `newest`: the last transactions before the position. */
export function startFollowing(replica: DatabaseSync, position: Moment, newest: readonly Copied[]): void {
  replica.exec(`
    CREATE TABLE copy_state (
      history TEXT NOT NULL, xmin TEXT NOT NULL, xmax TEXT NOT NULL, at INTEGER NOT NULL, version INTEGER NOT NULL) STRICT;
    CREATE TABLE copied_transactions (change_id INTEGER PRIMARY KEY, xid TEXT NOT NULL, began INTEGER NOT NULL) STRICT`);
  remember(replica, newest);
  saveState(replica, position, 0);
}

/**
 * Whether the log of changes leads from the replica to the present. A database that was reset to an earlier moment has fewer
 * transactions than the replica has seen.
 */
const leadsTo = (state: ReplicaState, present: Moment): boolean =>
  state.history === present.history && BigInt(present.xmax) >= BigInt(state.xmax) && present.at - state.at < followedMs;

/** The state of a replica at `from` after it has copied the changes of `to`. */
const advance = (from: Moment, to: Moment): Moment => ({
  ...to,
  xmax: BigInt(from.xmax) > BigInt(to.xmax) ? from.xmax : to.xmax,
});

type Change = Key & { kind: string };

/** A replica with more changes to follow is built again, which is as fast. */
const changesMax = 600_000;
/** With more changes to follow, queries need not wait for them. */
const manyChanges = 3000;
/** Many changes again within this time belong to the same import. */
const continuesMs = 1000;
/** Changes that are read and copied at a time. Between two slices the process answers calls. */
const sliceSize = 200;
/** Without changes, a replica records after this time that it is up to date. */
const idleMs = 3_600_000;

const pendingSql = 'FROM changes WHERE xid >= $1::xid8 AND change_id <> ALL ($2::bigint[])';

async function fetchSlice(db: Db, changes: readonly Change[]) {
  const kinds = Map.groupBy(changes, ({ kind }) => kind);
  const postKeys = kinds.get('posts') ?? [];
  kinds.delete('posts');
  const rows: Fetched[] = [];
  for (const [kind, keys] of kinds) rows.push(await fetchKeys(db, kind, keys));
  return { rows, postKeys, posts: await fetchPosts(db, postKeys) };
}

/** Thrown when another process has copied changes since, which may be newer. */
class OvertakenError extends Error {}

async function copySlice(
  db: Db,
  replica: DatabaseSync,
  changes: readonly Change[],
  { version, next, copied }: { version: number; next: Omit<ReplicaState, 'version'>; copied: readonly Copied[] },
): Promise<void> {
  const { rows, postKeys, posts } = await fetchSlice(db, changes);
  transaction(replica, () => {
    if (readState(replica)?.version !== version) throw new OvertakenError();
    for (const table of rows) replaceKeys(replica, table);
    replacePosts(replica, postKeys, posts);
    remember(replica, copied);
    saveState(replica, next, version + 1);
  });
}

/** Records that nothing has changed until `at`. */
const confirm = (replica: DatabaseSync, state: ReplicaState, at: number): void =>
  transaction(replica, () => {
    if (readState(replica)?.version === state.version) saveState(replica, { ...state, at }, state.version);
  });

export type Follower = ReturnType<typeof createFollower>;

export function createFollower(source: ReplicaSource, replica: DatabaseSync) {
  /** Copied changes that the next read would return again, because older transactions were still running. */
  let seen: number[] = [];
  let behindSince: number | null = null;
  /** The `behindSince` of the previous `follow`, if that has just ended. */
  let wasBehindSince: number | null = null;
  let endedAt = 0;

  async function copyPending(state: ReplicaState, present: Position): Promise<boolean> {
    const copyAll = async (db: Db, position: Position) => {
      const changes = await db.rows<Change>(
        `SELECT kind, key, part ${pendingSql} GROUP BY kind, key, part LIMIT ${changesMax + 1}`,
        state.xmin,
        seen,
      );
      if (changes.length > changesMax) return false;
      const copied = await readCopied(db, pendingSql, state.xmin, seen);
      for (let start = 0; start < changes.length; start += sliceSize) {
        const slice = changes.slice(start, start + sliceSize);
        // Only the last slice advances the state: an interrupted copy starts again.
        const next = start + sliceSize < changes.length ? state : advance(present, position);
        await copySlice(db, replica, slice, { version: state.version + start / sliceSize, next, copied });
      }
      seen = await db.column<number>('SELECT change_id FROM changes WHERE xid >= $1::xid8', position.xmin);
      return true;
    };
    return source.snapshot((position) => hasAll(position, present), copyAll);
  }

  /** Follows a promoted server, which is on another timeline. */
  async function adopt(state: ReplicaState, present: Position): Promise<boolean> {
    const databaseOf = ({ history }: Moment) => history.slice(0, history.lastIndexOf('/'));
    if (databaseOf(state) !== databaseOf(present) || present.at - state.at >= followedMs) return false;
    const next = await nextAfterCopied(source.primary, replica, present.at - followedMs);
    if (next === null) return false;
    const xmin = BigInt(state.xmin) < next ? state.xmin : String(next);
    transaction(replica, () => {
      if (readState(replica)?.version !== state.version) throw new OvertakenError();
      saveState(replica, { ...state, history: present.history, xmin, xmax: present.xmax }, state.version + 1);
    });
    seen = [];
    return followOnce();
  }

  async function followOnce(): Promise<boolean> {
    const state = readState(replica);
    if (state === null) return false;
    const present = await source.primary.row<Position & { pending: number }>(
      `SELECT ${positionColumns}, (SELECT count(*) FROM (SELECT ${pendingSql} LIMIT ${manyChanges + 1}) AS rest)::int AS pending
       FROM service`,
      state.xmin,
      seen,
    );
    if (!present) return false;
    if (state.history !== present.history) return adopt(state, present);
    if (!leadsTo(state, present)) return false;
    if (present.pending > manyChanges) behindSince = wasBehindSince ?? performance.now();
    if (present.pending > 0) return copyPending(state, present);
    if (present.at - state.at > idleMs) confirm(replica, state, present.at);
    return true;
  }

  return {
    /** For how long there have been many changes to copy, in milliseconds, or null. The replica can still be read. */
    behindMs: (): number | null => (behindSince === null ? null : performance.now() - behindSince),
    /** False: the replica cannot follow this database, and must be built again. */
    async follow(): Promise<boolean> {
      if (performance.now() - endedAt > continuesMs) wasBehindSince = null;
      for (;;) {
        try {
          return await followOnce();
        } catch (error) {
          if (!(error instanceof OvertakenError)) throw error;
        } finally {
          wasBehindSince = behindSince;
          behindSince = null;
          endedAt = performance.now();
        }
      }
    },
  };
}

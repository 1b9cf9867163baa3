/** Brings a replica up to what was committed, by the log of changes (migration 007). */
import type { DatabaseSync } from 'node:sqlite';
import type { Db } from '../../store/port.ts';
import { transaction } from '../../store/sqlite/database.ts';
import { type Fetched, fetchKeys, fetchPosts, type Key, replaceKeys, replacePosts } from './replica-rows.ts';
import {
  advance,
  hasAll,
  leadsTo,
  type Position,
  positionColumns,
  type ReplicaSource,
  type ReplicaState,
  readState,
  saveState,
} from './replica-source.ts';

type Change = Key & { kind: string };

/** A replica with more changes to follow is built again, which is as fast. */
const changesMax = 300_000;
/** Changes that are read and copied at a time. */
const sliceSize = 5000;
/** A replica without changes records at least this often that it is up to date. */
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

/** Throws when another process has copied changes meanwhile, which may be newer. */
class OvertakenError extends Error {}

async function copySlice(
  db: Db,
  replica: DatabaseSync,
  changes: readonly Change[],
  { version, next }: { version: number; next: Omit<ReplicaState, 'version'> },
): Promise<void> {
  const { rows, postKeys, posts } = await fetchSlice(db, changes);
  transaction(replica, () => {
    if (readState(replica)?.version !== version) throw new OvertakenError();
    for (const table of rows) replaceKeys(replica, table);
    replacePosts(replica, postKeys, posts);
    saveState(replica, next, version + 1);
  });
}

/** Nothing has changed until then. */
const confirm = (replica: DatabaseSync, state: ReplicaState, at: number): void =>
  transaction(replica, () => {
    if (readState(replica)?.version === state.version) saveState(replica, { ...state, at }, state.version);
  });

export type Follower = {
  /** False: the replica cannot follow this database, and must be built again. */
  follow(): Promise<boolean>;
};

export function createFollower(source: ReplicaSource, replica: DatabaseSync): Follower {
  /** Copied changes of transactions that older ones may still follow. */
  let seen: number[] = [];

  async function copyPending(state: ReplicaState, present: Position): Promise<boolean> {
    const copyAll = async (db: Db, position: Position) => {
      const changes = await db.rows<Change>(
        `SELECT kind, key, part ${pendingSql} GROUP BY kind, key, part LIMIT ${changesMax + 1}`,
        ...[state.xmin, seen],
      );
      if (changes.length > changesMax) return false;
      for (let start = 0; start < changes.length; start += sliceSize) {
        const slice = changes.slice(start, start + sliceSize);
        // Until the last slice the replica stays where it was, and would copy all of them again.
        const next = start + sliceSize < changes.length ? state : advance(present, position);
        await copySlice(db, replica, slice, { version: state.version + start / sliceSize, next });
      }
      const newest = await db.rows<{ changeId: number }>(
        'SELECT change_id FROM changes WHERE xid >= $1::xid8',
        position.xmin,
      );
      seen = newest.map(({ changeId }) => changeId);
      return true;
    };
    return source.snapshot((position) => hasAll(position, present), copyAll);
  }

  async function followOnce(): Promise<boolean> {
    const state = readState(replica);
    if (state === null) return false;
    const present = await source.primary.row<Position & { pending: boolean }>(
      `SELECT ${positionColumns}, EXISTS (SELECT ${pendingSql}) AS pending FROM service`,
      ...[state.xmin, seen],
    );
    if (!present || !leadsTo(state, present)) return false;
    if (present.pending) return copyPending(state, present);
    if (present.at - state.at > idleMs) confirm(replica, state, present.at);
    return true;
  }

  return {
    async follow() {
      for (;;) {
        try {
          return await followOnce();
        } catch (error) {
          if (!(error instanceof OvertakenError)) throw error;
        }
      }
    },
  };
}

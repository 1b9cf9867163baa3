/** Brings a search copy up to what was committed, by the log of changes (migration 007). */
import type { DatabaseSync } from 'node:sqlite';
import type { Db } from '../../store/port.ts';
import { transaction } from '../../store/sqlite/database.ts';
import { fetchPosts, replacePosts } from './copied-posts.ts';
import { type Fetched, fetchKeys, type Key, replaceKeys } from './copied-rows.ts';
import type { CopySource } from './copy-source.ts';
import {
  advance,
  type CopyState,
  hasAll,
  leadsTo,
  type Position,
  positionColumns,
  readState,
  saveState,
} from './copy-state.ts';

type Change = Key & { kind: string };

/** A copy with more changes to follow is built again, which is as fast. */
const changesMax = 300_000;
/** Changes that are read and copied at a time. */
const sliceSize = 5000;
/** A copy without changes records at least this often that it is up to date. */
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
  copy: DatabaseSync,
  changes: readonly Change[],
  { version, next }: { version: number; next: Omit<CopyState, 'version'> },
): Promise<void> {
  const { rows, postKeys, posts } = await fetchSlice(db, changes);
  transaction(copy, () => {
    if (readState(copy)?.version !== version) throw new OvertakenError();
    for (const table of rows) replaceKeys(copy, table);
    replacePosts(copy, postKeys, posts);
    saveState(copy, next, version + 1);
  });
}

/** Nothing has changed until then. */
const confirm = (copy: DatabaseSync, state: CopyState, at: number): void =>
  transaction(copy, () => {
    if (readState(copy)?.version === state.version) saveState(copy, { ...state, at }, state.version);
  });

export type Follower = {
  /** False: the copy cannot follow this database, and must be built again. */
  follow(): Promise<boolean>;
};

export function createFollower(source: CopySource, copy: DatabaseSync): Follower {
  /** Copied changes of transactions that older ones may still follow. */
  let seen: number[] = [];

  async function copyPending(state: CopyState, present: Position): Promise<boolean> {
    const copyAll = async (db: Db, position: Position) => {
      const changes = await db.rows<Change>(
        `SELECT kind, key, part ${pendingSql} GROUP BY kind, key, part LIMIT ${changesMax + 1}`,
        ...[state.xmin, seen],
      );
      if (changes.length > changesMax) return false;
      for (let start = 0; start < changes.length; start += sliceSize) {
        const slice = changes.slice(start, start + sliceSize);
        // Until the last slice the copy stays where it was, and would copy all of them again.
        const next = start + sliceSize < changes.length ? state : advance(present, position);
        await copySlice(db, copy, slice, { version: state.version + start / sliceSize, next });
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
    const state = readState(copy);
    if (state === null) return false;
    const present = await source.primary.row<Position & { pending: boolean }>(
      `SELECT ${positionColumns}, EXISTS (SELECT ${pendingSql}) AS pending FROM service`,
      ...[state.xmin, seen],
    );
    if (!present || !leadsTo(state, present)) return false;
    if (present.pending) return copyPending(state, present);
    if (present.at - state.at > idleMs) confirm(copy, state, present.at);
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

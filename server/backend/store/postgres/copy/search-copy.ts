/**
 * The search copy: a SQLite file on this machine with all that queries of posts read. It follows PostgreSQL, so that both
 * engines answer these queries by the same code. It can be deleted at any time, and is then built again.
 */
import { existsSync, renameSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { openDatabase, transaction } from '../../sqlite/database.ts';
import type { Database, Db } from '../database.ts';
import { copyPosts, fetchPosts, replacePosts } from './copied-posts.ts';
import { copiedTables, copyTable, type Fetched, fetchKeys, type Key, replaceKeys } from './copied-rows.ts';

export type SearchCopy = {
  /** Brings the copy up to everything that was committed before the call. Builds it first, if need be. */
  update(): Promise<void>;
  close(): void;
};

/** `xmin`: the changes of all older transactions are copied. `history`: of which database. */
type State = { xmin: string; history: string };
/** `version`: how often changes were copied. */
type CopyState = State & { version: number };
type Change = Key & { changeId: number; kind: string };

const suffixes = ['', '-wal', '-shm'];

function openCopy(file: string): DatabaseSync {
  const copy = openDatabase(file);
  copy.exec(`PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF;
    CREATE TABLE IF NOT EXISTS copy_state (xmin TEXT NOT NULL, history TEXT NOT NULL, version INTEGER NOT NULL) STRICT`);
  return copy;
}

const readState = (copy: DatabaseSync): CopyState | null =>
  (copy.prepare('SELECT xmin, history, version FROM copy_state').get() as CopyState | undefined) ?? null;

function saveState(copy: DatabaseSync, { xmin, history }: State, version = 0): void {
  copy.exec('DELETE FROM copy_state');
  copy.prepare('INSERT INTO copy_state VALUES (?, ?, ?)').run(xmin, history, version);
}

const currentState = (db: Db) =>
  db.row<State>('SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xmin, history::text AS history FROM service');

/** Under another name first, so that an interrupted build is never taken for a complete one. */
async function build(database: Database, file: string, log: (message: string) => void): Promise<DatabaseSync> {
  const unfinished = `${file}.unfinished`;
  for (const suffix of suffixes) rmSync(unfinished + suffix, { force: true });
  const copy = openCopy(unfinished);
  await database.snapshot(async (db) => {
    const state = await currentState(db);
    copy.exec('BEGIN; DELETE FROM time_zone');
    for (const table of copiedTables) await copyTable(db, copy, table);
    await copyPosts(db, copy, (done) => {
      if (done % 100_000 === 0) log(`copied ${done} posts for searches`);
    });
    if (state) saveState(copy, state);
    copy.exec('COMMIT');
  });
  copy.close();
  for (const suffix of suffixes) rmSync(file + suffix, { force: true });
  renameSync(unfinished, file);
  return openCopy(file);
}

const changesSql = `
  SELECT min(change_id) AS change_id, kind, key, part FROM changes
  WHERE xid >= $1::xid8 AND change_id <> ALL ($2::bigint[]) GROUP BY kind, key, part`;

/** False: another process has copied changes meanwhile, and may have read newer rows. */
async function applyChanges(
  db: Db,
  copy: DatabaseSync,
  changes: readonly Change[],
  { before, state }: { before: CopyState; state: State },
): Promise<boolean> {
  const kinds = Map.groupBy(changes, ({ kind }) => kind);
  const postKeys = kinds.get('posts') ?? [];
  kinds.delete('posts');
  const fetched: Fetched[] = [];
  for (const [kind, keys] of kinds) fetched.push(await fetchKeys(db, kind, keys));
  const posts = await fetchPosts(db, postKeys);
  return transaction(copy, () => {
    if (readState(copy)?.version !== before.version) return false;
    for (const table of fetched) replaceKeys(copy, table);
    replacePosts(copy, postKeys, posts);
    saveState(copy, state, before.version + 1);
    return true;
  });
}

export function createSearchCopy(database: Database, file: string, log: (message: string) => void): SearchCopy {
  let copy: DatabaseSync | null = null;
  /** Changes that are copied, of transactions that others may be older than. */
  let seen: number[] = [];
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  async function open(): Promise<DatabaseSync> {
    const current = await currentState(database);
    const known = existsSync(file) ? openCopy(file) : null;
    const state = known && readState(known);
    if (known && state && state.history === current?.history) return known;
    known?.close();
    return build(database, file, log);
  }

  /** Returns whether the copy is up to date. */
  async function copyChanges(target: DatabaseSync): Promise<boolean> {
    const before = readState(target);
    if (before === null) throw new Error('The search copy has no state');
    const pending = await database.row<{ pending: boolean }>(
      `SELECT EXISTS (${changesSql}) AS pending`,
      before.xmin,
      seen,
    );
    if (!pending?.pending) return true;
    return database.snapshot(async (db) => {
      const state = await currentState(db);
      if (state === null) return true;
      const changes = await db.rows<Change>(changesSql, before.xmin, seen);
      if (!(await applyChanges(db, target, changes, { before, state }))) return false;
      const kept = await db.rows<{ changeId: number }>(
        'SELECT change_id FROM changes WHERE xid >= $1::xid8',
        state.xmin,
      );
      seen = kept.map(({ changeId }) => changeId);
      return true;
    });
  }

  async function bringUp(): Promise<void> {
    copy ??= await open();
    while (!(await copyChanges(copy)));
  }
  return {
    /** A call that comes while the copy is brought up waits for the next time, because its changes may be newer. */
    update() {
      if (running === null) {
        running = bringUp().finally(() => {
          running = null;
        });
        return running;
      }
      next ??= running
        .catch(() => {})
        .then(() => {
          next = null;
          return this.update();
        });
      return next;
    },
    close: () => copy?.close(),
  };
}

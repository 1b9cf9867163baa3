/** A new SQLite file as the target of a migration. It has another name until it is complete. */
import { existsSync, renameSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { DatabaseError } from '../database-error.ts';
import { openDatabase, transaction } from '../sqlite/database.ts';
import { createPostIndexer } from '../sqlite/post-indexer.ts';
import { packRows } from '../sqlite/row-columns.ts';
import { parsePosition, sourceName, type Target } from './ends.ts';
import { settings } from './settings.ts';
import { createSqliteReader } from './sqlite-reader.ts';
import { createRowWriter } from './sqlite-writer.ts';
import { progressTable } from './tables.ts';

/** Rows of a batch change pages of indexes all over the file, which a commit writes. */
const batchesPerCommit = 20;
const indexedPosts = 10_000;
const indexName = 'post_search';

function openTarget(file: string): DatabaseSync {
  const db = openDatabase(file);
  // A power failure loses the last transactions, with the position in them.
  db.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -200000;
    CREATE TABLE IF NOT EXISTS ${progressTable} (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT`);
  return db;
}

function createProgress(db: DatabaseSync) {
  const find = db.prepare(`SELECT value FROM ${progressTable} WHERE name = ?`);
  const save = db.prepare(`INSERT OR REPLACE INTO ${progressTable} VALUES (?, ?)`);
  return {
    get: (name: string) => find.get(name)?.value,
    set: (name: string, value: string): void => void save.run(name, value),
  };
}

/** Adds the copied posts to the search index, from where an interrupted run has ended. */
function indexPosts(db: DatabaseSync, onProgress: (done: number) => void): void {
  const progress = createProgress(db);
  const index = createPostIndexer(db);
  const next = db.prepare(`SELECT id FROM posts WHERE id > ? ORDER BY id LIMIT ${indexedPosts}`);
  let { last, rows: done } = parsePosition(progress.get(indexName));
  for (;;) {
    const ids = next.all(last?.[0] ?? -1).map(({ id }) => Number(id));
    if (ids.length === 0) return;
    last = [ids.at(-1) ?? null];
    done += ids.length;
    transaction(db, () => {
      for (const id of ids) index.touch(id);
      index.write();
      progress.set(indexName, JSON.stringify({ last, rows: done }));
    });
    onProgress(done);
  }
}

function createTarget(db: DatabaseSync): Target {
  const progress = createProgress(db);
  let batches = 0;
  return {
    ...createSqliteReader(db),
    begun: async () => (progress.get(sourceName) as string | undefined) ?? null,
    begin: async (source) => progress.set(sourceName, source),
    position: async ({ name }) => parsePosition(progress.get(name)),
    async write(table, rows, position) {
      if (!db.isTransaction) db.exec('BEGIN IMMEDIATE');
      // A trigger adds feeds with their views.
      if (table.name === 'atom_feeds' && progress.get(table.name) === undefined) db.exec('DELETE FROM atom_feeds');
      const write = createRowWriter(db, table);
      for (const row of rows) write(row);
      progress.set(table.name, JSON.stringify(position));
      batches += 1;
      if (batches % batchesPerCommit === 0) db.exec('COMMIT');
    },
    async writeSettings(values) {
      for (const { name, sqlite } of settings) db.prepare(sqlite.write).run(values.get(name) ?? null);
      if (db.isTransaction) db.exec('COMMIT');
    },
    async finish(onProgress) {
      indexPosts(db, onProgress);
      transaction(db, () => {
        packRows(db);
        db.exec(`DROP TABLE ${progressTable}`);
      });
    },
  };
}

function rename(unfinished: string, file: string): void {
  try {
    renameSync(unfinished, file);
  } catch (error) {
    throw new DatabaseError(`Cannot rename ${unfinished} to ${file}: ${(error as Error).message}`);
  }
}

/** Throws a `DatabaseError` when the file exists. */
export async function withSqliteTarget(file: string, work: (target: Target) => Promise<boolean>): Promise<boolean> {
  if (existsSync(file)) throw new DatabaseError(`${file} already exists. Choose another file name.`);
  const unfinished = `${file}.unfinished`;
  const db = openTarget(unfinished);
  let complete = false;
  try {
    complete = await work(createTarget(db));
  } finally {
    db.close();
  }
  if (complete) rename(unfinished, file);
  return complete;
}

/** A SQLite file as the source of a migration, or a new one as its target, which has another name until it is complete. */
import { existsSync, renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseError, requireLatestSchema } from '../database-error.ts';
import type { Db } from '../port.ts';
import { createConnection } from '../sqlite/connection.ts';
import { databaseFault, openDatabase } from '../sqlite/database.ts';
import { latestVersion } from '../sqlite/migrations.ts';
import { createPostIndexer } from '../sqlite/post-indexer.ts';
import { packRows } from '../sqlite/row-columns.ts';
import { readKnownVersion } from '../sqlite/schema-version.ts';
import { isBusy } from '../sqlite/sql.ts';
import { type End, quoted, type Row, readPosition, savePosition, type Table, type Target, valuesOf } from './tables.ts';

/** Locks out other processes, so that the file does not change while it is copied. */
function lock(db: DatabaseSync, file: string): void {
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE');
  } catch (error) {
    throw new DatabaseError(
      isBusy(error)
        ? `${file} is in use: stop the service and its commands first`
        : `Cannot read ${file}: ${databaseFault(error) ?? (error as Error).message}`,
    );
  }
}

/** Throws a `DatabaseError` when the file cannot be copied. */
export async function withSqliteSource<T>(file: string, work: (source: End) => Promise<T>): Promise<T> {
  if (!existsSync(file)) throw new DatabaseError(`There is no file ${file}`);
  const db = new DatabaseSync(file, { timeout: 1000 });
  try {
    lock(db, file);
    requireLatestSchema(file, readKnownVersion(db), latestVersion(), 'npm start');
    return await work({ engine: 'sqlite', db: createConnection(db) });
  } finally {
    db.close();
  }
}

/** Writes the rows into the one or two tables of SQLite. */
async function insert(db: Db, table: Table, rows: readonly Row[]): Promise<void> {
  for (const name of [table.name, table.rest ?? []].flat()) {
    const stored = await db.column<string>('SELECT name FROM pragma_table_info($1)', name);
    const columns = table.columns.filter((column) => stored.includes(column.name));
    const indexes = columns.map((column) => table.columns.indexOf(column));
    const parameters = columns.map((_, index) => `$${index + 1}`).join(', ');
    const sql = `INSERT INTO ${name} (${quoted(columns)}) VALUES (${parameters})`;
    for (const row of rows) {
      const cells = indexes.map((index) => row[index] ?? null);
      await db.run(sql, ...valuesOf(columns, cells));
    }
  }
}

const indexedPosts = 10_000;
const indexName = 'post_search';

/** Adds the copied posts to the search index, after the posts that an interrupted run has added. */
async function indexPosts(file: DatabaseSync, db: Db, onProgress: (done: number) => void): Promise<void> {
  const index = createPostIndexer(file);
  for (let added = indexedPosts; added === indexedPosts; ) {
    const { last, rows } = await readPosition(db, indexName);
    const sql = `SELECT id FROM posts WHERE id > $1 ORDER BY id LIMIT ${indexedPosts}`;
    const ids = await db.column<number>(sql, last?.[0] ?? -1);
    added = ids.length;
    await db.transaction(async (tx) => {
      for (const id of ids) index.touch(id);
      index.write();
      await savePosition(tx, indexName, { last: [ids.at(-1) ?? last?.[0] ?? null], rows: rows + added });
    });
    onProgress(rows + added);
  }
}

function createTarget(name: string, file: DatabaseSync): Target {
  const db = createConnection(file);
  return {
    engine: 'sqlite',
    name,
    db,
    insert,
    refusalOf: (error) => databaseFault(error) ?? (error as Error).message,
    index: (onProgress) => indexPosts(file, db, onProgress),
    finish: async () => packRows(file),
  };
}

/** Throws a `DatabaseError` when the file exists. */
export async function withSqliteTarget(file: string, work: (target: Target) => Promise<boolean>): Promise<boolean> {
  if (existsSync(file)) throw new DatabaseError(`${file} already exists. Choose another file name.`);
  const unfinished = `${file}.unfinished`;
  const db = openDatabase(unfinished);
  let complete = false;
  try {
    // A power failure may lose the last transactions, but with them their positions.
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -200000');
    complete = await work(createTarget(unfinished, db));
  } finally {
    db.close();
  }
  if (!complete) return false;
  try {
    renameSync(unfinished, file);
  } catch (error) {
    throw new DatabaseError(`Cannot rename ${unfinished} to ${file}: ${(error as Error).message}`);
  }
  return true;
}

/** A SQLite file as the source of a migration, or a new one as its target, which has another name until it is complete. */

import { existsSync, renameSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { DatabaseError } from '../database-error.ts';
import { requireLatestSchema } from '../schema-version.ts';
import { databaseFault, openDatabase, schemaVersion, transaction } from '../sqlite/database.ts';
import { migrations } from '../sqlite/migrations/index.ts';
import { createPostIndexer } from '../sqlite/post-indexer.ts';
import { packRows } from '../sqlite/row-columns.ts';
import { readArrays } from '../sqlite/sql.ts';
import {
  type Cell,
  parsePosition,
  progressTable,
  quoted,
  type Reader,
  type Row,
  RowError,
  type Source,
  settings,
  sourceName,
  type Table,
  type Target,
} from './tables.ts';

const fromHex = (text: string): Uint8Array => Buffer.from(text.slice(2), 'hex');

/** Returns a function that makes values of SQLite of the cells of these columns. */
function storedCells({ columns }: Table, names: readonly string[]): (row: Row) => SQLInputValue[] {
  const places = names.map((name) => columns.findIndex((column) => column.name === name));
  return (row) =>
    places.map((place) => {
      const cell = row[place] ?? null;
      return typeof cell === 'string' && columns[place]?.type === 'bytea' ? fromHex(cell) : cell;
    });
}

/** Returns a function that writes a row into the one or two tables of SQLite. */
function createRowWriter(db: DatabaseSync, table: Table): (row: Row) => void {
  const writers = [table.name, ...(table.rest === undefined ? [] : [table.rest])].map((name) => {
    const stored = db.prepare(`SELECT name FROM pragma_table_info('${name}')`).all();
    const columns = table.columns
      .map((column) => column.name)
      .filter((column) => stored.some((own) => own.name === column));
    const insert = db.prepare(`INSERT INTO ${name} (${quoted(columns)}) VALUES (${columns.map(() => '?').join(', ')})`);
    const cellsOf = storedCells(table, columns);
    return (row: Row) => insert.run(...cellsOf(row));
  });
  return (row) => {
    try {
      for (const write of writers) write(row);
    } catch (error) {
      throw new RowError(table, row, databaseFault(error) ?? (error as Error).message);
    }
  };
}

const toHex = (value: unknown): Cell =>
  value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : (value as Cell);

const tableSource = ({ name, key, rest }: Table): string =>
  rest === undefined ? name : `${name} LEFT JOIN ${rest} USING (${quoted(key)})`;

function createSqliteReader(db: DatabaseSync): Reader {
  const keyCells = (table: Table, key: Row): SQLInputValue[] => {
    const cells: Cell[] = table.columns.map(({ name }) => key[table.key.indexOf(name)] ?? null);
    return storedCells(table, table.key)(cells);
  };
  return {
    async rows(table, after, limit) {
      const key = quoted(table.key);
      const where = after === null ? '' : `WHERE (${key}) > (${table.key.map(() => '?').join(', ')})`;
      const columns = quoted(table.columns.map(({ name }) => name));
      const sql = `SELECT ${columns} FROM ${tableSource(table)} ${where} ORDER BY ${key} LIMIT ${limit}`;
      return readArrays(db, sql, after === null ? [] : keyCells(table, after)).map((row) => row.map(toHex));
    },
    async settings() {
      return settings.map(({ name, sqlite }) => [name, Object.values(db.prepare(sqlite.read).get() ?? {})[0] as Cell]);
    },
  };
}

const busy = 5;

/** No other process can open the file, so that the copy is one state of it. */
function lock(db: DatabaseSync, file: string): void {
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE');
  } catch (error) {
    const inUse = ((error as { errcode?: number }).errcode ?? 0) % 256 === busy;
    throw new DatabaseError(
      inUse
        ? `${file} is in use: stop the service and its commands first`
        : `Cannot read ${file}: ${databaseFault(error) ?? (error as Error).message}`,
    );
  }
}

/** Throws a `DatabaseError` when the file cannot be copied. */
export async function withSqliteSource<T>(file: string, work: (source: Source) => Promise<T>): Promise<T> {
  if (!existsSync(file)) throw new DatabaseError(`There is no file ${file}`);
  const db = new DatabaseSync(file, { timeout: 1000 });
  try {
    lock(db, file);
    requireLatestSchema(file, schemaVersion(db), migrations.length, 'npm start');
    return await work({
      ...createSqliteReader(db),
      count: async ({ name }) => Number(db.prepare(`SELECT count(*) AS rows FROM ${name}`).get()?.rows),
    });
  } finally {
    db.close();
  }
}

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

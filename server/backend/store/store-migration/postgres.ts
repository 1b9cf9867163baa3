/** PostgreSQL as the source of a migration, or an empty database as its target. The service refuses a target until it is complete. */
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from '../database-error.ts';
import type { Db } from '../port.ts';
import { type Database, openPool } from '../postgres/database.ts';
import { describeUrl, serverFault } from '../postgres/faults.ts';
import { migrate } from '../postgres/migrate.ts';
import { migrations } from '../postgres/migrations/index.ts';
import { requireLatestSchema } from '../schema-version.ts';
import {
  type Cell,
  type Column,
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
  tableKeys,
} from './tables.ts';

/** The tables with their columns in this database. */
async function readTables(db: Db): Promise<Table[]> {
  const columns = await db.rows<Column & { tableName: string }>(
    `SELECT table_name, column_name AS name, data_type AS type FROM information_schema.columns
     WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position`,
  );
  const byTable = Map.groupBy(columns, ({ tableName }) => tableName);
  return tableKeys.map((table) => ({ ...table, columns: byTable.get(table.name) ?? [] }));
}

const casts = new Map([
  ['boolean', '::int'],
  ['bytea', '::text'],
  ['uuid', '::text'],
]);

/** Texts sort as in SQLite. */
const sortedColumn = ({ columns }: Table, name: string): string =>
  columns.find((column) => column.name === name)?.type === 'text' ? `"${name}" COLLATE "C"` : `"${name}"`;

const createPostgresReader = (db: Db): Reader => ({
  async rows(table, after, limit) {
    const key = table.key.map((name) => sortedColumn(table, name)).join(', ');
    const where = after === null ? '' : `WHERE (${key}) > (${table.key.map((_, index) => `$${index + 1}`).join(', ')})`;
    const columns = table.columns.map(({ name, type }) => `"${name}"${casts.get(type) ?? ''}`).join(', ');
    const sql = `SELECT ${columns} FROM ${table.name} ${where} ORDER BY ${key} LIMIT ${limit}`;
    return (await db.rows(sql, ...(after ?? []))).map((row) => Object.values(row) as Cell[]);
  },
  async settings() {
    const values: [string, Cell][] = [];
    for (const { name, postgres } of settings) {
      values.push([name, Object.values((await db.row(postgres.read)) ?? {})[0] as Cell]);
    }
    return values;
  },
});

/** Connections of a process that has just ended may still be listed. */
const endingMs = 3000;
const pollMs = 100;

/** Refuses a database that a service uses. This process has one connection. */
export async function checkUnused(db: Db, url: string): Promise<void> {
  for (const until = Date.now() + endingMs; ; await sleep(pollMs)) {
    const used = await db.row(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database()
         AND application_name = 'ldvk-monitor' AND pid <> pg_backend_pid()`,
    );
    if (used === null) return;
    if (Date.now() > until) {
      throw new DatabaseError(`${describeUrl(url)} is in use: stop the service and its commands first`);
    }
  }
}

/** Describes faults of the server by their remedies. */
export function describeError(url: string, error: unknown): unknown {
  const fault = serverFault(error);
  return fault === null ? error : new DatabaseError(`Cannot use the database ${describeUrl(url)}: ${fault}`);
}

async function checkVersion(db: Db, url: string): Promise<void> {
  const exists = await db.row<{ known: boolean; unfinished: boolean }>(
    `SELECT to_regclass('schema_versions') IS NOT NULL AS known, to_regclass('${progressTable}') IS NOT NULL AS unfinished`,
  );
  const name = describeUrl(url);
  if (!exists?.known) throw new DatabaseError(`${name} has no data of the service`);
  if (exists.unfinished) throw new DatabaseError(`${name} is not complete: finish the migration into it first`);
  const version =
    (await db.row<{ version: number }>('SELECT max(version) AS version FROM schema_versions'))?.version ?? 0;
  requireLatestSchema(name, version, migrations.length, 'DATABASE_URL=… npm start');
}

/** Throws a `DatabaseError` when the database cannot be copied. */
export async function withPostgresSource<T>(
  url: string,
  work: (source: Source, tables: readonly Table[]) => Promise<T>,
): Promise<T> {
  const database = openPool(url, 1);
  try {
    await checkUnused(database, url);
    // One state of the database, for as long as it takes.
    return await database.snapshot(async (db) => {
      await db.run('SET LOCAL statement_timeout = 0');
      await db.run('SET LOCAL idle_in_transaction_session_timeout = 0');
      await checkVersion(db, url);
      const source: Source = {
        ...createPostgresReader(db),
        count: async ({ name }) => (await db.row<{ rows: number }>(`SELECT count(*) AS rows FROM ${name}`))?.rows ?? 0,
      };
      return work(source, await readTables(db));
    });
  } catch (error) {
    throw describeError(url, error);
  } finally {
    await database.close();
  }
}

const createProgressTable = `CREATE TABLE IF NOT EXISTS ${progressTable} (name text PRIMARY KEY, value text NOT NULL)`;

const saveProgress = (db: Db, name: string, value: string) =>
  db.run(
    `INSERT INTO ${progressTable} VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    name,
    value,
  );

async function readProgress(db: Db, name: string): Promise<string | null> {
  const row = await db.row<{ value: string }>(`SELECT value FROM ${progressTable} WHERE name = $1`, name);
  return row?.value ?? null;
}

async function findData(db: Db, tables: readonly Table[]): Promise<string | null> {
  for (const { name } of tables) {
    const row = await db.row<{ found: boolean }>(`SELECT EXISTS (SELECT 1 FROM ${name}) AS found`);
    if (row?.found) return name;
  }
  return null;
}

function insertRows(db: Db, { name, columns }: Table, rows: readonly Row[]): Promise<number> {
  const arrays = columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ');
  return db.run(
    `INSERT INTO ${name} (${quoted(columns.map((column) => column.name))}) SELECT * FROM unnest(${arrays})`,
    ...columns.map((_, index) => rows.map((row) => row[index])),
  );
}

/** A value that a column or a constraint does not allow. */
const isRefused = (error: unknown): error is Error & { detail?: string } =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code));

/** The server names the constraint, but not the row. */
async function findRefusedRow(database: Database, table: Table, rows: readonly Row[]): Promise<void> {
  await database.transaction(async (db) => {
    for (const row of rows) {
      await insertRows(db, table, [row]).catch((error: unknown) => {
        throw isRefused(error)
          ? new RowError(table, row, [error.message, error.detail ?? []].flat().join('. '))
          : error;
      });
    }
  });
}

function createTarget(database: Database, url: string, tables: readonly Table[]): Target {
  return {
    ...createPostgresReader(database),
    async begun() {
      await database.run(createProgressTable);
      const source = await readProgress(database, sourceName);
      const found = source === null ? await findData(database, tables) : null;
      if (found === null) return source;
      await database.run(`DROP TABLE ${progressTable}`);
      throw new DatabaseError(`${describeUrl(url)} already has data (${found}): name an empty database`);
    },
    begin: async (source) => void (await saveProgress(database, sourceName, source)),
    position: async ({ name }) => parsePosition(await readProgress(database, name)),
    async write(table, rows, position) {
      try {
        await database.transaction(async (db) => {
          // The last transactions may be lost with the server, and the position with them.
          await db.run('SET LOCAL synchronous_commit = off');
          // Search copies do not follow the migration: they are built after it.
          await db.run(`ALTER TABLE ${table.name} DISABLE TRIGGER USER`);
          await insertRows(db, table, rows);
          await db.run(`ALTER TABLE ${table.name} ENABLE TRIGGER USER`);
          await saveProgress(db, table.name, JSON.stringify(position));
        });
      } catch (error) {
        if (isRefused(error)) await findRefusedRow(database, table, rows);
        throw error;
      }
    },
    async writeSettings(values) {
      await database.transaction(async (db) => {
        for (const { name, postgres } of settings) await db.run(postgres.write, values.get(name));
        await db.run(`SELECT setval('collection_calls_call_id_seq', max(call_id)) FROM collection_calls`);
      });
    },
    async finish() {
      await database.transaction(async (db) => {
        await db.run('SET LOCAL statement_timeout = 0');
        await db.run('UPDATE service SET history = gen_random_uuid()');
        await db.run('TRUNCATE changes');
        await db.run(`DROP TABLE ${progressTable}`);
        await db.run('ANALYZE');
      });
    },
  };
}

/** Throws a `DatabaseError` when the database cannot be used. */
export async function withPostgresTarget<T>(
  url: string,
  work: (target: Target, tables: readonly Table[]) => Promise<T>,
): Promise<T> {
  const database = openPool(url, 1);
  try {
    await checkUnused(database, url);
    await migrate(database, { unfinished: true });
    const tables = await readTables(database);
    return await work(createTarget(database, url, tables), tables);
  } catch (error) {
    throw describeError(url, error);
  } finally {
    await database.close();
  }
}

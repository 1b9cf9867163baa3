/**
 * PostgreSQL as the source of a migration, or an empty database as its target. The service refuses a target until it is
 * complete.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError, requireKnownSchema, requireLatestSchema } from '../database-error.ts';
import type { Db } from '../port.ts';
import { type Database, openPool } from '../postgres/database.ts';
import { describeUrl, serverFault } from '../postgres/faults.ts';
import { migrate } from '../postgres/migrate.ts';
import { latestVersion } from '../postgres/migrations.ts';
import { firstVersion } from '../postgres/schema-1-0/index.ts';
import {
  type Column,
  type End,
  progressTable,
  quoted,
  type Row,
  type Table,
  type Target,
  tableKeys,
  valuesOf,
} from './tables.ts';

async function readTables(db: Db): Promise<Table[]> {
  const columns = await db.rows<Column & { tableName: string }>(
    `SELECT table_name, column_name AS name, data_type AS type FROM information_schema.columns
     WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position`,
  );
  const byTable = Map.groupBy(columns, ({ tableName }) => tableName);
  return tableKeys.map((table) => {
    const own = byTable.get(table.name) ?? [];
    return { ...table, columns: own, key: table.key.flatMap((name) => own.filter((column) => column.name === name)) };
  });
}

/** Connections of a process that has just ended may still be listed. */
const endingMs = 3000;
const pollMs = 100;

/** Refuses a database that a service uses. This process has one connection. */
async function checkUnused(db: Db, url: string): Promise<void> {
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

/** Throws a `DatabaseError` when the server or the connection fails, or when a service uses the database. */
async function withDatabase<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openPool(url, 1);
  try {
    await checkUnused(database, url);
    return await work(database);
  } catch (error) {
    const fault = serverFault(error);
    throw fault === null ? error : new DatabaseError(`Cannot use the database ${describeUrl(url)}: ${fault}`);
  } finally {
    await database.close();
  }
}

/** Creates the tables, or migrates them to the version of this program. */
export const migratePostgres = (url: string): Promise<void> => withDatabase(url, (database) => migrate(database));

async function checkVersion(db: Db, url: string): Promise<void> {
  const exists = await db.row<{ known: boolean; unfinished: boolean }>(
    `SELECT to_regclass('schema_versions') IS NOT NULL AS known, to_regclass('${progressTable}') IS NOT NULL AS unfinished`,
  );
  const name = describeUrl(url);
  if (!exists?.known) throw new DatabaseError(`${name} has no data of the service`);
  if (exists.unfinished) throw new DatabaseError(`${name} is not complete: finish the migration into it first`);
  const version = (await db.value<number>('SELECT max(version) FROM schema_versions')) ?? 0;
  requireKnownSchema(version, { first: firstVersion, latest: latestVersion() });
  requireLatestSchema(name, version, latestVersion(), 'DATABASE_URL=… npm start');
}

/** Runs the work on one snapshot of the database, however long it takes. */
export const withPostgresSource = <T>(url: string, work: (source: End, tables: readonly Table[]) => Promise<T>) =>
  withDatabase(url, (database) =>
    database.snapshot(async (db) => {
      await db.run('SET LOCAL statement_timeout = 0');
      await db.run('SET LOCAL idle_in_transaction_session_timeout = 0');
      await checkVersion(db, url);
      return work({ engine: 'postgres', db }, await readTables(db));
    }),
  );

async function insert(db: Db, { name, columns }: Table, rows: readonly Row[]): Promise<void> {
  // A crash of the server may lose the last transactions, but with them their positions.
  await db.run('SET LOCAL synchronous_commit = off');
  // Replicas do not follow the migration: they are built after it.
  await db.run(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  const values = rows.map((row) => valuesOf(columns, row));
  const arrays = columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ');
  await db.run(
    `INSERT INTO ${name} (${quoted(columns)}) SELECT * FROM unnest(${arrays})`,
    ...columns.map((_, index) => values.map((row) => row[index])),
  );
  await db.run(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
}

/** Why a column or a constraint does not allow a value; null for other errors. */
function refusalOf(error: unknown): string | null {
  const { code, message, detail } = error as Error & { code?: string; detail?: string };
  return /^2[23]/.test(code ?? '') ? [message, detail ?? []].flat().join('. ') : null;
}

async function finish(db: Db): Promise<void> {
  await db.run('SET LOCAL statement_timeout = 0');
  await db.run(`SELECT setval('collection_calls_call_id_seq', max(call_id)) FROM collection_calls`);
  await db.run('UPDATE service SET history = gen_random_uuid()');
  await db.run('TRUNCATE changes');
  await db.run('ANALYZE');
}

/** Creates the tables of this program in the database. */
export const withPostgresTarget = <T>(url: string, work: (target: Target, tables: readonly Table[]) => Promise<T>) =>
  withDatabase(url, async (db) => {
    await migrate(db, { unfinished: true });
    const target: Target = { engine: 'postgres', name: describeUrl(url), db, insert, refusalOf, finish };
    return work(target, await readTables(db));
  });

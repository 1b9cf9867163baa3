/** An empty PostgreSQL database as the target of a migration. The service refuses it until it is complete. */
import { DatabaseError } from '../database-error.ts';
import type { Db } from '../port.ts';
import { type Database, openPool } from '../postgres/database.ts';
import { describeUrl } from '../postgres/faults.ts';
import { migrate } from '../postgres/migrate.ts';
import { parsePosition, sourceName, type Target } from './ends.ts';
import { checkUnused, createPostgresReader, describeError, readTables } from './postgres-reader.ts';
import { type Row, RowError } from './rows.ts';
import { settings } from './settings.ts';
import { progressTable, quoted, type Table } from './tables.ts';

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

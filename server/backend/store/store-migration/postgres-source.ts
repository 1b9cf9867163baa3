/** PostgreSQL as the source of a migration. */
import { DatabaseError } from '../database-error.ts';
import type { Db } from '../port.ts';
import { openPool } from '../postgres/database.ts';
import { describeUrl } from '../postgres/faults.ts';
import { migrations } from '../postgres/migrations/index.ts';
import { requireLatestSchema } from '../schema-version.ts';
import type { Source } from './ends.ts';
import { checkUnused, createPostgresReader, describeError, readTables } from './postgres-reader.ts';
import { progressTable, type Table } from './tables.ts';

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

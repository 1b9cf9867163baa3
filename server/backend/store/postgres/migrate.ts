/** Brings the schema to the version of this program. Processes that start together take turns. */
import { DatabaseError, newerSchema } from '../database-error.ts';
import type { Db } from '../port.ts';
import { progressTable } from '../store-migration/tables.ts';
import type { Database } from './database.ts';
import { settleHistory } from './history.ts';
import { migrations } from './migrations/index.ts';

/** PostgreSQL 15: `UNIQUE NULLS NOT DISTINCT`. */
const oldestServer = 150_000;

/** `unfinished`: accepts a database into which a store is being copied (store-migration). */
export async function migrate(database: Database, { unfinished = false } = {}): Promise<void> {
  const server = await database.row<{ version: number }>(
    "SELECT current_setting('server_version_num')::int AS version",
  );
  if (server === null || server.version < oldestServer) throw new DatabaseError('PostgreSQL 15 or newer is needed');
  const copied = await database.row<{ now: boolean }>(`SELECT to_regclass('${progressTable}') IS NOT NULL AS now`);
  if (copied?.now && !unfinished) {
    throw new DatabaseError('A store is being copied into this database: finish it with npm run migrate-store');
  }
  await database.transaction(async (db) => {
    await db.lock('migrations');
    const current = await readVersion(db);
    if (current > migrations.length) throw newerSchema(current, migrations.length);
    if (current < migrations.length) await applyMigrations(db, current);
    await settleHistory(db);
  });
}

/** 0: there are no tables. */
async function readVersion(db: Db): Promise<number> {
  const known = await db.row<{ now: boolean }>("SELECT to_regclass('schema_versions') IS NOT NULL AS now");
  if (!known?.now) return 0;
  const row = await db.row<{ version: number }>('SELECT coalesce(max(version), 0) AS version FROM schema_versions');
  return row?.version ?? 0;
}

async function applyMigrations(db: Db, current: number): Promise<void> {
  const rights = await db.row<{ create: boolean }>("SELECT has_schema_privilege(current_schema(), 'CREATE') AS create");
  if (!rights?.create) {
    throw new DatabaseError(
      `The database has version ${current} of the schema, not ${migrations.length}, and its user may not change it: ` +
        'run migrate-store --to with its owner (docs/operations.md)',
    );
  }
  await db.run('CREATE TABLE IF NOT EXISTS schema_versions (version int PRIMARY KEY, applied_at timestamptz NOT NULL)');
  for (const [index, migration] of migrations.entries()) {
    if (index < current) continue;
    for (const statement of migration) await db.run(statement);
    await db.run('INSERT INTO schema_versions VALUES ($1, now())', index + 1);
  }
}

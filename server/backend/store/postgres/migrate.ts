/** Brings the schema to the version of this program. Processes that start together take turns. */
import { DatabaseError } from '../database-error.ts';
import { newerSchema } from '../schema-version.ts';
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
    await db.run(
      'CREATE TABLE IF NOT EXISTS schema_versions (version int PRIMARY KEY, applied_at timestamptz NOT NULL)',
    );
    const current =
      (await db.row<{ version: number }>('SELECT coalesce(max(version), 0) AS version FROM schema_versions'))
        ?.version ?? 0;
    if (current > migrations.length) throw newerSchema(current, migrations.length);
    for (const [index, migration] of migrations.entries()) {
      if (index < current) continue;
      for (const statement of migration) await db.run(statement);
      await db.run('INSERT INTO schema_versions VALUES ($1, now())', index + 1);
    }
    await settleHistory(db);
  });
}

/** Migrates the schema to the version of this program. Processes that start together take turns. */
import { DatabaseError, requireKnownSchema } from '../database-error.ts';
import type { Db } from '../port.ts';
import { progressTable } from '../store-migration/tables.ts';
import type { Database } from './database.ts';
import { settleHistory } from './history.ts';
import { latestVersion, migrations } from './migrations.ts';
import { firstVersion, schema10 } from './schema-1-0/index.ts';

/** PostgreSQL 15 is needed for `UNIQUE NULLS NOT DISTINCT`. */
const oldestServer = 150_000;

/** `unfinished`: accepts a database into which a store is being copied (store-migration). */
export async function migrate(database: Database, { unfinished = false } = {}): Promise<void> {
  const server = await database.value<number>("SELECT current_setting('server_version_num')::int");
  if (Number(server) < oldestServer) throw new DatabaseError('PostgreSQL 15 or newer is needed');
  if (!unfinished && (await database.value(`SELECT to_regclass('${progressTable}') IS NOT NULL`))) {
    throw new DatabaseError('A store is being copied into this database: finish it with npm run migrate-store');
  }
  const latest = latestVersion();
  await database.transaction(async (db) => {
    // Writing transactions of running programs wait for this lock.
    if ((await readVersion(db)) < latest) await db.lock('migrations');
    const current = await readVersion(db);
    requireKnownSchema(current, { first: firstVersion, latest });
    if (current < latest) await applyMigrations(db, current);
    await settleHistory(db);
  });
}

/** `to_regclass` may still miss a table that another process has made while this one waited for the lock. */
const hasVersions =
  "SELECT EXISTS (SELECT 1 FROM pg_class WHERE relname = 'schema_versions' AND pg_table_is_visible(oid))";

/** 0 without tables. */
async function readVersion(db: Db): Promise<number> {
  if (!(await db.value(hasVersions))) return 0;
  return (await db.value<number>('SELECT max(version) FROM schema_versions')) ?? 0;
}

/** Other encodings have no emoji: a post with one could not be saved. */
async function requireUnicode(db: Db): Promise<void> {
  const encoding = await db.value<string>("SELECT current_setting('server_encoding')");
  if (encoding !== 'UTF8')
    throw new DatabaseError(
      `The database has the encoding ${encoding}. Create it with ENCODING 'UTF8' TEMPLATE template0.`,
    );
}

async function applyMigrations(db: Db, current: number): Promise<void> {
  if (current === 0) await requireUnicode(db);
  if (!(await db.value("SELECT has_schema_privilege(current_schema(), 'CREATE')"))) {
    throw new DatabaseError(
      `The database has version ${current} of the schema, not ${latestVersion()}, and its user may not change it: ` +
        'run migrate-store --to with its owner (docs/operations.md)',
    );
  }
  const record = (version: number) => db.run('INSERT INTO schema_versions VALUES ($1, now())', version);
  if (current === 0) {
    await db.run('CREATE TABLE schema_versions (version int PRIMARY KEY, applied_at timestamptz NOT NULL)');
    for (const sql of schema10) await db.run(sql);
    await record(firstVersion);
  }
  for (const [index, migration] of migrations.entries()) {
    const version = firstVersion + index + 1;
    if (version <= current) continue;
    await migration(db);
    await record(version);
  }
}

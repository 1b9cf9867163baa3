/** Starts PostgreSQL once for all test files, with a migrated database that they copy. */
import pg from 'pg';
import { openPostgresStore } from '../../server/backend/open-store.ts';
import { startPostgres } from './postgres-server.ts';

/** SQL that resets a copy: deletes all rows, resets all counters, and writes the rows of the migrations. */
async function composeRestore(client: pg.Client): Promise<string> {
  const { rows } = await client.query(
    `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'schema_versions'`,
  );
  const parts: string[] = [];
  for (const { relname: table } of rows) {
    parts.push(`DELETE FROM ${table}`);
    const { rows: kept } = await client.query(`SELECT to_json(${table}) AS row FROM ${table}`);
    for (const { row } of kept) {
      const value = client.escapeLiteral(JSON.stringify(row));
      parts.push(
        `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_record(NULL::${table}, ${value})`,
      );
    }
  }
  const sequences = `SELECT setval(format('%I.%I', schemaname, sequencename), start_value, false) FROM pg_sequences
    WHERE last_value IS NOT NULL`;
  return ['SET session_replication_role = replica', ...parts, sequences].join(';');
}

export default async function startServer(): Promise<void> {
  const server = await startPostgres();
  const client = new pg.Client({ connectionString: server.url('postgres') });
  await client.connect();
  await client.query('CREATE DATABASE migrated');
  await client.end();
  await (await openPostgresStore(server.url('migrated'), { replicaFolder: '' })).close();
  const migrated = new pg.Client({ connectionString: server.url('migrated') });
  await migrated.connect();
  process.env.TEST_POSTGRES_RESTORE = await composeRestore(migrated);
  await migrated.end();
  process.env.TEST_POSTGRES_URL = server.url('');
  Object.assign(globalThis, { stopTestPostgres: server.stop });
}

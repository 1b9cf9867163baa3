/** Starts PostgreSQL once for all test files, with a migrated database that each test copies. */
import pg from 'pg';
import { openPostgresStore } from '../../server/backend/open-store.ts';
import { startPostgres } from './postgres-server.ts';

export default async function startServer(): Promise<void> {
  const server = await startPostgres();
  const client = new pg.Client({ connectionString: server.url('postgres') });
  await client.connect();
  await client.query('CREATE DATABASE migrated');
  await client.end();
  await (await openPostgresStore(server.url('migrated'), { replicaFolder: '' })).close();
  process.env.TEST_POSTGRES_URL = server.url('');
  Object.assign(globalThis, { stopTestPostgres: server.stop });
}

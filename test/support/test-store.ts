/** A store on a separate empty database, with factories, for tests of the store's interface. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { openPostgresStore, openStore } from '../../server/backend/open-store.ts';
import type { Store } from '../../server/backend/store/store.ts';
import { factoriesOf, type StoreFactories } from './collection-store.ts';
import { placeMigratedDatabase } from './migrated-database.ts';
import { startReaderHere as startReader } from './reader-here.ts';

/** An empty database of an engine: its file, or its address. `remove` is called when all its stores are closed. */
type TestDatabase = { location: string; open(): Promise<Store>; remove(): Promise<void> };

async function createSqliteDatabase(now: () => number): Promise<TestDatabase> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-store-'));
  const file = path.join(folder, 'ldvk.sqlite');
  placeMigratedDatabase(file);
  return {
    location: file,
    open: async () => openStore(file, { now, startReader }),
    remove: async () => rmSync(folder, { recursive: true }),
  };
}

/** A single connection that does not keep the process alive, and that the stopping server may end. */
function connect(database: string): pg.Pool {
  const connectionString = `${process.env.TEST_POSTGRES_URL}${database}`;
  return new pg.Pool({ connectionString, max: 1, allowExitOnIdle: true }).on('error', () => undefined);
}

let administrator: pg.Pool | undefined;
/** Unused copies, shared by the test files of a worker. */
const free: PostgresCopy[] = [];

async function runOnServer(sql: string): Promise<void> {
  administrator ??= connect('postgres');
  await administrator.query(sql);
}

/** `isReusable` is false when the test could run its own statements, which may have changed the schema. */
type PostgresCopy = { name: string; connection?: pg.Pool; isReusable: boolean };

async function copyMigrated(): Promise<PostgresCopy> {
  const name = `t${randomUUID().replaceAll('-', '')}`;
  await runOnServer(`CREATE DATABASE ${name} TEMPLATE migrated STRATEGY file_copy`);
  return { name, isReusable: true };
}

async function drop({ name, connection }: PostgresCopy): Promise<void> {
  await connection?.end();
  await runOnServer(`DROP DATABASE ${name} WITH (FORCE)`);
}

const endOthers = `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

/** Reuses the copy: deleting the rows of a test takes 30 ms less than dropping the database and copying another. */
async function release(copy: PostgresCopy): Promise<void> {
  if (!copy.isReusable) return drop(copy);
  copy.connection ??= connect(copy.name);
  await copy.connection.query(endOthers);
  await copy.connection.query(process.env.TEST_POSTGRES_RESTORE ?? '');
  free.push(copy);
}

let current: PostgresCopy | undefined;
/** The connection string of the database that was last created on PostgreSQL, which is then not reused. */
export function testDatabaseUrl(): string {
  if (current) current.isReusable = false;
  return `${process.env.TEST_POSTGRES_URL}${current?.name ?? 'postgres'}`;
}

async function createPostgresDatabase(now: () => number): Promise<TestDatabase> {
  const copy = free.pop() ?? (await copyMigrated());
  current = copy;
  const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-copy-'));
  const location = `${process.env.TEST_POSTGRES_URL}${copy.name}`;
  return {
    location,
    open: () =>
      openPostgresStore(location, {
        connections: 4,
        now,
        replicaFolder: folder,
        startReader,
      }),
    async remove() {
      await release(copy);
      rmSync(folder, { recursive: true });
    },
  };
}

/** The kind of tests determines the engine (jest.config.mjs). */
function createDatabase(now: () => number): Promise<TestDatabase> {
  const { storeEngine } = globalThis as { storeEngine?: 'postgres' };
  return storeEngine === 'postgres' ? createPostgresDatabase(now) : createSqliteDatabase(now);
}

export type TestStore = StoreFactories & {
  store: Store;
  /** The file or the address of the database, for another process. */
  location: string;
  /** Opens a store with its own connections to the same database, as another process would. */
  openAnother(): Promise<Store>;
  close(): Promise<void>;
};

export async function openTestStore(now = Date.now): Promise<TestStore> {
  const database = await createDatabase(now);
  const store = await database.open();
  const stores = [store];
  return {
    ...factoriesOf(store),
    store,
    location: database.location,
    async openAnother() {
      const other = await database.open();
      stores.push(other);
      return other;
    },
    async close() {
      for (const opened of stores) await opened.close();
      await database.remove();
    },
  };
}

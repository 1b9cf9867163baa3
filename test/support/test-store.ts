/** A store on an empty database of its own, with factories, for tests of the store's interface. */
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

/** An engine creates it empty. `remove` is called when all its stores are closed. */
type TestDatabase = { open(): Promise<Store>; remove(): Promise<void> };

async function createSqliteDatabase(now: () => number): Promise<TestDatabase> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-store-'));
  const file = path.join(folder, 'ldvk.sqlite');
  placeMigratedDatabase(file);
  return {
    open: async () => openStore(file, { now, startReader }),
    remove: async () => rmSync(folder, { recursive: true }),
  };
}

let administrator: pg.Client | undefined;
let hasEnded = false;
async function disconnect(): Promise<void> {
  await administrator?.end();
  administrator = undefined;
}
// Before that of the test file, which may remove a database.
afterAll(() => {
  hasEnded = true;
  return disconnect();
});

/** A connection costs as much as the copy of a database, so a test file keeps one. */
async function runOnServer(sql: string): Promise<void> {
  if (!administrator) {
    administrator = new pg.Client({ connectionString: `${process.env.TEST_POSTGRES_URL}postgres` });
    await administrator.connect();
  }
  await administrator.query(sql);
  if (hasEnded) await disconnect();
}

let databaseName = 'postgres';
/** The connection string of the last database that was created on PostgreSQL. */
export const testDatabaseUrl = (): string => `${process.env.TEST_POSTGRES_URL}${databaseName}`;

async function createPostgresDatabase(now: () => number): Promise<TestDatabase> {
  const name = `t${randomUUID().replaceAll('-', '')}`;
  await runOnServer(`CREATE DATABASE ${name} TEMPLATE migrated STRATEGY file_copy`);
  databaseName = name;
  const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-copy-'));
  return {
    open: () =>
      openPostgresStore(`${process.env.TEST_POSTGRES_URL}${name}`, {
        connections: 4,
        now,
        replicaFolder: folder,
        startReader,
      }),
    async remove() {
      await runOnServer(`DROP DATABASE ${name} WITH (FORCE)`);
      rmSync(folder, { recursive: true });
    },
  };
}

/** Set by the kind of test (jest.config.mjs). */
const { storeEngine = 'sqlite' } = globalThis as { storeEngine?: 'sqlite' | 'postgres' };
const createDatabase = storeEngine === 'postgres' ? createPostgresDatabase : createSqliteDatabase;

export type TestStore = StoreFactories & {
  store: Store;
  /** Another process: a store with connections of its own on the same database. */
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

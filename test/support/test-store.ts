/** A store on an empty database of its own, with factories, for tests of the store's interface. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStore } from '../../server/backend/store/sqlite/store.ts';
import type { Store } from '../../server/backend/store/store.ts';
import { factoriesOf, type StoreFactories } from './collection-store.ts';

/** An engine creates it empty. `remove` is called when all its stores are closed. */
type TestDatabase = { open(): Promise<Store>; remove(): Promise<void> };

async function createSqliteDatabase(): Promise<TestDatabase> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-store-'));
  return {
    open: async () => openStore(path.join(folder, 'ldvk.sqlite')),
    remove: async () => rmSync(folder, { recursive: true }),
  };
}

export type TestStore = StoreFactories & {
  store: Store;
  /** Another process: a store with connections of its own on the same database. */
  openAnother(): Promise<Store>;
  close(): Promise<void>;
};

export async function openTestStore(): Promise<TestStore> {
  const database = await createSqliteDatabase();
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

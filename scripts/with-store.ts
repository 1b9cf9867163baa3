/** Opens the database of a service that has started before, for commands that may run beside it. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { databaseFileName } from '../server/backend/store/sqlite/database.ts';
import { openStore } from '../server/backend/store/sqlite/store.ts';
import type { Store } from '../server/backend/store/store.ts';
import { readSetting } from '../server/platform/settings.ts';

/** `dataDir` replaces DATA_DIR. Throws when there is no database. */
export async function withStore<T>(dataDir: string | undefined, work: (store: Store) => Promise<T>): Promise<T> {
  const database = path.join(dataDir ?? readSetting('DATA_DIR', process.env), databaseFileName);
  if (!existsSync(database))
    throw new Error(`There is no database ${database}: start the service once, or set DATA_DIR`);
  const store = openStore(database);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

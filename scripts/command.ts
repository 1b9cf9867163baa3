/** What the commands of operators share. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { openConfiguredStore, readStoreSettings } from '../server/backend/open-store.ts';
import { databaseFileName } from '../server/backend/store/sqlite/database.ts';
import type { Store } from '../server/backend/store/store.ts';

/** Prints the message of an error. The exit code is 1 after an error and after false. */
export async function runCommand(work: () => Promise<unknown>): Promise<void> {
  try {
    if ((await work()) === false) process.exitCode = 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

/**
 * Opens the database of a service that has started before, for commands that may run beside it. `dataDir` replaces DATA_DIR.
 * Throws when there is no database.
 */
export async function withStore<T>(dataDir: string | undefined, work: (store: Store) => Promise<T>): Promise<T> {
  const settings = readStoreSettings(process.env, dataDir);
  const database = path.join(settings.DATA_DIR, databaseFileName);
  if (settings.DATABASE_URL === null && !existsSync(database))
    throw new Error(`There is no database ${database}: start the service once, or set DATA_DIR or DATABASE_URL`);
  const store = await openConfiguredStore(settings);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

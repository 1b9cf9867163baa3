/** Opens the store that the settings name. */
import path from 'node:path';
import { type Config, type Environment, readSetting } from '../../platform/settings.ts';
import type { Timeouts } from './postgres/database.ts';
import { openPostgresStore } from './postgres/store.ts';
import { databaseFileName } from './sqlite/database.ts';
import { openStore, type StoreOptions } from './sqlite/store.ts';
import type { Store } from './store.ts';

export type StoreSettings = Pick<Config, 'DATA_DIR'> &
  Partial<Pick<Config, 'DATABASE_URL' | 'DATABASE_READ_URL' | 'DATABASE_CONNECTIONS'>>;

/** `dataDir` replaces DATA_DIR. */
export const readStoreSettings = (environment: Environment, dataDir?: string): StoreSettings => ({
  DATA_DIR: dataDir ?? readSetting('DATA_DIR', environment),
  DATABASE_URL: readSetting('DATABASE_URL', environment),
  DATABASE_READ_URL: readSetting('DATABASE_READ_URL', environment),
  DATABASE_CONNECTIONS: readSetting('DATABASE_CONNECTIONS', environment),
});

/** PostgreSQL with `DATABASE_URL`, otherwise SQLite. Throws a `DatabaseError` when the database cannot be used. */
export async function openConfiguredStore(
  { DATA_DIR, DATABASE_URL: url = null, DATABASE_READ_URL: readUrl, DATABASE_CONNECTIONS: connections }: StoreSettings,
  options: StoreOptions & { timeouts?: Timeouts | undefined } = {},
): Promise<Store> {
  if (url === null) return openStore(path.join(DATA_DIR, databaseFileName), options);
  return openPostgresStore(url, { ...options, copyFolder: DATA_DIR, readUrl, connections });
}

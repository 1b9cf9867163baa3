/** Opens the store that the settings name. */
import path from 'node:path';
import type { Config } from '../../platform/settings.ts';
import { openPostgresStore } from './postgres/store.ts';
import { databaseFileName } from './sqlite/database.ts';
import { openStore, type StoreOptions } from './sqlite/store.ts';
import type { Store } from './store.ts';

/** The search copy of PostgreSQL in `DATA_DIR`. */
const copyFileName = 'search-copy.sqlite';

type StoreSettings = Pick<Config, 'DATA_DIR'> & Partial<Pick<Config, 'DATABASE_URL' | 'DATABASE_CONNECTIONS'>>;

/** PostgreSQL with `DATABASE_URL`, otherwise SQLite. Throws a `DatabaseError` when the database cannot be used. */
export async function openConfiguredStore(
  { DATA_DIR, DATABASE_URL: url = null, DATABASE_CONNECTIONS: connections }: StoreSettings,
  options: StoreOptions = {},
): Promise<Store> {
  if (url === null) return openStore(path.join(DATA_DIR, databaseFileName), options);
  return openPostgresStore(url, { ...options, copyFile: path.join(DATA_DIR, copyFileName), connections });
}

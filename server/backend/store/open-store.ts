/** Opens the store that the settings name. */
import path from 'node:path';
import type { Config } from '../../platform/settings.ts';
import { databaseFileName } from './sqlite/database.ts';
import { openStore, type StoreOptions } from './sqlite/store.ts';
import type { Store } from './store.ts';

/** Throws a `DatabaseError` when the database cannot be used. */
export const openConfiguredStore = async (
  { DATA_DIR }: Pick<Config, 'DATA_DIR'>,
  options: StoreOptions = {},
): Promise<Store> => openStore(path.join(DATA_DIR, databaseFileName), options);

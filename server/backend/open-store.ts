/** Opens the store that the settings name. */
import path from 'node:path';
import { openAuditLog } from '../platform/audit-log.ts';
import { type Config, type Environment, readSetting } from '../platform/settings.ts';
import { openFileFeed, openReplicaFeed, type ReplicaOptions } from './feed/feed.ts';
import { defaultTimeouts } from './store/postgres/database.ts';
import { openPostgresStore as openPostgres, type PostgresOptions } from './store/postgres/store.ts';
import { databaseFileName } from './store/sqlite/database.ts';
import { openSqliteStore, type SqliteOptions } from './store/sqlite/store.ts';
import type { Store } from './store/store.ts';

/** Tests can replace the reader threads. */
export type StoreOptions = Omit<SqliteOptions, 'onUpdate'> & Pick<ReplicaOptions, 'startReader'>;

/** A SQLite file and its feed. Throws a `DatabaseError` when the file cannot be used. */
export const openStore = (file: string, { startReader, ...options }: StoreOptions = {}): Store =>
  openSqliteStore(file, () => openFileFeed(file, startReader), options);

/**
 * A PostgreSQL database and its feed. Throws a `DatabaseUnavailableError` when its server is unavailable, and a `DatabaseError`
 * when the database cannot be used.
 */
export const openPostgresStore = (url: string, options: PostgresOptions & Omit<ReplicaOptions, 'timeouts'>) => {
  const timeouts = options.timeouts ?? defaultTimeouts;
  return openPostgres(url, (database) => openReplicaFeed(database, { ...options, timeouts }), options);
};

const optionalSettings = [
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'DATABASE_CONNECTIONS',
  'MIGRATE_WITHOUT_COPY',
  'AUDIT_LOG',
] as const;
type OptionalSettings = Partial<Pick<Config, (typeof optionalSettings)[number]>>;
export type StoreSettings = Pick<Config, 'DATA_DIR'> & OptionalSettings;

/** `dataDir` replaces DATA_DIR. */
export const readStoreSettings = (environment: Environment, dataDir?: string): StoreSettings => ({
  DATA_DIR: dataDir ?? readSetting('DATA_DIR', environment),
  ...(Object.fromEntries(optionalSettings.map((name) => [name, readSetting(name, environment)])) as OptionalSettings),
});

/** PostgreSQL with `DATABASE_URL`, otherwise SQLite. Throws a `DatabaseError` when the database cannot be used. */
export async function openConfiguredStore(
  settings: StoreSettings,
  options: StoreOptions & Pick<PostgresOptions, 'timeouts'> & Pick<ReplicaOptions, 'log'> = {},
): Promise<Store> {
  const { DATA_DIR: folder, DATABASE_URL: url = null, MIGRATE_WITHOUT_COPY: withoutCopy = false } = settings;
  const audit = openAuditLog(settings);
  if (url === null) return openStore(path.join(folder, databaseFileName), { withoutCopy, audit, ...options });
  const { DATABASE_READ_URL: readUrl, DATABASE_CONNECTIONS: connections } = settings;
  return openPostgresStore(url, { ...options, audit, replicaFolder: folder, readUrl, connections });
}

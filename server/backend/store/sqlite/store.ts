/** The store in SQLite: one object per resource on one connection. */
import { statSync } from 'node:fs';
import path from 'node:path';
import type { Audit } from '../../../platform/audit-log.ts';
import { createResources, type Feed, type Store } from '../store.ts';
import { createWriteCheck } from '../write-check.ts';
import { createConnection } from './connection.ts';
import { databaseFault, openDatabase } from './database.ts';
import type { MigrationOptions } from './migrate.ts';
import { createPostEngine } from './posts.ts';
import { scrub } from './scrub.ts';
import { writeHeader } from './sql.ts';

/** Tests can replace the clock. `bulk` fills a new database faster, but a crash may damage it. */
export type SqliteOptions = MigrationOptions & { now?: () => number; bulk?: boolean; audit?: Audit };

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Throws a `DatabaseError` when the file cannot be used. */
export function openSqliteStore(
  file: string,
  openFeed: () => Feed,
  { now = Date.now, bulk = false, audit = null, ...migration }: SqliteOptions,
): Store {
  const db = openDatabase(file, migration);
  if (bulk) db.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -200000');
  const feed = openFeed();
  const connection = createConnection(db, audit);
  const options = { engine: createPostEngine(db, connection), queries: feed.queries, now };
  return {
    ...createResources(connection, options),
    transaction: (work) => connection.transaction((tx) => work(createResources(tx, options))),
    check: createWriteCheck(async () => writeHeader(db)),
    sizeBytes: async () => sizeOf(file) + sizeOf(`${file}-wal`),
    scrub: () => connection.takeTurn(() => scrub(db)),
    faultOf(error) {
      const fault = databaseFault(error);
      return fault === null ? null : `Cannot use the database in ${path.dirname(file)}: ${fault}`;
    },
    // The main connection is closed last, so that it removes the write-ahead log.
    async close() {
      await feed.close();
      db.close();
    },
  };
}

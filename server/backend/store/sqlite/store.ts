/** The store in SQLite: one object per resource on one connection. */
import path from 'node:path';
import { createCallBudget } from '../call-budget-store.ts';
import type { Db } from '../port.ts';
import { type CommonResources, createCommonResources } from '../resources.ts';
import type { Feed, Resources, Store } from '../store.ts';
import { createAlertsStore } from './alerts.ts';
import { createCollectionStore } from './collection.ts';
import { createCollectionPages } from './collection-pages.ts';
import { createConnection } from './connection.ts';
import { databaseFault, openDatabase } from './database.ts';
import { createRemovePosts } from './post-removal.ts';
import { createPostsStore } from './posts.ts';
import { scrub } from './scrub.ts';
import { createWriteCheck } from './write-check.ts';

type OwnResources = Omit<Resources, keyof CommonResources | 'collection'> & {
  collection: ReturnType<typeof createCollectionStore>;
};

/** Tests can replace the clock. `log` announces a migration that may take long. `bulk` fills a new database faster: a crash may damage it. */
export type SqliteOptions = { log?: (message: string) => void; now?: () => number; bulk?: boolean };

/** Throws a `DatabaseError` when the file cannot be used. */
export function openSqliteStore(
  file: string,
  openFeed: () => Feed,
  { log, now = Date.now, bulk = false }: SqliteOptions,
): Store {
  const db = openDatabase(file, log);
  if (bulk) db.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -200000');
  const checkWrite = createWriteCheck(db);
  const feed = openFeed();
  const connection = createConnection(db);
  const removePosts = createRemovePosts(db);
  const pages = createCollectionPages(db);
  const own: OwnResources = {
    alerts: createAlertsStore(db),
    collection: createCollectionStore(db),
    posts: createPostsStore(db, feed.queries, now),
  };
  const resourcesOf = (port: Db, { collection, ...others }: OwnResources): Resources => ({
    ...others,
    ...createCommonResources(port, removePosts),
    collection: { ...collection, ...createCallBudget(port), ...pages(port) },
  });
  const guarded = Object.entries(own).map(([name, methods]) => [name, connection.guard(methods)]);
  return {
    ...resourcesOf(connection, Object.fromEntries(guarded)),
    transaction: (work) => connection.transaction((port) => work(resourcesOf(port, own))),
    check: async () => checkWrite(),
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

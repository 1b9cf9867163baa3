/** The store in PostgreSQL: one object per resource on a pool of connections. */
import { DatabaseError, DatabaseUnavailableError } from '../database-error.ts';
import type { Db } from '../port.ts';
import type { PostQueries } from '../posts-store.ts';
import { createCommonResources } from '../resources.ts';
import type { Feed, Resources, Store } from '../store.ts';
import { createAlertsStore } from './alerts.ts';
import { createCollectionStore } from './collection.ts';
import { type Database, defaultTimeouts, openPool, type Timeouts } from './database.ts';
import { describeUrl, serverFault } from './faults.ts';
import { migrate } from './migrate.ts';
import { removePosts } from './post-removal.ts';
import { createPostsStore } from './posts.ts';
import { scrub } from './scrub.ts';
import { createWriteCheck } from './write-check.ts';

/** Tests can replace the timeouts and the clock. */
export type PostgresOptions = {
  connections?: number | undefined;
  timeouts?: Timeouts | undefined;
  now?: () => number;
};

const resourcesOf = (db: Db, queries: PostQueries, now: () => number): Resources => ({
  ...createCommonResources(db, removePosts),
  alerts: createAlertsStore(db),
  collection: createCollectionStore(db),
  posts: createPostsStore(db, queries, now),
});

/** Throws a `DatabaseUnavailableError` when the server cannot be used now, and a `DatabaseError` when the database cannot. */
export async function openPostgresStore(
  url: string,
  openFeed: (database: Database) => Feed,
  { connections = 10, timeouts = defaultTimeouts, now = Date.now }: PostgresOptions,
): Promise<Store> {
  const database = openPool(url, connections, timeouts);
  const faultOf = (error: unknown): string | null => {
    const fault = serverFault(error);
    return fault === null ? null : `Cannot use the database ${describeUrl(url)}: ${fault}`;
  };
  try {
    await migrate(database);
  } catch (error) {
    await database.close();
    if (error instanceof DatabaseError) throw error;
    const fault = faultOf(error);
    if (fault !== null) throw new DatabaseUnavailableError(fault);
    throw new DatabaseError(`Cannot open the database: ${(error as Error).message}`);
  }
  const feed = openFeed(database);
  const { queries } = feed;
  const checkWrite = createWriteCheck(database);
  return {
    ...resourcesOf(database, queries, now),
    transaction: (work) => database.transaction((db) => work(resourcesOf(db, queries, now))),
    async check() {
      await checkWrite();
      await feed.check();
    },
    scrub: () => scrub(url, timeouts, feed),
    faultOf: (error) => faultOf(error) ?? feed.faultOf(error),
    async close() {
      await feed.close();
      await database.close();
    },
  };
}

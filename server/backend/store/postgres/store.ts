/** The store in PostgreSQL: one object per resource on a pool of connections. */
import { DatabaseError, DatabaseUnavailableError } from '../database-error.ts';
import { createResources, type Feed, type Store } from '../store.ts';
import { type Database, defaultTimeouts, openPool, type Timeouts } from './database.ts';
import { describeUrl, serverFault } from './faults.ts';
import { migrate } from './migrate.ts';
import { createPostEngine } from './posts.ts';
import { scrub } from './scrub.ts';
import { createWriteCheck } from './write-check.ts';

/** Tests can replace the timeouts and the clock. */
export type PostgresOptions = {
  connections?: number | undefined;
  timeouts?: Timeouts | undefined;
  now?: () => number;
};

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
    if (await database.sharesSessions()) {
      throw new DatabaseError(
        `The pooler at ${describeUrl(url)} shares sessions. Set pool_mode=session in PgBouncer, or connect to the server itself.`,
      );
    }
    await migrate(database);
  } catch (error) {
    await database.close();
    if (error instanceof DatabaseError) throw error;
    const fault = faultOf(error);
    if (fault !== null) throw new DatabaseUnavailableError(fault);
    throw new DatabaseError(`Cannot open the database: ${(error as Error).message}`);
  }
  const feed = openFeed(database);
  const options = { engine: createPostEngine(database), queries: feed.queries, now };
  const checkWrite = createWriteCheck(database);
  return {
    ...createResources(database, options),
    transaction: (work) => database.transaction((db) => work(createResources(db, options))),
    async check() {
      await checkWrite();
      await feed.check();
    },
    sizeBytes: async () => (await database.value<number>('SELECT pg_database_size(current_database())')) ?? 0,
    scrub: () => scrub(url, timeouts, feed),
    faultOf: (error) => faultOf(error) ?? feed.faultOf(error),
    async close() {
      await feed.close();
      await database.close();
    },
  };
}

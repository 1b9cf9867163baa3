/** The store in PostgreSQL: one object per resource on a pool of connections. */
import type { Audit } from '../../../platform/audit-log.ts';
import { DatabaseError, DatabaseUnavailableError, NewerSchemaError } from '../database-error.ts';
import { createResources, type Feed, type Store } from '../store.ts';
import { createWriteCheck } from '../write-check.ts';
import { type Database, defaultTimeouts, openPool, type Timeouts } from './database.ts';
import { describeUrl, serverFault } from './faults.ts';
import { migrate } from './migrate.ts';
import { latestVersion } from './migrations.ts';
import { createPostEngine } from './posts.ts';

/** Tests can replace the timeouts and the clock. */
export type PostgresOptions = {
  connections?: number | undefined;
  timeouts?: Timeouts | undefined;
  now?: () => number;
  audit?: Audit;
};

/** Sorts 200 KB in 64 KB of memory, which fails on a full disk; changing a row in its page does not. */
const spill = `SELECT count(*) FROM (
  SELECT n FROM generate_series(1, 200) AS n ORDER BY repeat('x', 1000) || n OFFSET 0) AS sorted`;

const writeRow = (database: Database): Promise<void> =>
  database.transaction(async (db) => {
    await db.run("SET LOCAL work_mem = '64kB'");
    await db.row(spill);
    await db.run('UPDATE service SET checked_at = now()');
  });

/**
 * A process that can only read, because a newer program has migrated the database, is ready: that program may not be ready yet.
 */
function acceptNewerSchema(error: unknown): void {
  if (!(error instanceof NewerSchemaError)) throw error;
}

/** Tables with texts and names of sources, authors and posts. */
const scrubbedTables = ['posts', 'owners', 'users', 'deliveries', 'report_parts'];

/** Removes the deleted rows of the tables. Returns tables that the user does not own, which only their owner may vacuum. */
async function vacuum(url: string, timeouts: Timeouts): Promise<string[]> {
  const database = openPool(url, 1, { ...timeouts, statementMs: 0, answerMs: 0 });
  try {
    const owned = await database.column<string>(
      `SELECT relname FROM pg_class WHERE oid = ANY ($1::regclass[]) AND pg_has_role(relowner, 'USAGE')`,
      scrubbedTables,
    );
    for (const table of owned) await database.rows(`VACUUM ${table}`);
    return scrubbedTables.filter((table) => !owned.includes(table));
  } finally {
    await database.close();
  }
}

/**
 * Removes the remains of deleted rows, including the replica of this machine. Returns a description of the rest for the command
 * line.
 */
async function scrub(url: string, timeouts: Timeouts, feed: Feed): Promise<string[]> {
  const skipped = await vacuum(url, timeouts);
  const notRemoved = `deleted rows of ${skipped.join(', ')} until autovacuum, or a VACUUM by their owner`;
  return [
    ...(skipped.length > 0 ? [notRemoved] : []),
    ...(await feed.scrub()),
    "unused space of the server's files until it is written over, or until VACUUM FULL",
    "the server's WAL and its archives, replicas and base backups",
    'search copies on other machines, which follow at their next query, in unused space of their files: they can be deleted',
  ];
}

/** Throws a `DatabaseUnavailableError` when the server cannot be used now, and a `DatabaseError` when the database cannot. */
export async function openPostgresStore(
  url: string,
  openFeed: (database: Database) => Feed,
  { connections = 10, timeouts = defaultTimeouts, now = Date.now, audit = null }: PostgresOptions,
): Promise<Store> {
  const database = openPool(url, connections, timeouts, audit);
  const faultOf = (error: unknown): string | null => {
    if (error instanceof NewerSchemaError) return error.fault;
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
    database.refuseNewerSchema(latestVersion());
  } catch (error) {
    await database.close();
    if (error instanceof DatabaseError) throw error;
    const fault = faultOf(error);
    if (fault !== null) throw new DatabaseUnavailableError(fault);
    throw new DatabaseError(`Cannot open the database: ${(error as Error).message}`);
  }
  const feed = openFeed(database);
  const options = { engine: createPostEngine(database), queries: feed.queries, now };
  const checkWrite = createWriteCheck(() => writeRow(database).catch(acceptNewerSchema));
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

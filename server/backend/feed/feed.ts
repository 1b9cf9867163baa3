/** Entry point of the feed index, which answers queries of posts. */
import { existsSync } from 'node:fs';
import type { PostSortColumn } from '../../../shared/fields/posts.ts';
import { accountOf, type Identity } from '../rules/account.ts';
import type { PageQuery } from '../store/page.ts';
import { type Database, openPool, type Timeouts } from '../store/postgres/database.ts';
import type { PostQueries, PostsJson, Viewing } from '../store/posts-store.ts';
import { databaseFault } from '../store/sqlite/database.ts';
import { scrub } from '../store/sqlite/scrub.ts';
import type { Feed } from '../store/store.ts';
import { postQueries, type QueryName, type QueryResult, type QueryValues } from './post-queries.ts';
import { createReaderPool, type ReaderPool, type RunQuery, type StartReader } from './reader-pool.ts';
import { createReplica, type Replica, ReplicaNotReadyError } from './replica/replica.ts';
import { isDamaged, newestReplica, openReplica } from './replica/replica-files.ts';
import { createReplicaSource } from './replica/replica-source.ts';

export { presentRow } from './present-post.ts';

/** Describes a fault of the replica's disk for the log; null for other errors. A damaged replica is rebuilt automatically. */
function replicaFault(error: unknown, folder: string): string | null {
  if (error instanceof ReplicaNotReadyError) return `The search copy in ${folder} is being built.`;
  const fault = isDamaged(error) ? 'the file is damaged and is built again.' : databaseFault(error);
  return fault === null ? null : `Cannot use the search copy in ${folder}: ${fault}`;
}

/**
 * Queries that need an up-to-date replica, because callers take the result as complete: up to an arrival number that they have
 * read from the database, or for an export.
 */
const queriesOfAll: readonly QueryName[] = [
  'listArrivals',
  'listArrivedStories',
  'listReached',
  'listFactRows',
  'listStories',
  'listFirstPosts',
  'countInWindows',
  'uncollected',
  'rows',
];

/** Runs queries on the newest file of the replica, and recovers when it is damaged or removed. */
const runOnReplica =
  (replica: Replica, readers: ReaderPool): RunQuery =>
  async (viewer, query, options) => {
    const file = await replica.update({ mayBeBehind: !queriesOfAll.includes(query.name) });
    try {
      return await readers.run(file, viewer, query, options);
    } catch (error) {
      if (isDamaged(error)) replica.discard(file);
      else if (existsSync(file)) throw error;
      return readers.run(await replica.update(), viewer, query, options);
    }
  };

/** By account: resolves when its last part and the pause after it have ended. */
const lastParts = new Map<string, Promise<void>>();

/**
 * Runs the parts of an account one at a time, and after each pauses for as long as it took, so that the account's large pages,
 * however many, leave half of a processor to others.
 */
async function runPart<T>(account: string, part: () => Promise<T>): Promise<T> {
  const before = lastParts.get(account);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  lastParts.set(account, ended);
  await before;
  const started = performance.now();
  try {
    return await part();
  } finally {
    setTimeout(() => {
      if (lastParts.get(account) === ended) lastParts.delete(account);
      end();
    }, performance.now() - started);
  }
}

/** Reads a page in parts, each in its own turn, so that a large page does not delay other viewers. */
export async function readPageJson(
  run: RunQuery,
  viewer: Identity,
  viewing: Viewing,
  page: PageQuery<PostSortColumn>,
): Promise<PostsJson> {
  const { json, total, parts, textMax } = await run(viewer, { name: 'startPage', values: [viewing, page] });
  const read = [json];
  for (const ids of parts) {
    const part = () => run(viewer, { name: 'continuePage', values: [viewing, ids, textMax] }, { place: 'first' });
    read.push(await runPart(accountOf(viewer), part));
  }
  return { parts: read, total };
}

/** Measures the health of phrases in turn with the queries of viewers. No administrator has this ID. */
const measuringViewer: Identity = { type: 'admin', adminId: 0, username: '' };

type Ask = {
  [Name in QueryName]: (viewer: Identity, ...values: QueryValues<Name>) => Promise<QueryResult<Name>>;
};

function createQueries(run: RunQuery): PostQueries {
  const names = Object.keys(postQueries) as QueryName[];
  const ask = Object.fromEntries<unknown>(
    names.map((name) => [
      name,
      (viewer: Identity, ...values: QueryValues<typeof name>) => run(viewer, { name, values }),
    ]),
  ) as Ask;
  return {
    ...ask,
    pageJson: (viewer, viewing, page) => readPageJson(run, viewer, viewing, page),
    measureWords: (now) => ask.measureWords(measuringViewer, now),
  };
}

/** The feed of a SQLite database: queries run on its file. Tests can replace the reader threads. */
export function openFileFeed(file: string, startReader?: StartReader): Feed {
  const readers = createReaderPool(startReader);
  return {
    queries: createQueries((viewer, query, options) => readers.run(file, viewer, query, options)),
    check: async () => {},
    scrub: async () => [],
    faultOf: () => null,
    close: readers.close,
  };
}

export type ReplicaOptions = {
  /** The folder of this machine's replica. */
  replicaFolder: string;
  /** A standby server to copy from while it is up to date; null: only the primary. */
  readUrl?: string | null | undefined;
  timeouts: Timeouts;
  startReader?: StartReader | undefined;
  log?: (message: string) => void;
};

/** Changes are copied one after the other; a build takes another connection. */
const standbyConnections = 2;
/** Short, because queries wait for it and the primary can serve them instead. */
const standbyConnectMs = 2000;

/** The feed of a PostgreSQL database: queries run on a replica in SQLite, which follows it. */
export function openReplicaFeed(
  primary: Database,
  { replicaFolder, readUrl = null, timeouts, startReader, log = () => {} }: ReplicaOptions,
): Feed {
  const standbyTimeouts = { ...timeouts, connectMs: Math.min(timeouts.connectMs, standbyConnectMs) };
  const standby = readUrl === null ? null : openPool(readUrl, standbyConnections, standbyTimeouts);
  const replica = createReplica(createReplicaSource(primary, standby, log), replicaFolder, log);
  const readers = createReaderPool(startReader);
  async function scrubReplica(): Promise<string[]> {
    if (newestReplica(replicaFolder) === null) return [];
    const db = openReplica(await replica.update());
    try {
      return await scrub(db);
    } finally {
      db.close();
    }
  }
  return {
    queries: createQueries(runOnReplica(replica, readers)),
    check: replica.check,
    scrub: scrubReplica,
    faultOf: (error) => replicaFault(error, replicaFolder),
    async close() {
      await readers.close();
      replica.close();
      await standby?.close();
    },
  };
}

/** The entrance of the feed index, which answers queries of posts. */

import { accountOf, type Identity } from '../rules/account.ts';
import { type Database, openPool, type Timeouts } from '../store/postgres/database.ts';
import type { PostQueries } from '../store/posts-store.ts';
import { scrub } from '../store/sqlite/scrub.ts';
import type { Feed } from '../store/store.ts';
import { readPageJson } from './page-json.ts';
import { createReaderPool, type ReaderPool } from './reader-pool.ts';
import { createReplica } from './replica/replica.ts';
import { newestReplica, openReplica } from './replica/replica-files.ts';
import { createReplicaReaders, replicaFault } from './replica/replica-readers.ts';
import { createReplicaSource } from './replica/replica-source.ts';
import { isSearchable } from './search-expression.ts';

export { presentRow } from './present-post.ts';

/** Queries of several viewers run in turn, and so does the health of phrases. No administrator has this ID. */
const measuringViewer: Identity = { type: 'admin', adminId: 0, username: '' };

const createQueries = (run: ReaderPool['run']): PostQueries => ({
  page: (viewer, scope, page) => run(viewer, { name: 'page', scope, page }),
  pageJson: (viewer, scope, page) => readPageJson(run, viewer, scope, page),
  rows: (viewer, scope, query) => run(viewer, { name: 'rows', scope, query }),
  count: (viewer, scope) => run(viewer, { name: 'count', scope }),
  dates: (viewer, scope) => run(viewer, { name: 'dates', scope }),
  histogram: (viewer, scope) => run(viewer, { name: 'histogram', scope }),
  analytics: (viewer, scope, days, now) => run(viewer, { name: 'analytics', scope, days, now }),
  wordDays: (viewer, scope, wordIds, days) => run(viewer, { name: 'wordDays', scope, wordIds, days }),
  isSearchable: async (text) => isSearchable(text),
  countMatching: (viewer, text) => run(viewer, { name: 'countMatching', text }),
  countOfTargets: (viewer, targets, window) => run(viewer, { name: 'countOfTargets', targets, window }),
  countOfClients: (viewer, clientIds, window) => run(viewer, { name: 'countOfClients', clientIds, window }),
  countNewStories: (viewer, scopes) => run(viewer, { name: 'countNewStories', account: accountOf(viewer), scopes }),
  listArrivals: (viewer, scopes, until) =>
    run(viewer, { name: 'listArrivals', account: accountOf(viewer), scopes, until }),
  listFirstPosts: (viewer, scope) => run(viewer, { name: 'listFirstPosts', scope }),
  countInWindows: (viewer, scope, windows) => run(viewer, { name: 'countInWindows', scope, windows }),
  preview: (viewer, scope, window) => run(viewer, { name: 'preview', scope, window }),
  measureWords: (now) => run(measuringViewer, { name: 'measureWords', now }),
});

/** The feed of a SQLite database: queries run on its file. Tests can replace the entry of the reader threads. */
export function openFileFeed(file: string, readerThread?: URL): Feed {
  const readers = createReaderPool(file, readerThread);
  return {
    queries: createQueries(readers.run),
    check: async () => {},
    scrub: async () => [],
    faultOf: () => null,
    close: readers.close,
  };
}

export type ReplicaOptions = {
  /** Has the replica of this machine. */
  replicaFolder: string;
  /** A standby server, from which the replica is read while it has everything. */
  readUrl?: string | null | undefined;
  timeouts: Timeouts;
  readerThread?: URL | undefined;
  log?: (message: string) => void;
};

/** Changes are copied one after the other; a build takes another connection. */
const standbyConnections = 2;
/** Queries wait for it, and the primary can answer them too. */
const standbyConnectMs = 2000;

/** The feed of a PostgreSQL database: queries run on a replica in SQLite, which follows it. */
export function openReplicaFeed(
  primary: Database,
  { replicaFolder, readUrl = null, timeouts, readerThread, log = () => {} }: ReplicaOptions,
): Feed {
  const standbyTimeouts = { ...timeouts, connectMs: Math.min(timeouts.connectMs, standbyConnectMs) };
  const standby = readUrl === null ? null : openPool(readUrl, standbyConnections, standbyTimeouts);
  const replica = createReplica(createReplicaSource(primary, standby, log), replicaFolder, log);
  const readers = createReplicaReaders(replica, readerThread);
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
    queries: createQueries(readers.run),
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

/** The store in PostgreSQL: one object per resource on a pool of connections. */

import { copyFault, createCopyReaders } from '../../feed/replica/copy-readers.ts';
import { createCopySource } from '../../feed/replica/copy-source.ts';
import { createSearchCopy } from '../../feed/replica/search-copy.ts';
import { DatabaseError, DatabaseUnavailableError } from '../database-error.ts';
import type { Db } from '../port.ts';
import { createCommonResources } from '../resources.ts';
import type { Resources, Store } from '../store.ts';
import { createAlertsStore } from './alerts.ts';
import { createCitiesStore } from './cities.ts';
import { createClientsStore } from './clients.ts';
import { createCollectionStore } from './collection.ts';
import { defaultTimeouts, openPool, type Timeouts } from './database.ts';
import { createErasuresStore } from './erasures.ts';
import { describeUrl, serverFault } from './faults.ts';
import { createJournalStore } from './journal.ts';
import { migrate } from './migrate.ts';
import { createMutesStore } from './mutes.ts';
import { createOwnersStore } from './owners.ts';
import { type CopyReader, createPostsStore } from './posts.ts';
import { scrub } from './scrub.ts';
import { createViewsStore } from './views.ts';
import { createVisitsStore } from './visits.ts';
import { createWordClientsStore } from './word-clients.ts';
import { createWordHealthStore } from './word-health.ts';
import { createWordsStore } from './words.ts';
import { createWriteCheck } from './write-check.ts';

/** `copyFolder` has the search copy of this machine. Tests can replace the timeouts, the entry of the reader threads, and the clock. */
type Options = {
  copyFolder: string;
  connections?: number | undefined;
  /** A streaming replica, from which the search copy is read while it has everything. */
  readUrl?: string | null | undefined;
  timeouts?: Timeouts | undefined;
  readerThread?: URL | undefined;
  log?: (message: string) => void;
  now?: () => number;
};

/** Changes are copied one after the other; a build takes another connection. */
const replicaConnections = 2;
/** Queries wait for it, and the primary can answer them too. */
const replicaConnectMs = 2000;

const resourcesOf = (db: Db, run: CopyReader, now: () => number): Resources => ({
  ...createCommonResources(db),
  alerts: createAlertsStore(db),
  cities: createCitiesStore(db),
  clients: createClientsStore(db),
  collection: createCollectionStore(db),
  erasures: createErasuresStore(db),
  journal: createJournalStore(db),
  mutes: createMutesStore(db),
  owners: createOwnersStore(db),
  posts: createPostsStore(db, run, now),
  views: createViewsStore(db),
  visits: createVisitsStore(db),
  wordClients: createWordClientsStore(db),
  wordHealth: createWordHealthStore(db, run),
  words: createWordsStore(db),
});

/** Throws a `DatabaseUnavailableError` when the server cannot be used now, and a `DatabaseError` when the database cannot. */
export async function openPostgresStore(
  url: string,
  {
    copyFolder,
    connections = 10,
    readUrl = null,
    timeouts = defaultTimeouts,
    readerThread,
    log = () => {},
    now = Date.now,
  }: Options,
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
  const replicaTimeouts = { ...timeouts, connectMs: Math.min(timeouts.connectMs, replicaConnectMs) };
  const replica = readUrl === null ? null : openPool(readUrl, replicaConnections, replicaTimeouts);
  const copy = createSearchCopy(createCopySource(database, replica, log), copyFolder, log);
  const readers = createCopyReaders(copy, readerThread);
  const { run } = readers;
  const checkWrite = createWriteCheck(database);
  return {
    ...resourcesOf(database, run, now),
    transaction: (work) => database.transaction((db) => work(resourcesOf(db, run, now))),
    async check() {
      await checkWrite();
      await copy.check();
    },
    scrub: () => scrub(url, { timeouts, copy, copyFolder }),
    faultOf: (error) => faultOf(error) ?? copyFault(error, copyFolder),
    async close() {
      await readers.close();
      copy.close();
      await replica?.close();
      await database.close();
    },
  };
}

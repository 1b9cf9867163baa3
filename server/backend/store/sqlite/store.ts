/** The store in SQLite: one object per resource on one connection. Posts are read on worker threads. */
import path from 'node:path';
import type { Resources, Store } from '../store.ts';
import { createAdministratorsStore } from './administrators.ts';
import { createAlertsStore } from './alerts.ts';
import { createCitiesStore } from './cities.ts';
import { createClientsStore } from './clients.ts';
import { createCollectionStore } from './collection.ts';
import { asyncTransaction, databaseFault, openDatabase } from './database.ts';
import { createErasuresStore } from './erasures.ts';
import { createJobsStore } from './jobs.ts';
import { createJournalStore } from './journal.ts';
import { createLoginAttemptsStore } from './login-attempts.ts';
import { createMarksStore } from './marks.ts';
import { createMutesStore } from './mutes.ts';
import { createOwnersStore } from './owners.ts';
import { createPostsStore } from './posts.ts';
import { createReaderPool } from './reader-pool.ts';
import { scrub } from './scrub.ts';
import { createSessionsStore } from './sessions.ts';
import { createTransactionGate, type TransactionGate } from './transaction-gate.ts';
import { createUsersStore } from './users.ts';
import { createViewsStore } from './views.ts';
import { createVisitsStore } from './visits.ts';
import { createWordClientsStore } from './word-clients.ts';
import { createWordHealthStore } from './word-health.ts';
import { createWordsStore } from './words.ts';
import { createWriteCheck } from './write-check.ts';

/**
 * Tests can replace the entry of the reader threads, and the clock. `log` announces a migration that may take long. `bulk`
 * fills a new database faster: a crash may damage it.
 */
export type StoreOptions = {
  readerThread?: URL | undefined;
  log?: (message: string) => void;
  now?: () => number;
  bulk?: boolean;
};

const guardAll = (resources: Resources, gate: TransactionGate): Resources =>
  Object.fromEntries(Object.entries(resources).map(([name, methods]) => [name, gate.guard(methods)])) as Resources;

/** Throws a `DatabaseError` when the file cannot be used. */
export function openStore(file: string, { readerThread, log, now = Date.now, bulk = false }: StoreOptions = {}): Store {
  const db = openDatabase(file, log);
  if (bulk) db.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -200000');
  const checkWrite = createWriteCheck(db);
  const readers = createReaderPool(file, readerThread);
  const gate = createTransactionGate();
  const resources: Resources = {
    administrators: createAdministratorsStore(db),
    alerts: createAlertsStore(db),
    cities: createCitiesStore(db),
    clients: createClientsStore(db),
    collection: createCollectionStore(db),
    erasures: createErasuresStore(db),
    jobs: createJobsStore(db),
    journal: createJournalStore(db),
    loginAttempts: createLoginAttemptsStore(db),
    marks: createMarksStore(db),
    mutes: createMutesStore(db),
    owners: createOwnersStore(db),
    posts: createPostsStore(db, readers, now),
    sessions: createSessionsStore(db),
    users: createUsersStore(db),
    views: createViewsStore(db),
    visits: createVisitsStore(db),
    wordClients: createWordClientsStore(db),
    wordHealth: createWordHealthStore(db, readers),
    words: createWordsStore(db, gate),
  };
  return {
    ...guardAll(resources, gate),
    transaction: (work) => gate.run(() => asyncTransaction(db, () => work(resources))),
    check: async () => checkWrite(),
    scrub: () => gate.run(() => scrub(db)),
    faultOf(error) {
      const fault = databaseFault(error);
      return fault === null ? null : `Cannot use the database in ${path.dirname(file)}: ${fault}`;
    },
    // The main connection is closed last, so that it removes the write-ahead log.
    async close() {
      await readers.close();
      db.close();
    },
  };
}

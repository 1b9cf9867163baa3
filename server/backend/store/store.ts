/**
 * The store as handlers use it: asynchronous and without SQL, so that another database engine can replace SQLite. A method that
 * makes a change for its author, `by`, also records it in the journal, in the same transaction. Without an author it is not
 * recorded.
 */
import { createAdministratorsStore } from './administrators.ts';
import { createAlertsStore } from './alerts.ts';
import { createApiKeysStore } from './api-keys.ts';
import { createCitiesStore } from './cities.ts';
import { createClientsStore } from './clients.ts';
import { createCollectionStore } from './collection.ts';
import { createDirectoryStore } from './directory.ts';
import { createErasuresStore } from './erasures.ts';
import { createFiguresStore } from './figures.ts';
import { createJobsStore } from './jobs.ts';
import { createJournalStore } from './journal.ts';
import { createLoginAttemptsStore } from './login-attempts.ts';
import { createMarksStore } from './marks.ts';
import { createMutesStore } from './mutes.ts';
import { createOwnersStore } from './owners.ts';
import { createPasswordsStore } from './passwords.ts';
import { createPeopleStore } from './people.ts';
import type { Db } from './port.ts';
import { createPostsStore, type PostEngine } from './posts.ts';
import type { PostQueries } from './posts-store.ts';
import { createSecondFactorsStore } from './second-factors.ts';
import { createSessionsStore } from './sessions.ts';
import { createSuggestionsStore } from './suggestions.ts';
import { createUsersStore } from './users.ts';
import { createViewsStore } from './views.ts';
import { createVisitsStore } from './visits.ts';
import { createWordHealthStore } from './word-health.ts';
import { createWordClientsStore } from './word-links.ts';
import { createWordsStore } from './words.ts';
import { createWorkStore } from './work.ts';
import { createWorkRulesStore } from './work-rules.ts';

export type Store = Resources & {
  /**
   * Runs the work in one transaction, with a store of which it uses nothing but the resources. Others do not see its changes
   * before it has ended; neither do queries of posts, its own included. It may run again after a conflict with another
   * transaction, so that it has no effects outside the store.
   */
  transaction<T>(work: (store: Resources) => Promise<T>): Promise<T>;
  /** Throws when the database cannot be written, or a feed cannot answer. Cheap enough for a health call every second. */
  check(): Promise<void>;
  /** The size of the database on its disk. */
  sizeBytes(): Promise<number>;
  /** Overwrites what deleted rows have left in the files. Returns what is left there, in English, for the command line. */
  scrub(): Promise<string[]>;
  /** Describes a fault of the disk or the file for the log: folder, fault and remedy. Null for other errors. */
  faultOf(error: unknown): string | null;
  close(): Promise<void>;
};

/** What answers queries of posts (feed/). */
export type Feed = Pick<Store, 'check' | 'scrub' | 'faultOf' | 'close'> & { queries: PostQueries };

export type ResourceOptions = { engine: PostEngine; queries: PostQueries; now: () => number };

export const createResources = (db: Db, { engine, queries, now }: ResourceOptions) => ({
  administrators: createAdministratorsStore(db),
  alerts: createAlertsStore(db),
  apiKeys: createApiKeysStore(db),
  cities: createCitiesStore(db),
  clients: createClientsStore(db),
  collection: createCollectionStore(db, engine),
  directory: createDirectoryStore(db),
  erasures: createErasuresStore(db, engine.remove),
  figures: createFiguresStore(db),
  jobs: createJobsStore(db),
  journal: createJournalStore(db),
  loginAttempts: createLoginAttemptsStore(db),
  marks: createMarksStore(db),
  mutes: createMutesStore(db),
  owners: createOwnersStore(db),
  passwords: createPasswordsStore(db),
  people: createPeopleStore(db),
  posts: createPostsStore(db, engine, queries, now),
  secondFactors: createSecondFactorsStore(db),
  sessions: createSessionsStore(db),
  suggestions: createSuggestionsStore(db),
  users: createUsersStore(db),
  views: createViewsStore(db),
  visits: createVisitsStore(db),
  wordClients: createWordClientsStore(db),
  wordHealth: createWordHealthStore(db),
  words: createWordsStore(db),
  work: createWorkStore(db),
  workRules: createWorkRulesStore(db),
});

export type Resources = ReturnType<typeof createResources>;

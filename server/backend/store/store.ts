/**
 * The store as handlers use it: asynchronous and without SQL, so that SQLite and PostgreSQL are interchangeable. A method that
 * changes something for its author, `by`, records that in the journal in the same transaction; without an author it does not.
 */
import { createAccessStore } from './access.ts';
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
import { createReportsStore } from './reports.ts';
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
   * Runs the work in one transaction; it must use only the given resources. Nobody else sees its changes before the end;
   * queries of posts do not either, not even its own. The work may run again after a conflict, so it must have no effects
   * outside the store.
   */
  transaction<T>(work: (store: Resources) => Promise<T>): Promise<T>;
  /** Throws when the database is not writable or the feed does not respond. Cheap enough for a health check every second. */
  check(): Promise<void>;
  /** The size of the database on its disk. */
  sizeBytes(): Promise<number>;
  /**
   * Overwrites the remains of deleted rows in the files. Returns an English description of the remains that could not be
   * overwritten, for the command line.
   */
  scrub(): Promise<string[]>;
  /** Describes a fault of the database for the log: where, what and the remedy. Null for other errors. */
  faultOf(error: unknown): string | null;
  close(): Promise<void>;
};

/** The part of the store that answers queries of posts (feed/). */
export type Feed = Pick<Store, 'check' | 'scrub' | 'faultOf' | 'close'> & { queries: PostQueries };

export type ResourceOptions = { engine: PostEngine; queries: PostQueries; now: () => number };

export const createResources = (db: Db, { engine, queries, now }: ResourceOptions) => ({
  access: createAccessStore(db),
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
  reports: createReportsStore(db),
  secondFactors: createSecondFactorsStore(db),
  sessions: createSessionsStore(db),
  suggestions: createSuggestionsStore(db),
  users: createUsersStore(db),
  views: createViewsStore(db),
  visits: createVisitsStore(db),
  wordClients: createWordClientsStore(db),
  wordHealth: createWordHealthStore(db, engine.source),
  words: createWordsStore(db),
  work: createWorkStore(db),
  workRules: createWorkRulesStore(db),
});

export type Resources = ReturnType<typeof createResources>;

/** The stores of all resources, on a database or inside one of its transactions. */
import { createAdministratorsStore } from './administrators.ts';
import { createAlertsStore } from './alerts.ts';
import { createCitiesStore } from './cities.ts';
import { createClientsStore } from './clients.ts';
import { createCollectionStore } from './collection.ts';
import { createErasuresStore } from './erasures.ts';
import { createJobsStore } from './jobs.ts';
import { createJournalStore } from './journal.ts';
import { createLoginAttemptsStore } from './login-attempts.ts';
import { createMarksStore } from './marks.ts';
import { createMutesStore } from './mutes.ts';
import { createOwnersStore } from './owners.ts';
import type { Db } from './port.ts';
import { createPostsStore, type PostEngine } from './posts.ts';
import type { PostQueries } from './posts-store.ts';
import { createSessionsStore } from './sessions.ts';
import { createUsersStore } from './users.ts';
import { createViewsStore } from './views.ts';
import { createVisitsStore } from './visits.ts';
import { createWordClientsStore } from './word-clients.ts';
import { createWordHealthStore } from './word-health.ts';
import { createWordsStore } from './words.ts';

export type ResourceOptions = { engine: PostEngine; queries: PostQueries; now: () => number };

export const createResources = (db: Db, { engine, queries, now }: ResourceOptions) => ({
  administrators: createAdministratorsStore(db),
  alerts: createAlertsStore(db),
  cities: createCitiesStore(db),
  clients: createClientsStore(db),
  collection: createCollectionStore(db, engine),
  erasures: createErasuresStore(db, engine.remove),
  jobs: createJobsStore(db),
  journal: createJournalStore(db),
  loginAttempts: createLoginAttemptsStore(db),
  marks: createMarksStore(db),
  mutes: createMutesStore(db),
  owners: createOwnersStore(db),
  posts: createPostsStore(db, engine, queries, now),
  sessions: createSessionsStore(db),
  users: createUsersStore(db),
  views: createViewsStore(db),
  visits: createVisitsStore(db),
  wordClients: createWordClientsStore(db),
  wordHealth: createWordHealthStore(db),
  words: createWordsStore(db),
});

export type Resources = ReturnType<typeof createResources>;

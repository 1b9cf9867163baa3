/** The stores that are written once for both engines, on the database or inside one of its transactions. */
import { createAdministratorsStore } from './administrators.ts';
import { createCitiesStore } from './cities.ts';
import { createClientsStore } from './clients.ts';
import { createErasuresStore, type RemovePosts } from './erasures.ts';
import { createJobsStore } from './jobs.ts';
import { createJournalStore } from './journal.ts';
import { createLoginAttemptsStore } from './login-attempts.ts';
import { createMarksStore } from './marks.ts';
import { createMutesStore } from './mutes.ts';
import { createOwnersStore } from './owners.ts';
import type { Db } from './port.ts';
import { createSessionsStore } from './sessions.ts';
import type { Resources } from './store.ts';
import { createUsersStore } from './users.ts';
import { createViewsStore } from './views.ts';
import { createVisitsStore } from './visits.ts';
import { createWordClientsStore } from './word-clients.ts';
import { createWordHealthStore } from './word-health.ts';
import { createWordsStore } from './words.ts';

/** `removePosts` is of the engine. */
export const createCommonResources = (db: Db, removePosts: RemovePosts) =>
  ({
    administrators: createAdministratorsStore(db),
    cities: createCitiesStore(db),
    clients: createClientsStore(db),
    erasures: createErasuresStore(db, removePosts),
    jobs: createJobsStore(db),
    journal: createJournalStore(db),
    loginAttempts: createLoginAttemptsStore(db),
    marks: createMarksStore(db),
    mutes: createMutesStore(db),
    owners: createOwnersStore(db),
    sessions: createSessionsStore(db),
    users: createUsersStore(db),
    views: createViewsStore(db),
    visits: createVisitsStore(db),
    wordClients: createWordClientsStore(db),
    wordHealth: createWordHealthStore(db),
    words: createWordsStore(db),
  }) satisfies Partial<Resources>;

export type CommonResources = ReturnType<typeof createCommonResources>;

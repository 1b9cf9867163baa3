/** The stores that are written once for both engines, on the database or inside one of its transactions. */
import { createAdministratorsStore } from './administrators.ts';
import { createJobsStore } from './jobs-store.ts';
import { createJournalStore } from './journal.ts';
import { createLoginAttemptsStore } from './login-attempts-store.ts';
import { createMarksStore } from './marks-store.ts';
import type { Db } from './port.ts';
import { createSessionsStore } from './sessions.ts';
import type { Resources } from './store.ts';
import { createUsersStore } from './users.ts';

export type CommonResources = Pick<
  Resources,
  'administrators' | 'jobs' | 'journal' | 'loginAttempts' | 'marks' | 'sessions' | 'users'
>;

export const createCommonResources = (db: Db): CommonResources => ({
  administrators: createAdministratorsStore(db),
  jobs: createJobsStore(db),
  journal: createJournalStore(db),
  loginAttempts: createLoginAttemptsStore(db),
  marks: createMarksStore(db),
  sessions: createSessionsStore(db),
  users: createUsersStore(db),
});

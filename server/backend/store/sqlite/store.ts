/** The store on SQLite: one connection, one object a resource. */
import path from 'node:path';
import type { Store } from '../store.ts';
import { createAdministratorsStore } from './administrators.ts';
import { createCitiesStore } from './cities.ts';
import { createClientsStore } from './clients.ts';
import { asyncTransaction, databaseFault, openDatabase } from './database.ts';
import { createLoginAttemptsStore } from './login-attempts.ts';
import { createOwnersStore } from './owners.ts';
import { createPostsStore } from './posts.ts';
import { createSessionsStore } from './sessions.ts';
import { createUsersStore } from './users.ts';
import { createWordClientsStore } from './word-clients.ts';
import { createWordsStore } from './words.ts';
import { createWriteCheck } from './write-check.ts';

/** Throws a `DatabaseError` when the file cannot be used. */
export function openStore(file: string): Store {
  const db = openDatabase(file);
  const checkWrite = createWriteCheck(db);
  return {
    administrators: createAdministratorsStore(db),
    cities: createCitiesStore(db),
    clients: createClientsStore(db),
    loginAttempts: createLoginAttemptsStore(db),
    owners: createOwnersStore(db),
    posts: createPostsStore(db),
    sessions: createSessionsStore(db),
    users: createUsersStore(db),
    wordClients: createWordClientsStore(db),
    words: createWordsStore(db),
    atOnce: (work) => asyncTransaction(db, work),
    check: async () => checkWrite(),
    faultOf(error) {
      const fault = databaseFault(error);
      return fault === null ? null : `Cannot use the database in ${path.dirname(file)}: ${fault}`;
    },
    close: () => db.close(),
  };
}

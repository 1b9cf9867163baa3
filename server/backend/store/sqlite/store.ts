/** The store on SQLite: one connection, one object a resource. */

import type { Store } from '../store.ts';
import { createAdministratorsStore } from './administrators.ts';
import { createCitiesStore } from './cities.ts';
import { createClientsStore } from './clients.ts';
import { databaseFault, openDatabase } from './database.ts';
import { createLoginAttemptsStore } from './login-attempts.ts';
import { createOwnersStore } from './owners.ts';
import { createPostsStore } from './posts.ts';
import { createSessionsStore } from './sessions.ts';
import { createUsersStore } from './users.ts';
import { createWordClientsStore } from './word-clients.ts';
import { createWordsStore } from './words.ts';

/** Throws a `DatabaseError` when the file cannot be used. */
export function openStore(file: string): Store {
  const db = openDatabase(file);
  const ping = db.prepare('SELECT 1');
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
    check: async () => {
      ping.get();
    },
    faultOf: databaseFault,
    close: () => db.close(),
  };
}

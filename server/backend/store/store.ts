/** What the backend stores, as its handlers see it: asynchronous and without SQL, so that it can run on other engines too. */
import type { AdministratorsStore } from './administrators-store.ts';
import type { CitiesStore } from './cities-store.ts';
import type { ClientsStore } from './clients-store.ts';
import type { LoginAttemptsStore } from './login-attempts-store.ts';
import type { OwnersStore } from './owners-store.ts';
import type { PostsStore } from './posts-store.ts';
import type { SessionsStore } from './sessions-store.ts';
import type { UsersStore } from './users-store.ts';
import type { WordClientsStore } from './word-clients-store.ts';
import type { WordsStore } from './words-store.ts';

export type Store = {
  administrators: AdministratorsStore;
  cities: CitiesStore;
  clients: ClientsStore;
  loginAttempts: LoginAttemptsStore;
  owners: OwnersStore;
  posts: PostsStore;
  sessions: SessionsStore;
  users: UsersStore;
  wordClients: WordClientsStore;
  words: WordsStore;
  /** Keeps all that the work writes, or nothing when it throws. Only while nothing else uses the store. */
  atOnce<T>(work: () => Promise<T>): Promise<T>;
  /** Throws when the database cannot be read or written. Cheap enough for a probe every second. */
  check(): Promise<void>;
  /** For the log: where the data is, what is wrong with the disk or the file, and the remedy; null for other errors. */
  faultOf(error: unknown): string | null;
  close(): Promise<void>;
};

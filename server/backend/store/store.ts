/** All that the backend remembers, as the handlers see it: asynchronous, so that a second engine can stand beside SQLite. */
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
  /** Answers when the engine does; otherwise throws. */
  check(): Promise<void>;
  /** What is wrong with the disk or the file behind an error, for the log; null for any other error. */
  faultOf(error: unknown): string | null;
  close(): void;
};

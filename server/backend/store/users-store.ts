/** Accounts of the social network, the authors of posts. */
import type { Author } from './journal.ts';

export type UserRow = { userId: number; name: string; domain: string | null; photoUrl: string | null };

export interface UsersStore {
  list(): Promise<UserRow[]>;
  get(userId: number): Promise<UserRow | null>;
  /** Null: the ID is taken. */
  create(user: UserRow, by?: Author | null): Promise<UserRow | null>;
}

/** Administrators and their passwords. */
import type { JournalAction } from '../../../shared/rules/journal.ts';
import type { Author } from './journal.ts';

export type Administrator = { id: number; username: string };

/** `password-changed`: the account's owner changes it; `password-set`: somebody else sets it. */
export type PasswordChange = { by: Author | null; action: Extract<JournalAction, 'password-set' | 'password-changed'> };

export interface AdministratorsStore {
  /** In order of creation. */
  usernames(): Promise<string[]>;
  create(username: string, passwordHash: string, now: number, by?: Author | null): Promise<Administrator>;
  /** Creates the first administrator. False: there is one already. */
  createFirst(username: string, passwordHash: string, now: number): Promise<boolean>;
  findByUsername(username: string): Promise<Administrator | null>;
  passwordHash(id: number): Promise<string | null>;
  setPasswordHash(id: number, passwordHash: string, change: PasswordChange): Promise<void>;
}

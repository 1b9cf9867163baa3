/** Administrators and their passwords. */

import type { Author } from './journal-store.ts';

export type Administrator = { id: number; username: string };

export interface AdministratorsStore {
  isEmpty(): Promise<boolean>;
  create(username: string, passwordHash: string, now: number): Promise<Administrator>;
  findByUsername(username: string): Promise<Administrator | null>;
  passwordHash(id: number): Promise<string | null>;
  setPasswordHash(id: number, passwordHash: string, by?: Author | null): Promise<void>;
}

/**
 * Access of accounts. Transactions that decide about it take turns, and only `revokeAccess` ends it. A client's own account and
 * its people have one key, because owners decide about each other.
 */
import { accountOf, type Owner } from '../rules/account.ts';
import { endKeys } from './api-keys.ts';
import { revokeFeeds } from './atom-feeds.ts';
import type { By } from './journal.ts';
import { stopBatchesOf } from './open-batches.ts';
import { createMethods, type Db } from './port.ts';
import { endSessions } from './sessions.ts';

/** `names`: a call takes a name for a new account. */
export type Subject = Owner | 'names';

const keyOf = (owner: Owner): string => (owner.type === 'admin' ? accountOf(owner) : owner.clientId);

/** Waits for other transactions on the access of the subjects. Call it before taking other locks. */
export async function lockAccess(db: Db, subjects: readonly Subject[]): Promise<void> {
  const owners = subjects.filter((subject) => subject !== 'names');
  if (owners.length < subjects.length) await db.lock('administrators');
  if (owners.length > 0) await db.lock('access', ...owners.map(keyOf));
}

/** The parts of the access that can end with the sessions of an account. */
type Part = 'keys' | 'feeds' | 'batches';
export const allParts: readonly Part[] = ['keys', 'feeds', 'batches'];

/** `keeps`: the ID of a session that stays. `by` stops running batches. */
export type Revocation = { keeps: number | null; parts: readonly Part[]; by: By };

/**
 * Ends sessions and waiting sign-ins of the account, and the given parts. Runs inside the transaction that changes the access.
 */
export async function revokeAccess(db: Db, owner: Owner, { keeps, parts, by }: Revocation): Promise<void> {
  const now = by?.at ?? Date.now();
  await endSessions(db, owner, keeps, now);
  if (parts.includes('keys')) await endKeys(db, owner);
  if (parts.includes('feeds')) await revokeFeeds(db, accountOf(owner));
  if (parts.includes('batches')) await stopBatchesOf(db, accountOf(owner), by, now);
}

export const createAccessStore = (db: Db) => createMethods(db, {}, { lock: lockAccess, revoke: revokeAccess });

/** What an account has muted. */
import type { DatabaseSync } from 'node:sqlite';
import { sharedAccount } from '../rules/account.ts';
import { ownerTerm, userTerm } from '../store/sqlite/post-indexer.ts';
import { type Condition, isNoneOf, listNumbers } from '../store/sqlite/sql.ts';

export type Mutes = { owners: number[]; users: number[] };

export const noMutes: Mutes = { owners: [], users: [] };

export function readMutes(db: DatabaseSync, account: string | null): Mutes {
  if (account === null) return noMutes;
  // What administrators hide for a client is hidden from its people too.
  const sql = 'SELECT target_id FROM mutes WHERE kind = ? AND (account = ? OR (account = ? AND created_by <> account))';
  const targets = (kind: 'owner' | 'user') => listNumbers(db, sql, kind, account, sharedAccount(account));
  return { owners: targets('owner'), users: targets('user') };
}

export const mutedTerms = ({ owners, users }: Mutes): string[] => [...owners.map(ownerTerm), ...users.map(userTerm)];

/** The unary plus forbids the use of an index. */
export const isNotMuted = ({ owners, users }: Mutes): Condition[] => [
  ...isNoneOf('+posts.owner_id', owners),
  ...isNoneOf('+posts.user_id', users),
];

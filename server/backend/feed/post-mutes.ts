/** The sources and authors whose posts an account does not see. */
import type { DatabaseSync } from 'node:sqlite';
import { ownerTerm, userTerm } from '../store/sqlite/post-indexer.ts';
import type { Condition } from '../store/sqlite/sql.ts';
import { isNoneOf } from './row-conditions.ts';

export type Mutes = { owners: number[]; users: number[] };

export const noMutes: Mutes = { owners: [], users: [] };

export function readMutes(db: DatabaseSync, account: string | null): Mutes {
  if (account === null) return noMutes;
  const targets = (kind: 'owner' | 'user') =>
    db
      .prepare('SELECT target_id AS id FROM mutes WHERE account = ? AND kind = ?')
      .all(account, kind)
      .map(({ id }) => Number(id));
  return { owners: targets('owner'), users: targets('user') };
}

export const mutedTerms = ({ owners, users }: Mutes): string[] => [...owners.map(ownerTerm), ...users.map(userTerm)];

/** The unary plus forbids the use of an index. */
export const isNotMuted = ({ owners, users }: Mutes): Condition[] => [
  ...isNoneOf('+posts.owner_id', owners),
  ...isNoneOf('+posts.user_id', users),
];

/** What an account has read and muted. */
import type { DatabaseSync } from 'node:sqlite';
import { chunkOf, hasMark, listMarks } from '../rules/mark-bits.ts';
import { ownerTerm, userTerm } from '../store/sqlite/post-indexer.ts';
import type { Condition } from '../store/sqlite/sql.ts';
import { readChunks } from './row-columns.ts';
import { isNoneOf } from './row-conditions.ts';

export type Marks = {
  has(storyId: number): boolean;
  list(): number[];
  /** The stored stories without a mark; null when there are more than `max`. */
  listUnread(max: number): number[] | null;
};

/** Stories to leave out: those with a mark, and those that are not new, where only new ones are shown. */
export type HiddenStories = { marks: Marks | null; old: ReadonlySet<number> };

/** How rows are shown: `marks` are the marks of an account that sees unread posts only. */
export type PostView = HiddenStories & { hideCopies: boolean };

export function readMarks(db: DatabaseSync, account: string | null): Marks {
  const rows = account === null ? [] : db.prepare('SELECT chunk, bits FROM marks WHERE account = ?').all(account);
  const chunks = new Map(rows.map(({ chunk, bits }) => [Number(chunk), bits as Uint8Array]));
  const has = (storyId: number): boolean => {
    const bits = chunks.get(chunkOf(storyId));
    return bits !== undefined && hasMark(bits, storyId);
  };
  return {
    has,
    listUnread(max) {
      const unread = new Set<number>();
      for (const { stories } of readChunks(db, ['stories'])) {
        for (const story of stories) if (!has(story)) unread.add(story);
        if (unread.size > max) return null;
      }
      return [...unread];
    },
    list: () => [...chunks].flatMap(([chunk, bits]) => listMarks(chunk, bits)),
  };
}

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

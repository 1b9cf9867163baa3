/** The stories that an account has read. */
import type { DatabaseSync } from 'node:sqlite';
import { chunkOf, hasMark, listMarks } from '../rules/mark-bits.ts';
import { readChunks } from './row-columns.ts';

export type Marks = {
  has(storyId: number): boolean;
  list(): number[];
  /** The stored stories without a mark; null when there are more than `max`. */
  listUnread(max: number): number[] | null;
};

/** Stories to leave out: those with a mark, and those that are known, where only new ones are shown. */
export type HiddenStories = { marks: Marks | null; known: ReadonlySet<number> };

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

/** The stories that an account has read. */
import type { DatabaseSync } from 'node:sqlite';
import { chunkOf, hasMark, listMarks } from '../../marks/mark-bits.ts';

export type Marks = {
  has(storyId: number): boolean;
  list(): number[];
  /** The stories of the range without a mark; null when there are more than `max`. Both ends are included. */
  listUnread(range: { first: number; last: number }, max: number): number[] | null;
};

export function readMarks(db: DatabaseSync, account: string | null): Marks {
  const rows = account === null ? [] : db.prepare('SELECT chunk, bits FROM marks WHERE account = ?').all(account);
  const chunks = new Map(rows.map(({ chunk, bits }) => [Number(chunk), bits as Uint8Array]));
  const has = (storyId: number): boolean => {
    const bits = chunks.get(chunkOf(storyId));
    return bits !== undefined && hasMark(bits, storyId);
  };
  return {
    has,
    listUnread({ first, last }, max) {
      const unread: number[] = [];
      for (let story = first; story <= last && unread.length <= max; story += 1) if (!has(story)) unread.push(story);
      return unread.length > max ? null : unread;
    },
    list: () => [...chunks].flatMap(([chunk, bits]) => listMarks(chunk, bits)),
  };
}

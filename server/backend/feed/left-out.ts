/**
 * Finds the stories that a scope leaves out: those that its account has read, that rules have hidden, or whose work does not
 * match.
 */
import type { DatabaseSync } from 'node:sqlite';
import { addAll, hasBit, setBit } from '../rules/bits.ts';
import { chunkBytes } from '../rules/mark-bits.ts';
import type { PostScope } from '../store/posts-store.ts';
import { createStorySet } from './own-stories.ts';
import { readChunks } from './row-columns.ts';
import { listByWork, type StoryList } from './work-columns.ts';

/** The stories that are left out, as a bit set (rules/bits.ts); null: none. */
export type LeftOut = Uint8Array | null;

export const isLeftOut = (leftOut: LeftOut, story: number): boolean => leftOut !== null && hasBit(leftOut, story);

/** The set of stories that an account has read. */
function readBits(db: DatabaseSync, account: string | null): Uint8Array {
  const rows =
    account === null ? [] : db.prepare('SELECT chunk, bits FROM marks WHERE account = ? ORDER BY chunk').all(account);
  const marks = new Uint8Array((Number(rows.at(-1)?.chunk ?? -1) + 1) * chunkBytes);
  for (const { chunk, bits } of rows) marks.set(bits as Uint8Array, Number(chunk) * chunkBytes);
  return marks;
}

/** Returns a function that tells whether the account has read a story. */
export function readMarks(db: DatabaseSync, account: string | null): (storyId: number) => boolean {
  const bits = readBits(db, account);
  return (storyId) => hasBit(bits, storyId);
}

/** `wanted`: the only stories that may be shown, including read ones; null: not known. */
export function findLeftOut(db: DatabaseSync, scope: PostScope): { leftOut: LeftOut; wanted: StoryList | null } {
  const byWork = listByWork(db, scope);
  if (byWork === null && !scope.unread) return { leftOut: null, wanted: null };
  const wanted = byWork?.areOut === false ? byWork.stories : null;
  const leftOut = createStorySet(db).fill(wanted === null ? 0 : 0xff);
  for (const story of byWork?.stories ?? []) setBit(leftOut, story, wanted === null);
  if (scope.unread) addAll(leftOut, readBits(db, scope.account));
  return { leftOut, wanted };
}

/** The stored stories that are not left out; null when there are more than `max`. */
export function listShownStories(
  db: DatabaseSync,
  leftOut: Uint8Array,
  wanted: StoryList | null,
  max: number,
): number[] | null {
  if (wanted !== null) return wanted.length > max ? null : [...wanted].filter((story) => !hasBit(leftOut, story));
  const shown = new Set<number>();
  for (const { stories } of readChunks(db, ['stories'])) {
    for (let row = 0; row < stories.length; row += 1) {
      const story = stories[row] ?? 0;
      if (!hasBit(leftOut, story)) shown.add(story);
    }
    if (shown.size > max) return null;
  }
  return [...shown];
}

/** Which stories a scope leaves out by what is stored of them: those that an account has read, that rules have hidden, and those with other work than wanted. */
import type { DatabaseSync } from 'node:sqlite';
import { chunkBytes, hasBit } from '../rules/mark-bits.ts';
import type { PostScope } from '../store/posts-store.ts';
import { readChunks } from './row-columns.ts';
import { createStates } from './story-states.ts';
import { listByWork, type StoryList } from './work-columns.ts';

/** The state of a story whose rows do not count. The states are bytes, because two bytes each take half as long again. */
export const unwanted = 0xff;

/** Of each story that is left out `unwanted`, of the others 0. Null: none is. */
export type LeftOut = Uint8Array | null;

/** The bits of the stories that an account has read. */
function readBits(db: DatabaseSync, account: string | null): Uint8Array {
  const rows =
    account === null ? [] : db.prepare('SELECT chunk, bits FROM marks WHERE account = ? ORDER BY chunk').all(account);
  /** The chunks of the account, one after another. */
  const marks = new Uint8Array((Number(rows.at(-1)?.chunk ?? -1) + 1) * chunkBytes);
  for (const { chunk, bits } of rows) marks.set(bits as Uint8Array, Number(chunk) * chunkBytes);
  return marks;
}

export type Marks = { has(storyId: number): boolean };

export function readMarks(db: DatabaseSync, account: string | null): Marks {
  const bits = readBits(db, account);
  return { has: (storyId) => hasBit(bits, storyId) };
}

/** `wanted`: the only stories that are not left out, but for those that are read; null: not known. */
type FoundStories<States = LeftOut> = { states: States; wanted: StoryList | null };

export function findLeftOut(db: DatabaseSync, scope: PostScope): FoundStories {
  const byWork = listByWork(db, scope);
  if (byWork === null && !scope.unread) return { states: null, wanted: null };
  const states = createStates(db);
  const wanted = byWork?.areOut === false ? byWork.stories : null;
  if (wanted !== null) states.fill(unwanted);
  for (const story of byWork?.stories ?? []) states[story] = wanted === null ? unwanted : 0;
  if (!scope.unread) return { states, wanted };
  const bits = readBits(db, scope.account);
  for (let place = 0; place < bits.length; place += 1) {
    const byte = bits[place] ?? 0;
    // Most accounts have read few of 10,000,000 stories: 3 ms instead of 20.
    if (byte === 0) continue;
    for (let bit = 0; bit < 8; bit += 1) if ((byte >> bit) & 1) states[place * 8 + bit] = unwanted;
  }
  return { states, wanted };
}

/** The stored stories that are not left out; null when there are more than `max`. */
export function listShownStories(
  db: DatabaseSync,
  { states, wanted }: FoundStories<Uint8Array>,
  max: number,
): number[] | null {
  if (wanted !== null) return wanted.length > max ? null : [...wanted].filter((story) => states[story] === 0);
  const shown = new Set<number>();
  for (const { stories } of readChunks(db, ['stories'])) {
    for (let row = 0; row < stories.length; row += 1) {
      const story = stories[row] ?? 0;
      if (!states[story]) shown.add(story);
    }
    if (shown.size > max) return null;
  }
  return [...shown];
}

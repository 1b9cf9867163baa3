/**
 * Finds the stories that are not new to a filter, because an earlier row of theirs matches it. Ignores dates and hours, so that
 * a story is new in every bar of a histogram or in none.
 */
import type { DatabaseSync } from 'node:sqlite';
import { hasBit, setBit } from '../rules/bits.ts';
import type { Viewing } from '../store/posts-store.ts';
import { isOneOf, listNumbers, readNumber } from '../store/sqlite/sql.ts';
import { atAnyTime, type ResolvedFilter } from './filters.ts';
import type { HiddenStories } from './hidden-stories.ts';
import { isAutomatic, isOwnStory, listParts, type OwnStories } from './own-stories.ts';
import { selectPosts } from './post-selection.ts';
import { countChunkRows, maskArrived, readChunks } from './row-columns.ts';
import type { RowMask, ValueRange } from './row-mask.ts';
import { storyRows } from './row-queries.ts';
import { scanRows } from './row-sources.ts';
import { createStorySet } from './story-set.ts';

/** Up to this number of stories, asking the search index for the rows of each is faster than listing all matches. */
const askedStories = 200;

/** The selection at any time and in any story, up to the arrival `until`. */
const rowsUpTo = (selection: ResolvedFilter, until: number): ResolvedFilter => ({
  ...atAnyTime(selection),
  arrivals: { since: 0, until },
});

/**
 * The ID of a story is the arrival of its first row. Rows that arrived earlier came from other stories, or were joined or
 * separated by hand.
 */
function mayBeEarlier(db: DatabaseSync, own: OwnStories, since: number): (story: number) => boolean {
  const moved = 'SELECT DISTINCT story_id FROM posts WHERE arrival < story_id AND arrival <= ?1 AND story_id > ?1';
  const joined = new Set(listNumbers(db, moved, since));
  return (story) => story <= since || joined.has(story) || isOwnStory(own, story);
}

/** Checks each story by a subquery. */
function askStories(db: DatabaseSync, selection: ResolvedFilter, stories: readonly number[]): number[] {
  const { sql, params } = storyRows(selection);
  const wanted = isOneOf('story_id', stories);
  return listNumbers(
    db,
    `SELECT story_id FROM stories WHERE ${wanted.sql} AND EXISTS (
       SELECT 1 FROM ${sql} AND posts.story_id = stories.story_id)`,
    ...wanted.params,
    ...params,
  );
}

/** Reading a row by its story takes as long as one pass over this number of rows. */
const passedRows = 1000;

function areFew(db: DatabaseSync, own: OwnStories, stories: readonly number[]): boolean {
  const max = countChunkRows(db) / passedRows;
  if (stories.length > max) return false;
  const { sql, params } = isOneOf('story_id', listParts(own, stories));
  return readNumber(db, `SELECT sum(rows) FROM stories WHERE ${sql}`, ...params) <= max;
}

/**
 * Moves the stories of the masked rows from `wanted` to `found`. A separate function, because V8 optimises one that runs per
 * chunk.
 */
function addWanted(found: number[], wanted: Uint8Array, stories: Uint32Array, mask: RowMask): void {
  for (let row = 0; row < stories.length; row += 1) {
    if (mask !== null && mask[row >> 3] === 0) {
      // Skip to the last of the eight rows.
      row |= 7;
      continue;
    }
    const story = stories[row] ?? 0;
    if (!hasBit(wanted, story) || (mask !== null && !hasBit(mask, row))) continue;
    setBit(wanted, story, false);
    found.push(story);
  }
}

/** The wanted stories with a row in the selection. */
function findAmong(db: DatabaseSync, selection: ResolvedFilter, wanted: readonly number[]): number[] {
  const left = createStorySet(db);
  for (const story of wanted) setBit(left, story, true);
  const found: number[] = [];
  const read = areFew(db, selection.own, wanted) ? { ...selection, stories: wanted, fewStories: wanted } : selection;
  for (const [{ stories }, mask] of scanRows(db, read)) addWanted(found, left, stories, mask);
  return found;
}

/** The given stories with a row that matches the selection at any time, and that arrived up to `since`. */
export function findEarlier(
  db: DatabaseSync,
  selection: ResolvedFilter,
  since: number,
  stories: Iterable<number>,
): number[] {
  const possible = [...stories].filter(mayBeEarlier(db, selection.own, since));
  if (possible.length === 0) return [];
  const earlier = rowsUpTo(selection, since);
  return possible.length <= askedStories && isAutomatic(selection.own)
    ? askStories(db, earlier, possible)
    : findAmong(db, earlier, possible);
}

/** The stories of the rows that arrived in the range, by the packed column. */
function listArrived(db: DatabaseSync, { own, fromId, toId }: ResolvedFilter, arrivals: ValueRange): number[] {
  const wanted = createStorySet(db).fill(0xff);
  const found: number[] = [];
  for (const { stories, arrivals: column } of readChunks(
    db,
    own,
    ['stories', 'arrivals'],
    fromId ?? 0,
    toId ?? undefined,
  )) {
    addWanted(found, wanted, stories, maskArrived(column, arrivals));
  }
  return found;
}

/** The stories of the selection's new rows that also have an earlier arrival. */
function findArrived(db: DatabaseSync, selection: ResolvedFilter): number[] {
  const { arrivals, stories, fewStories } = selection;
  if (arrivals === null || arrivals.since === 0) return [];
  return findEarlier(db, selection, arrivals.since, fewStories ?? stories ?? listArrived(db, selection, arrivals));
}

/** The stories with a row in the selection from `firstId` on and, ignoring its dates, one before. */
function findPostedBefore(db: DatabaseSync, selection: ResolvedFilter): number[] {
  const { firstId, arrivals } = selection;
  if (firstId === null) return [];
  const wanted = createStorySet(db).fill(0xff);
  const later: number[] = [];
  const fromId = Math.max(firstId, selection.fromId ?? 0);
  for (const { stories } of readChunks(db, selection.own, ['stories'], fromId, selection.toId ?? undefined)) {
    addWanted(later, wanted, stories, null);
  }
  const before = { ...rowsUpTo(selection, arrivals?.until ?? Number.MAX_SAFE_INTEGER), toId: firstId };
  return findAmong(db, before, later);
}

export const findOldStories = (db: DatabaseSync, selection: ResolvedFilter): Set<number> =>
  new Set([...findArrived(db, selection), ...findPostedBefore(db, selection)]);

/**
 * How the rows of a selection are read. `hiddenStories`: the stories whose rows must be skipped; null if the selection excludes
 * them. `old`: the stories to skip because only new ones are shown.
 */
export type Reading = {
  selection: ResolvedFilter;
  /** False: one row per story. */
  copies: boolean;
  hiddenStories: HiddenStories;
  old: ReadonlySet<number>;
};

/** Null when nothing can match. */
export function findReading(db: DatabaseSync, own: OwnStories, viewing: Viewing): Reading | null {
  const selection = selectPosts(db, own, viewing);
  if (selection === null) return null;
  const { copies, story } = viewing.filter;
  const hiddenStories = selection.stories === null || story !== null ? selection.hiddenStories : null;
  return { selection, copies, hiddenStories, old: findOldStories(db, selection) };
}

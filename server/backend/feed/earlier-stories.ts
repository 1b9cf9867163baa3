/**
 * Which stories are not new to a scope: it had a row of them before the rows that arrived later. Dates and hours have no effect on
 * this, so that a story is new in each bar of a histogram, or in none.
 */
import type { DatabaseSync } from 'node:sqlite';
import { isOneOf, listNumbers, readNumber } from '../store/sqlite/sql.ts';
import type { PostSelection } from './filters.ts';
import { readSource } from './post-counts.ts';
import { visitRows } from './range-counts.ts';
import { readChunks } from './row-columns.ts';
import { storyRows } from './row-queries.ts';
import type { Arrivals } from './scope-conditions.ts';

/** Up to this number of stories, asking the search index for the rows of each is faster than listing all matches. */
const askedStories = 200;

/** The selection of all rows that arrived up to `until`. */
const rowsUpTo = (selection: PostSelection, until: number): PostSelection => ({
  ...selection,
  fromId: null,
  toId: null,
  localTimes: null,
  stories: null,
  fewStories: null,
  arrivals: { since: 0, until },
});

/** The first row of a story has its number. Rows with a lower one came from other stories. */
function mayBeEarlier(db: DatabaseSync, since: number): (story: number) => boolean {
  const moved = 'SELECT DISTINCT story_id FROM posts WHERE arrival < story_id AND arrival <= ?1 AND story_id > ?1';
  const joined = new Set(listNumbers(db, moved, since));
  return (story) => story <= since || joined.has(story);
}

/** Asks the database for each story. */
function askStories(db: DatabaseSync, selection: PostSelection, stories: readonly number[]): number[] {
  const { sql, params } = storyRows(selection);
  const wanted = isOneOf('story_id', stories);
  return listNumbers(
    db,
    `SELECT story_id FROM stories WHERE ${wanted.sql} AND EXISTS (
       SELECT 1 FROM ${sql} AND posts.story_id = stories.story_id)`,
    ...[...wanted.params, ...params],
  );
}

/**
 * For each story ID: 1 for a row of the selection that arrived up to `since`, 2 for a later one, 3 for both. Takes one pass over
 * all rows.
 */
function scanStories(db: DatabaseSync, selection: PostSelection, { since, until }: Arrivals): Uint8Array {
  const newest = readNumber(db, 'SELECT max(story_id) FROM stories');
  const found = new Uint8Array(newest + 1);
  const { chunks, listed } = readSource(db, selection);
  visitRows(chunks, listed, (_, story, arrival) => {
    if (arrival <= since) found[story] = (found[story] ?? 0) | 1;
    else if (arrival <= until) found[story] = (found[story] ?? 0) | 2;
  });
  return found;
}

/** Those of the stories that have a row of the selection, whatever its time, that arrived up to `since`. */
export function findEarlier(db: DatabaseSync, selection: PostSelection, since: number, stories: Iterable<number>) {
  const possible = [...stories].filter(mayBeEarlier(db, since));
  if (possible.length === 0) return new Set<number>();
  const earlier = rowsUpTo(selection, since);
  if (selection.query === null || possible.length <= askedStories) return new Set(askStories(db, earlier, possible));
  const found = scanStories(db, earlier, { since, until: since });
  return new Set(possible.filter((story) => found[story] === 1));
}

/** The stories that may have earlier rows than those that arrived in the range. Compares two columns of all rows: 4 ms for a million. */
function listPossible(db: DatabaseSync, { since, until }: Arrivals): Set<number> {
  const mayBe = mayBeEarlier(db, since);
  const possible = new Set<number>();
  for (const { ids, stories, arrivals } of readChunks(db, ['stories', 'arrivals'])) {
    for (let row = 0; row < ids.length; row += 1) {
      const arrival = arrivals[row] ?? 0;
      if (arrival <= since || arrival > until) continue;
      const story = stories[row] ?? 0;
      if (mayBe(story)) possible.add(story);
    }
  }
  return possible;
}

/** The stories of the selection's new rows that arrived before. */
function findArrived(db: DatabaseSync, selection: PostSelection): Set<number> {
  const { arrivals, stories, fewStories } = selection;
  if (arrivals === null || arrivals.since === 0) return new Set();
  const few = fewStories ?? stories;
  if (few !== null) return findEarlier(db, selection, arrivals.since, few);
  const possible = listPossible(db, arrivals);
  if (possible.size <= askedStories) return findEarlier(db, selection, arrivals.since, possible);
  const found = scanStories(db, rowsUpTo(selection, arrivals.until), arrivals);
  const known = new Set<number>();
  for (let story = 0; story < found.length; story += 1) if (found[story] === 3) known.add(story);
  return known;
}

/** The stories of which the selection, whatever its dates, has a row before `firstId`. Takes one pass over all rows. */
function findPostedBefore(db: DatabaseSync, selection: PostSelection): Set<number> {
  const { firstId, arrivals } = selection;
  const known = new Set<number>();
  if (firstId === null) return known;
  const until = arrivals?.until ?? Number.MAX_SAFE_INTEGER;
  const { chunks, listed } = readSource(db, { ...rowsUpTo(selection, until), toId: firstId });
  visitRows(chunks, listed, (id, story, arrival) => {
    if (id < firstId && arrival <= until) known.add(story);
  });
  return known;
}

/** The stories that the selection has a row of and that are not new to it. */
export const findOldStories = (db: DatabaseSync, selection: PostSelection): Set<number> =>
  new Set([...findArrived(db, selection), ...findPostedBefore(db, selection)]);

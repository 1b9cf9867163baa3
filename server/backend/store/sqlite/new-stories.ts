/** Counts the new stories of many scopes at once: reads the new rows once, and compares each with all scopes. */
import type { DatabaseSync } from 'node:sqlite';
import { dayMs } from '../../../platform/durations.ts';
import { isWanted, slotAt } from '../../posts/local-hours.ts';
import type { SearchQuery } from '../../search/query-tree.ts';
import { firstPostId, secondOfPostId } from '../post-id.ts';
import type { PostScope, StoriesScope } from '../posts-store.ts';
import { newestArrival } from './arrivals.ts';
import { findEarlier } from './known-stories.ts';
import { orderedByIndex } from './post-index-query.ts';
import { type Marks, readMarks } from './post-marks.ts';
import { isNotMuted, type Mutes, readMutes } from './post-mutes.ts';
import { type PostSelection, selectPosts } from './post-selection.ts';
import { readArrays } from './read-arrays.ts';
import { allOf } from './row-conditions.ts';
import { hasQuery } from './search-terms.ts';

/** Bounds the time of a count for an account that was away for months. */
const newRowsMax = 20_000;

type NewRow = [id: number, arrival: number, storyId: number, wordId: number, ownerId: number, cityId: number | null];

/** The rows that the mutes do not hide and that arrived after `since` up to `until`, the newest first. */
export type NewRows = { rows: readonly NewRow[]; since: number; mutes: Mutes };

export function readNewRows(db: DatabaseSync, account: string, since: number, until: number): NewRows {
  const mutes = readMutes(db, account);
  const isNew = { sql: 'arrival BETWEEN ? AND ?', params: [since + 1, until] };
  const { sql, params } = allOf([isNew, ...isNotMuted(mutes)]);
  const columns = 'id, arrival, story_id, word_id, owner_id, city_id';
  const rows = readArrays<NewRow>(db, `SELECT ${columns} FROM posts WHERE ${sql} ORDER BY arrival DESC`, params);
  return { rows, since, mutes };
}

/** The rows that arrived after `since`. */
export function rowsAfter(newRows: NewRows, since: number): NewRows {
  if (since <= newRows.since) return newRows;
  const old = newRows.rows.findIndex(([, arrival]) => arrival <= since);
  return { ...newRows, since, rows: old === -1 ? newRows.rows : newRows.rows.slice(0, old) };
}

/** Matches all filters of a selection but its text. */
function createFilter({ words, ownerId, cityId, localTimes, fromId, toId }: PostSelection): (row: NewRow) => boolean {
  const [ids, isListed] = 'only' in words ? [new Set(words.only), true] : [new Set(words.except), false];
  return ([id, , , wordId, owner, city]) =>
    ids.has(wordId) === isListed &&
    (ownerId === null || owner === ownerId) &&
    (cityId === null || (city ?? 0) === cityId) &&
    (localTimes === null || isWanted(localTimes, slotAt(secondOfPostId(id), localTimes.offsets))) &&
    (fromId === null || id >= fromId) &&
    (toId === null || id < toId);
}

/** Rows may be much older than the others, because old posts can arrive. The search index is asked for each of a few. */
const singleRows = 20;
const recentIds = firstPostId(2 * dayMs);

/**
 * The text is matched by the search index, from the first of the newer rows on. The phrases of a client are compared here, because
 * many terms slow the index down.
 */
function findMatches(
  db: DatabaseSync,
  selection: PostSelection,
  query: SearchQuery,
  rows: readonly NewRow[],
): Set<number> {
  const ids = rows.map(([id]) => id).sort((a, b) => a - b);
  const newest = ids.at(-1) ?? 0;
  const single = ids.slice(0, singleRows).filter((id) => id < newest - recentIds);
  const first = ids[single.length] ?? Number.MAX_SAFE_INTEGER;
  const newer = { ...selection, words: { except: [] }, fromId: Math.max(first, selection.fromId ?? 0) };
  const { sql, params } = orderedByIndex(newer, { orderBy: 'post_dt', orderDirection: 'DESC' }, false);
  const list = db.prepare(`SELECT json_group_array(id) AS list FROM (${sql})`).get(...params)?.list;
  const found = db
    .prepare(
      'SELECT rowid AS id FROM post_search WHERE post_search MATCH ? AND rowid IN (SELECT value FROM json_each(?))',
    )
    .all(hasQuery(query), JSON.stringify(single));
  return new Set([...(JSON.parse(String(list)) as number[]), ...found.map(({ id }) => Number(id))]);
}

function createMatcher(db: DatabaseSync, selection: PostSelection, rows: readonly NewRow[]): (row: NewRow) => boolean {
  const passes = createFilter(selection);
  if (selection.query === null) return passes;
  const found = findMatches(db, selection, selection.query, rows);
  return (row) => found.has(row[0]) && passes(row);
}

/** The stories that are new to the scope, but for its marks, each with the number of the first new row that the scope has. */
export function findNewStories(
  db: DatabaseSync,
  scope: PostScope,
  { rows, since, mutes }: NewRows,
): Map<number, number> {
  const everywhere = { ...scope, account: null, storyId: null, since: null, until: null, unread: false };
  const selection = rows.length === 0 ? null : selectPosts(db, everywhere);
  if (selection === null) return new Map();
  const matches = createMatcher(db, selection, rows);
  const found = new Map<number, number>();
  for (const row of rows) {
    const [, arrival, storyId] = row;
    const isWanted = scope.storyId === null || storyId === scope.storyId;
    if (isWanted && arrival <= (scope.until ?? arrival) && matches(row)) found.set(storyId, arrival);
  }
  for (const known of findEarlier(db, { ...selection, mutes }, since, found.keys())) found.delete(known);
  return found;
}

function countStories(db: DatabaseSync, scope: PostScope, rows: NewRows, marks: Marks): number {
  const stories = [...findNewStories(db, scope, rows).keys()];
  return scope.unread ? stories.filter((storyId) => !marks.has(storyId)).length : stories.length;
}

/** The scopes are of this account. */
export function countNewStories(db: DatabaseSync, account: string, scopes: readonly StoriesScope[]): number[] {
  const newest = Number(db.prepare(`SELECT ${newestArrival} AS arrival`).get()?.arrival);
  const bounds = scopes.map(({ since }) => Math.max(since, newest - newRowsMax));
  const rows = readNewRows(db, account, Math.min(...bounds), newest);
  const marks = readMarks(db, account);
  return scopes.map((scope, index) => countStories(db, scope, rowsAfter(rows, bounds[index] ?? newest), marks));
}

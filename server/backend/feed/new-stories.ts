/**
 * Counts the new stories of many filters at once, and lists when they arrived: reads the new rows once, and compares each with
 * all filters.
 */

import type { DatabaseSync } from 'node:sqlite';
import { dayMs } from '../../../shared/durations.ts';
import type { StoryArrivals } from '../rules/alerts/conditions.ts';
import { hasBit, setBit } from '../rules/bits.ts';
import { firstPostId } from '../store/post-id.ts';
import { type Viewing, type ViewingSince, withFilters } from '../store/posts-store.ts';
import { type ColumnName, type Rows, rowColumns } from '../store/sqlite/row-columns.ts';
import { allOf, readNumber } from '../store/sqlite/sql.ts';
import { newestArrival } from '../store/visits.ts';
import { findEarlier } from './earlier-stories.ts';
import { filtersOf, type ResolvedFilter, splitFilters } from './filters.ts';
import { isHiddenStory } from './hidden-stories.ts';
import { isNotMuted, type Mutes, readMutes } from './mutes.ts';
import { type OwnStories, storyNow } from './own-stories.ts';
import { readPackedIds } from './packed-ids.ts';
import { selectPosts } from './post-selection.ts';
import { readMarks } from './read-marks.ts';
import { pickRows, rowsOf } from './row-columns.ts';
import { emptyMask, maskOf, type RowMask, type ValueRange } from './row-mask.ts';
import { findMatching } from './row-queries.ts';
import { listRows, maskRows, passTests } from './row-sources.ts';

/** Bounds the time of a count for an account that was away for months. */
const newRowsMax = 20_000;

/** A filter may test any of them. */
const columns = (Object.keys(rowColumns) as ColumnName[]).filter((name) => name !== 'ids');
type PickedRows = Rows<(typeof columns)[number]>;

/** All filters of a call belong to one account. */
const accountOf = ([viewing]: readonly Viewing[]): string | null => viewing?.account ?? null;

const sinceOf = ({ filter }: ViewingSince): number => filter.since;

/** The rows that arrived after `since` and are not muted, by ascending ID. */
export type NewRows = { own: OwnStories; rows: PickedRows; since: number; mutes: Mutes };

function readNewRows(
  db: DatabaseSync,
  own: OwnStories,
  viewings: readonly Viewing[],
  { since, until }: ValueRange,
): NewRows {
  const mutes = readMutes(db, accountOf(viewings));
  const isNew = { sql: 'arrival BETWEEN ? AND ?', params: [since + 1, until] };
  const { sql, params } = allOf([isNew, ...isNotMuted(mutes)]);
  const ids = readPackedIds(db, 'id', { sql: `posts WHERE ${sql}`, params });
  return { own, rows: pickRows(db, own, columns, ids.sort()), since, mutes };
}

function rowsAfter(newRows: NewRows, since: number): NewRows {
  if (since <= newRows.since) return newRows;
  const { rows } = newRows;
  const isAfter = maskOf(rows.arrivals, { since, until: Infinity }, null);
  return { ...newRows, since, rows: rowsOf(rows, isAfter) };
}

/** A few rows may be much older than the others, because old posts can arrive late. This many are looked up one by one. */
const singleRows = 20;
const recentIds = firstPostId(2 * dayMs);

/** The rows that match the filters which the search index has, by a list of all matches from the first newer row on. */
function maskMatches(db: DatabaseSync, selection: ResolvedFilter, ids: Float64Array): RowMask {
  if (filtersOf(selection).length === 0) return null;
  const newest = ids.at(-1) ?? 0;
  const single = ids.subarray(0, singleRows).filter((id) => id < newest - recentIds);
  const first = ids[single.length] ?? Number.MAX_SAFE_INTEGER;
  const { fromId, toId } = selection;
  const listed = listRows(db, selection, { fromId: Math.max(first, fromId ?? 0), toId });
  const mask = maskRows({ ids }, listed, [])?.slice() ?? emptyMask(ids.length).fill(0xff);
  const matching = new Set(findMatching(db, selection, [...single]));
  for (const [row, id] of single.entries()) setBit(mask, row, matching.has(id));
  return mask;
}

/** Leaves phrases and other packed values to tests of the rows, because many terms slow the search index down. */
function maskOfSelection(db: DatabaseSync, selection: ResolvedFilter, rows: PickedRows): RowMask {
  const { tests, listed } = splitFilters(selection, 'packed');
  return passTests(rows, tests, maskMatches(db, listed, rows.ids));
}

/** The stories of the rows that match the filter, ignoring read marks, each with the arrival of its first such row. */
function findStories(db: DatabaseSync, viewing: Viewing, { own, rows }: NewRows) {
  const found = new Map<number, number>();
  const anyArrival = withFilters(viewing, { story: null, since: null, until: null, unread: false });
  const selection = rows.ids.length === 0 ? null : selectPosts(db, own, { ...anyArrival, account: null });
  if (selection === null) return { found, selection };
  const mask = maskOfSelection(db, selection, rows);
  const { story: wanted, until } = viewing.filter;
  for (let row = 0; row < rows.ids.length; row += 1) {
    const [arrival, story] = [rows.arrivals[row] ?? 0, rows.stories[row] ?? 0];
    const isWanted = arrival <= (until ?? Infinity) && (wanted === null || story === storyNow(own, wanted));
    if (isWanted && !isHiddenStory(selection.hiddenStories, story) && (mask === null || hasBit(mask, row)))
      found.set(story, Math.min(arrival, found.get(story) ?? Infinity));
  }
  return { found, selection };
}

function findNewStories(db: DatabaseSync, viewing: Viewing, newRows: NewRows): Map<number, number> {
  const { found, selection } = findStories(db, viewing, newRows);
  if (selection === null) return found;
  const { since, mutes } = newRows;
  for (const known of findEarlier(db, { ...selection, mutes }, since, found.keys())) found.delete(known);
  return found;
}

/** Needs at least one filter. */
export function listArrivedStories(
  db: DatabaseSync,
  own: OwnStories,
  viewings: readonly ViewingSince[],
  until: number,
) {
  const rows = readNewRows(db, own, viewings, { since: Math.min(...viewings.map(sinceOf)), until });
  return viewings.map((viewing) => [...findStories(db, viewing, rowsAfter(rows, sinceOf(viewing))).found.keys()]);
}

export function countNewStories(db: DatabaseSync, own: OwnStories, viewings: readonly ViewingSince[]): number[] {
  const newest = readNumber(db, `SELECT ${newestArrival}`);
  const bounds = viewings.map((viewing) => Math.max(sinceOf(viewing), newest - newRowsMax));
  const rows = readNewRows(db, own, viewings, { since: Math.min(...bounds), until: newest });
  const isRead = readMarks(db, accountOf(viewings));
  return viewings.map((viewing, index) => {
    const stories = [...findNewStories(db, viewing, rowsAfter(rows, bounds[index] ?? newest)).keys()];
    return viewing.filter.unread ? stories.filter((storyId) => !isRead(storyId)).length : stories.length;
  });
}

/** Bounds the memory of one step. */
const stepRows = 20_000;

/** Returns a function that returns the time of an arrival after `since` up to `until`. Call it with ascending arrivals. */
function createDating(db: DatabaseSync, since: number, until: number): (arrival: number) => number {
  const times = db
    .prepare(
      `SELECT first, at FROM arrivals WHERE first BETWEEN
         coalesce((SELECT max(first) FROM arrivals WHERE first <= ?1), 0) AND ?2 ORDER BY first`,
    )
    .all(since + 1, until)
    .map(({ first, at }) => ({ first: Number(first), at: Number(at) }));
  let place = 0;
  return (arrival) => {
    while ((times[place + 1]?.first ?? Infinity) <= arrival) place += 1;
    return times[place]?.at ?? 0;
  };
}

/** Groups arrivals by time. `numbers` ascend, and follow the numbers of `list`. */
function append(list: StoryArrivals[], numbers: readonly number[], timeOf: (arrival: number) => number): void {
  for (const arrival of numbers) {
    const at = timeOf(arrival);
    const last = list.at(-1);
    if (last?.at === at) last.count += 1;
    else list.push({ at, since: arrival - 1, count: 1 });
  }
}

export function listArrivals(db: DatabaseSync, own: OwnStories, viewings: readonly ViewingSince[], until: number) {
  const lists = viewings.map((): StoryArrivals[] => []);
  for (let since = Math.min(...viewings.map(sinceOf)); since < until; since += stepRows) {
    const last = Math.min(since + stepRows, until);
    const rows = readNewRows(db, own, viewings, { since, until: last });
    for (const [index, viewing] of viewings.entries()) {
      // A story of an earlier step is not new in this one.
      const stories = findNewStories(db, viewing, rowsAfter(rows, sinceOf(viewing)));
      const numbers = [...stories.values()].sort((a, b) => a - b);
      append(lists[index] ?? [], numbers, createDating(db, since, last));
    }
  }
  return lists;
}

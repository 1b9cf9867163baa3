/** Finds the rows of a page, in its order. */
import type { DatabaseSync } from 'node:sqlite';
import { type PostSortColumn, type ReachSortColumn, reachSortColumns } from '../../../shared/fields/posts.ts';
import { firstRealTime, lastRealTime } from '../../../shared/rules/real-times.ts';
import { placesOf } from '../rules/bits.ts';
import type { PageQuery } from '../store/page.ts';
import { timeOfPostId } from '../store/post-id.ts';
import {
  type PostCursor,
  type PostRowsQuery,
  type PostTimes,
  type Viewing,
  withFilters,
} from '../store/posts-store.ts';
import { type Condition, isOneOf, listNumbers } from '../store/sqlite/sql.ts';
import { findReading, type Reading } from './earlier-stories.ts';
import { needsScan, type ResolvedFilter } from './filters.ts';
import { isHiddenStory } from './hidden-stories.ts';
import { type OwnStories, postsWhere } from './own-stories.ts';
import type { StoredSortColumn } from './post-selection.ts';
import { listAheadByReach, listByReach } from './reach-order.ts';
import { maskWithout } from './row-mask.ts';
import { ordered } from './row-queries.ts';
import { scanRows } from './row-sources.ts';

type StoredPage = PageQuery<StoredSortColumn>;

const isReach = (column: PostSortColumn): column is ReachSortColumn => reachSortColumns.some((name) => name === column);

/** Sorted by time, the ID alone determines the position, so that the cursor is a bound of the selection. */
function narrowByTime(selection: ResolvedFilter, { after, orderDirection }: PostRowsQuery): ResolvedFilter {
  if (after === null) return selection;
  const { fromId, toId } = selection;
  return orderDirection === 'ASC'
    ? { ...selection, fromId: Math.max(fromId ?? 0, after.id + 1) }
    : { ...selection, toId: Math.min(toId ?? Number.MAX_SAFE_INTEGER, after.id) };
}

/**
 * The cursors of the rows after the cursor of the query. When copies are hidden, stories are folded in the orders by reach alone:
 * in others, the rows before the cursor would have to be read again.
 */
export function findPlaces(
  db: DatabaseSync,
  viewing: Viewing,
  selection: ResolvedFilter,
  query: PostRowsQuery,
): PostCursor[] {
  const { orderBy, orderDirection, limit, after } = query;
  if (isReach(orderBy)) {
    const reading = { selection, copies: viewing.filter.copies, hiddenStories: null, old: new Set<number>() };
    return listAheadByReach(db, viewing, reading, { ...query, orderBy });
  }
  const byTime = orderBy === 'post_dt';
  const order = { orderBy, orderDirection, after: byTime ? null : after };
  const narrowed = byTime ? narrowByTime(selection, query) : selection;
  const { sql, params } = ordered(db, narrowed, order, false);
  const value = byTime ? '0' : `(SELECT ${orderBy} FROM posts WHERE posts.id = found.id)`;
  return db
    .prepare(`SELECT id, ${value} AS value FROM (${sql} LIMIT ?) AS found`)
    .all(...params, limit)
    .map((row) => ({ value: Number(row.value), id: Number(row.id) }));
}

/** SQLite returns two lists, because a call per row is slow. */
function listStories(db: DatabaseSync, { sql, params }: Condition, limit: number, offset: number) {
  const row = db
    .prepare(`SELECT json_group_array(id) AS ids, json_group_array(story_id) AS stories FROM (${sql} LIMIT ? OFFSET ?)`)
    .get(...params, limit, offset);
  return { ids: JSON.parse(String(row?.ids)) as number[], stories: JSON.parse(String(row?.stories)) as number[] };
}

/** Removes rows of hidden stories and, when copies are hidden, all rows of a story but the first. */
function createFilter({ copies, hiddenStories, old }: Reading): (storyId: number) => boolean {
  const met = new Set<number>();
  return (storyId) => {
    if (isHiddenStory(hiddenStories, storyId) || old.has(storyId) || met.has(storyId)) return false;
    if (!copies) met.add(storyId);
    return true;
  };
}

/** After this many rows, if few of them are shown, reading the packed columns of all rows is faster than skipping on. */
const skippedMax = 20_000;
const skippedPerShown = 50;

type Listing = { descending?: boolean; max?: number };

/** The shown rows of the selection in the order of their IDs, with their stories. */
function listByTime(db: DatabaseSync, reading: Reading, { descending = false, max = Infinity }: Listing = {}) {
  const { selection, hiddenStories } = reading;
  const isShown = createFilter(reading);
  const [ids, stories]: [number[], number[]] = [[], []];
  for (const [chunk, passed] of scanRows(db, selection, descending)) {
    const mask = maskWithout(chunk.stories, hiddenStories, passed);
    const places = mask && placesOf(mask);
    const size = (places ?? chunk.ids).length;
    for (let step = 0; step < size; step += 1) {
      const place = descending ? size - 1 - step : step;
      const row = places === null ? place : (places[place] ?? 0);
      const story = chunk.stories[row] ?? 0;
      if (!isShown(story)) continue;
      ids.push(chunk.ids[row] ?? 0);
      stories.push(story);
      if (ids.length >= max) return { ids, stories };
    }
  }
  return { ids, stories };
}

/** The rows of the selection without hidden stories, in the order of their IDs, with their stories. */
export const listShown = (db: DatabaseSync, reading: Reading) => listByTime(db, { ...reading, copies: true });

/** The shown rows in the order of a page that is not sorted by time. */
function orderShown(db: DatabaseSync, reading: Reading, { orderBy, orderDirection }: StoredPage) {
  const { sql, params } = postsWhere(reading.selection.own, isOneOf('id', listShown(db, reading).ids));
  const order = `${orderBy} ${orderDirection}, id ${orderDirection}`;
  return listStories(db, { sql: `SELECT id, story_id FROM ${sql} ORDER BY ${order}`, params }, -1, 0);
}

type ListedPosts = { ids: readonly number[]; stories: readonly number[] };

/** Adds the shown rows to the list until it has `end`. */
function addShown(list: number[], { ids, stories }: ListedPosts, isShown: (storyId: number) => boolean, end: number) {
  for (let index = 0; index < ids.length && list.length < end; index += 1) {
    if (isShown(stories[index] ?? 0)) list.push(ids[index] ?? 0);
  }
}

/** Reads the page from the packed columns, which have the stories; SQLite would look up each. */
function findByColumns(db: DatabaseSync, reading: Reading, page: StoredPage): number[] {
  const end = page.offset + page.limit;
  if (page.orderBy === 'post_dt') {
    const descending = page.orderDirection === 'DESC';
    return listByTime(db, reading, { descending, max: end }).ids.slice(page.offset);
  }
  const found: number[] = [];
  addShown(found, orderShown(db, reading, page), createFilter(reading), end);
  return found.slice(page.offset);
}

/** Reads the list from its start, because the rows that are shown before the page decide which ones follow. */
function findStoredIds(db: DatabaseSync, reading: Reading, page: StoredPage): number[] {
  const { selection, copies, hiddenStories, old } = reading;
  if (needsScan(selection)) return findByColumns(db, reading, page);
  if (copies && hiddenStories === null && old.size === 0) {
    const { sql, params } = ordered(db, selection, page, false);
    return listNumbers(db, `${sql} LIMIT ? OFFSET ?`, ...params, page.limit, page.offset);
  }
  if (hiddenStories !== null && page.orderBy === 'post_dt') return findByColumns(db, reading, page);
  const source = ordered(db, selection, page, true);
  const end = page.offset + page.limit;
  const isShown = createFilter(reading);
  const found: number[] = [];
  let offset = 0;
  for (let limit = end * 2; ; limit *= 2) {
    const read = listStories(db, source, limit, offset);
    addShown(found, read, isShown, end);
    if (found.length >= end || read.ids.length < limit) return found.slice(page.offset, end);
    offset += limit;
    if (offset > skippedMax && found.length * skippedPerShown < offset) return findByColumns(db, reading, page);
  }
}

export function findIds(db: DatabaseSync, reading: Reading, page: PageQuery<PostSortColumn>): number[] {
  const { orderBy, orderDirection, limit, offset } = page;
  if (!isReach(orderBy)) return findStoredIds(db, reading, { ...page, orderBy });
  const query = { orderBy, orderDirection, limit: offset + limit, after: null };
  return listByReach(db, reading, query)
    .slice(offset)
    .map(({ id }) => id);
}

/** The time of the first or the last row. Copies have no effect on it. */
function findEnd(db: DatabaseSync, reading: Reading, orderDirection: 'ASC' | 'DESC'): number | null {
  const page: StoredPage = { limit: 1, offset: 0, orderBy: 'post_dt', orderDirection };
  const [id] = findStoredIds(db, { ...reading, copies: true }, page);
  return id === undefined ? null : timeOfPostId(id);
}

const findEnds = (db: DatabaseSync, reading: Reading): PostTimes => ({
  min: findEnd(db, reading, 'ASC'),
  max: findEnd(db, reading, 'DESC'),
});

const noTimes: PostTimes = { min: null, max: null };

/**
 * The rows that match and their times. Leaves out rows whose dates cannot be true, unless the filter's own dates ask for them:
 * one of them would stretch a range by decades.
 */
export function selectRealTimes(db: DatabaseSync, own: OwnStories, viewing: Viewing, now: number) {
  const reading = findReading(db, own, viewing);
  const times = reading ? findEnds(db, reading) : noTimes;
  const from = viewing.filter.from ?? firstRealTime;
  const to = viewing.filter.to ?? lastRealTime(now) + 1;
  const isReal = (time: number | null) => time === null || (time >= from && time < to);
  if (isReal(times.min) && isReal(times.max)) return { reading, times };
  const real = findReading(db, own, withFilters(viewing, { from, to }));
  return { reading: real, times: real ? findEnds(db, real) : noTimes };
}

/** The time of the first row that matches at any time that can be true; null for none. */
export function findFirstRealTime(db: DatabaseSync, own: OwnStories, viewing: Viewing, now: number): number | null {
  const real = withFilters(viewing, { from: firstRealTime, to: lastRealTime(now) + 1 });
  const reading = findReading(db, own, real);
  return reading && findEnd(db, reading, 'ASC');
}

/**
 * Orders rows by views or by ratio, from packed columns: no index has these values. When copies are hidden, the most viewed row
 * of each story stands for it, of several the newest.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { ReachSortColumn } from '../../../shared/fields/posts.ts';
import { placesOf } from '../rules/bits.ts';
import type { PostCursor, PostRowsQuery } from '../store/posts-store.ts';
import { readNumber } from '../store/sqlite/sql.ts';
import { newestArrival } from '../store/visits.ts';
import type { Reading } from './earlier-stories.ts';
import { createRatios, type RatioRows, ratioColumns } from './reach.ts';
import { maskWithout } from './row-mask.ts';
import { scanColumns } from './row-sources.ts';

/** Instead of unknown views or ratios. */
const noValue = -1;

/** In the order of their IDs. */
type ValuedRows = { ids: number[]; values: number[] };

type Chunk = RatioRows & { stories: Uint32Array };

type Visit = (id: number, value: number, story: number, views: number) => void;

/** Visits the rows that pass. A callback, because a generator takes several times as long per row. */
function visitRows(
  db: DatabaseSync,
  { selection, hiddenStories, old }: Reading,
  orderBy: ReachSortColumn,
  visit: Visit,
): void {
  const ratioAt = orderBy === 'ratio' ? createRatios(db) : null;
  const columns = ['stories', 'views', ...(ratioAt ? ratioColumns : [])] as const;
  for (const [rows, passed] of scanColumns(db, selection, columns)) {
    const chunk = rows as Chunk;
    const mask = maskWithout(chunk.stories, hiddenStories, passed);
    const places = mask && placesOf(mask);
    for (let index = 0; index < (places ?? chunk.ids).length; index += 1) {
      const row = places?.[index] ?? index;
      const story = chunk.stories[row] ?? 0;
      if (old.has(story)) continue;
      const views = (chunk.views[row] ?? 0) - 1;
      visit(chunk.ids[row] ?? 0, ratioAt ? (ratioAt(chunk, row) ?? noValue) : views, story, views);
    }
  }
}

function listRows(db: DatabaseSync, reading: Reading, orderBy: ReachSortColumn): ValuedRows {
  const listed: ValuedRows = { ids: [], values: [] };
  visitRows(db, reading, orderBy, (id, value) => {
    listed.ids.push(id);
    listed.values.push(value);
  });
  return listed;
}

/** The most viewed row of each story. */
function listStories(db: DatabaseSync, reading: Reading, orderBy: ReachSortColumn): ValuedRows {
  const [ids, values, viewsAt]: [number[], number[], number[]] = [[], [], []];
  // By story: one more than the place of its row.
  const places = new Uint32Array(readNumber(db, `SELECT ${newestArrival}`) + 1);
  const replaced = new Set<number>();
  visitRows(db, reading, orderBy, (id, value, story, views) => {
    const place = (places[story] ?? 0) - 1;
    if (place >= 0 && views < (viewsAt[place] ?? 0)) return;
    if (place >= 0) replaced.add(place);
    ids.push(id);
    values.push(value);
    places[story] = viewsAt.push(views);
  });
  const isKept = (_: number, place: number) => !replaced.has(place);
  return replaced.size === 0 ? { ids, values } : { ids: ids.filter(isKept), values: values.filter(isKept) };
}

/** So many more rows than wanted are collected before they are sorted. */
const spareRows = 1000;

/** The first places by ascending key; of equal keys the earlier places. */
function firstPlaces(keys: Iterable<readonly [place: number, key: number]>, end: number): number[] {
  let kept: (readonly [number, number])[] = [];
  // No key is greater, until enough are collected.
  let limit = Number.NaN;
  const cut = () => kept.sort(([, a], [, b]) => (a === b ? 0 : a - b)).slice(0, end);
  for (const entry of keys) {
    if (entry[1] >= limit) continue;
    kept.push(entry);
    if (kept.length < 2 * end + spareRows) continue;
    kept = cut();
    limit = kept.at(-1)?.[1] ?? 0;
  }
  return cut().map(([place]) => place);
}

/** Lowest first in the requested direction; rows without a value last in both. */
const keyOf = (value: number, isDescending: boolean): number =>
  value === noValue ? Number.POSITIVE_INFINITY : isDescending ? -value : value;

function* keysAfter({ ids, values }: ValuedRows, isDescending: boolean, after: PostCursor | null) {
  const last = after === null ? Number.NEGATIVE_INFINITY : keyOf(after.value, isDescending);
  for (let step = 0; step < ids.length; step += 1) {
    const place = isDescending ? ids.length - 1 - step : step;
    const key = keyOf(values[place] ?? noValue, isDescending);
    const id = ids[place] ?? 0;
    const isBehind = after === null || key > last || (key === last && (isDescending ? id < after.id : id > after.id));
    if (isBehind) yield [place, key] as const;
  }
}

/** The first rows after a cursor. Equal values are in the order of their IDs, in the same direction. */
export function listByReach(
  db: DatabaseSync,
  reading: Reading,
  { orderBy, orderDirection, limit, after }: PostRowsQuery & { orderBy: ReachSortColumn },
): PostCursor[] {
  const rows = (reading.copies ? listRows : listStories)(db, reading, orderBy);
  const places = firstPlaces(keysAfter(rows, orderDirection === 'DESC', after), limit);
  return places.map((place) => ({ value: rows.values[place] ?? noValue, id: rows.ids[place] ?? 0 }));
}

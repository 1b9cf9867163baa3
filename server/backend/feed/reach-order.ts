/**
 * Orders rows by views or by ratio, from packed columns: no index has these values. When copies are hidden, the most viewed row
 * of each story stands for it, of several the newest.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { ReachSortColumn } from '../../../shared/fields/posts.ts';
import { hasBit, placesOf } from '../rules/bits.ts';
import type { PostCursor, PostRowsQuery, Viewing } from '../store/posts-store.ts';
import { readNumber } from '../store/sqlite/sql.ts';
import { newestArrival } from '../store/visits.ts';
import type { Reading } from './earlier-stories.ts';
import { createRatios, type RatioRows, ratioColumns } from './reach.ts';
import { greatestIn } from './row-columns.ts';
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
  const ratiosOf = orderBy === 'ratio' ? createRatios(db) : null;
  const columns = ['stories', 'views', ...(ratiosOf ? ratioColumns : [])] as const;
  for (const [rows, passed] of scanColumns(db, selection, columns)) {
    const chunk = rows as Chunk;
    const mask = maskWithout(chunk.stories, hiddenStories, passed);
    const places = mask && placesOf(mask);
    const ratioAt = ratiosOf?.(chunk);
    const size = (places ?? chunk.ids).length;
    for (let index = 0; index < size; index += 1) {
      const row = places?.[index] ?? index;
      const story = chunk.stories[row] ?? 0;
      if (old.has(story)) continue;
      const views = (chunk.views[row] ?? 0) - 1;
      visit(chunk.ids[row] ?? 0, ratioAt ? (ratioAt(row) ?? noValue) : views, story, views);
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
  const isReplaced: boolean[] = [];
  visitRows(db, reading, orderBy, (id, value, story, views) => {
    const place = (places[story] ?? 0) - 1;
    if (place >= 0 && views < (viewsAt[place] ?? 0)) return;
    if (place >= 0) isReplaced[place] = true;
    ids.push(id);
    values.push(value);
    isReplaced.push(false);
    places[story] = viewsAt.push(views);
  });
  const isKept = (_: number, place: number) => !isReplaced[place];
  return { ids: ids.filter(isKept), values: values.filter(isKept) };
}

/** Lowest first in the requested direction; rows without a value last in both. */
const keyOf = (value: number, isDescending: boolean): number =>
  value === noValue ? Number.POSITIVE_INFINITY : isDescending ? -value : value;

/** So many more rows than wanted are collected before they are sorted. */
const spareRows = 1000;

/**
 * Collects items with keys, and keeps those with the first `end` keys; of equal keys the items that were added first. Sorting
 * numbers of a typed array takes a tenth of the time of sorting pairs.
 */
function createSelection<Item>(end: number) {
  let [items, keys]: [Item[], number[]] = [[], []];
  // No key is greater, until enough are collected.
  let limit = Number.NaN;
  function cut(): void {
    if (keys.length <= end) return;
    const last = Float64Array.from(keys).sort()[end - 1] ?? 0;
    let equal = end - keys.reduce((count, key) => count + Number(key < last), 0);
    const isKept = keys.map((key) => key < last || (key === last && equal-- > 0));
    items = items.filter((_, index) => isKept[index]);
    keys = keys.filter((_, index) => isKept[index]);
    limit = last;
  }
  return {
    /** Whether an item with the key may be one of the first. */
    takes: (key: number): boolean => !(key >= limit),
    add(item: Item, key: number): void {
      items.push(item);
      if (keys.push(key) >= 2 * end + spareRows) cut();
    },
    /** The items by ascending key. */
    list(): Item[] {
      cut();
      const order = [...keys.keys()].sort((a, b) => {
        const [first = 0, second = 0] = [keys[a], keys[b]];
        return first === second ? a - b : first - second;
      });
      return order.map((index) => items[index] as Item);
    },
  };
}

/** The first places after the cursor. */
export function firstPlaces(
  { ids, values }: ValuedRows,
  isDescending: boolean,
  after: PostCursor | null,
  end: number,
): number[] {
  const last = after === null ? Number.NEGATIVE_INFINITY : keyOf(after.value, isDescending);
  const selection = createSelection<number>(end);
  for (let step = 0; step < ids.length; step += 1) {
    const place = isDescending ? ids.length - 1 - step : step;
    const key = keyOf(values[place] ?? noValue, isDescending);
    const id = ids[place] ?? 0;
    const isBehind = after === null || key > last || (key === last && (isDescending ? id < after.id : id > after.id));
    if (isBehind && selection.takes(key)) selection.add(place, key);
  }
  return selection.list();
}

type ViewedRow = PostCursor & { story: number };

/** The rows with the most views. Few chunks have one of the first of them. */
function selectMostViewed(
  db: DatabaseSync,
  { selection, hiddenStories, old }: Reading,
  count: number,
): readonly ViewedRow[] {
  const viewed = createSelection<ViewedRow>(count);
  for (const [{ ids, stories, views }, passed] of scanColumns(db, selection, ['stories', 'views'], true)) {
    if (!viewed.takes(1 - greatestIn(views))) continue;
    const mask = maskWithout(stories, hiddenStories, passed);
    for (let row = ids.length - 1; row >= 0; row -= 1) {
      const value = (views[row] ?? 0) - 1;
      if (value === noValue || !viewed.takes(-value) || (mask !== null && !hasBit(mask, row))) continue;
      const story = stories[row] ?? 0;
      if (!old.has(story)) viewed.add({ id: ids[row] ?? 0, value, story }, -value);
    }
  }
  return viewed.list();
}

function firstOfStories(rows: readonly ViewedRow[]): ViewedRow[] {
  const met = new Set<number>();
  return rows.filter(({ story }) => !met.has(story) && met.add(story));
}

/**
 * The first rows by views, the most viewed first. In this order the first row of a story is the one that stands for it. Null when
 * rows without views belong to them too.
 */
function listMostViewed(db: DatabaseSync, reading: Reading, limit: number): PostCursor[] | null {
  for (let count = reading.copies ? limit : 2 * limit; ; count *= 4) {
    const rows = selectMostViewed(db, reading, count);
    const shown = reading.copies ? rows : firstOfStories(rows);
    if (shown.length >= limit) return shown.slice(0, limit).map(({ id, value }) => ({ id, value }));
    if (rows.length < count) return null;
  }
}

/** Each list of rows is a pass over all rows. */
const aheadRows = 10_000;

/** The last rows that were listed after a cursor. `key`: of whose rows, in which order, and in which state of the database. */
const listedAhead = new WeakMap<DatabaseSync, { key: string; rows: readonly PostCursor[] }>();

/**
 * The first rows after a cursor, for an export, which asks for a hundred at a time. Lists more rows than are asked for, and takes
 * the next ones from them until the database changes.
 */
export function listAheadByReach(
  db: DatabaseSync,
  { filter, clientId, account }: Viewing,
  reading: Reading,
  query: PostRowsQuery & { orderBy: ReachSortColumn },
): PostCursor[] {
  const { orderBy, orderDirection, limit, after } = query;
  const version = readNumber(db, 'PRAGMA data_version');
  const key = JSON.stringify([filter, clientId, account, orderBy, orderDirection, version]);
  const known = listedAhead.get(db);
  const place = known?.key === key ? known.rows.findIndex(({ id }) => id === after?.id) : -1;
  const next = place < 0 ? [] : (known?.rows.slice(place + 1, place + 1 + limit) ?? []);
  if (next.length === limit) return next;
  const rows = listByReach(db, reading, { ...query, limit: Math.max(limit, aheadRows) });
  listedAhead.set(db, { key, rows });
  return rows.slice(0, limit);
}

/** The first rows after a cursor. Equal values are in the order of their IDs, in the same direction. */
export function listByReach(
  db: DatabaseSync,
  reading: Reading,
  { orderBy, orderDirection, limit, after }: PostRowsQuery & { orderBy: ReachSortColumn },
): PostCursor[] {
  const isMostViewed = orderBy === 'views' && orderDirection === 'DESC' && after === null;
  const first = isMostViewed ? listMostViewed(db, reading, limit) : null;
  if (first !== null) return first;
  const rows = (reading.copies ? listRows : listStories)(db, reading, orderBy);
  const places = firstPlaces(rows, orderDirection === 'DESC', after, limit);
  return places.map((place) => ({ value: rows.values[place] ?? noValue, id: rows.ids[place] ?? 0 }));
}

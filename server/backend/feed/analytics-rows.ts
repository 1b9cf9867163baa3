/** Reads the columns that analytics counts: packed columns, filtered by the search index for texts and mutes. */

import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { keepResults } from '../../platform/keep-results.ts';
import { listOffsets } from '../../platform/zone-offset.ts';
import { placesOf } from '../rules/bits.ts';
import { localHours } from '../rules/local-hours.ts';
import { boundPostId, idsPerSecond, secondOfPostId } from '../store/post-id.ts';
import { type ColumnName, placeOf, type Rows } from '../store/sqlite/row-columns.ts';
import { readNumber } from '../store/sqlite/sql.ts';
import { atAnyTime, type ColumnTest, type ResolvedFilter, splitFilters } from './filters.ts';
import type { OwnStories } from './own-stories.ts';
import { readZone } from './post-selection.ts';
import { append, cityKeys, ownerKeys, readChunks, readVersions, rowsOf } from './row-columns.ts';
import { type ListedRows, listRows, maskRows } from './row-sources.ts';
import { countAscending, countByKey, orderOfRows, type StoryCounts } from './story-counts.ts';

/**
 * Rows in the order of their IDs. `hours` are hours of the local week, `bars` indexes of bars, `cities` and `owners` keys of
 * `cityKeys` and `ownerKeys` (row-columns.ts).
 */
export type AnalysedRows = Record<'stories' | 'bars' | 'hours' | 'words' | 'cities' | 'owners', Uint32Array>;

const columns = ['stories', 'words', 'cities', 'owners'] as const;
type Chunk = Rows<(typeof columns)[number]>;

/**
 * Selects rows regardless of their times: those that the search index lists and that pass the tests. Equal filters have equal
 * keys.
 */
export type RowFilter = {
  own: OwnStories;
  listRows: () => ListedRows;
  tests: readonly ColumnTest[];
  key: string;
};

export const lastWord = (db: DatabaseSync): number => readNumber(db, 'SELECT max(word_id) FROM words');

export function createRowFilter(db: DatabaseSync, selection: ResolvedFilter): RowFilter {
  const timeless = { ...atAnyTime(selection), hiddenStories: null };
  const { tests, listed } = splitFilters(timeless, 'packed');
  const { own, hiddenStories } = selection;
  const isShown = hiddenStories === null ? [] : [{ column: 'stories', test: { bits: hiddenStories, has: 0 } } as const];
  return {
    own,
    listRows: () => listRows(db, listed, selection),
    tests: [...tests, ...isShown],
    key: JSON.stringify([{ ...timeless, own: own.key }, hiddenStories && hash('sha1', hiddenStories)]),
  };
}

/** Returns a function that lists the offsets of a chunk's rows that pass the filter; null: all pass. */
function createChoice({ listRows: list, tests }: RowFilter): (chunk: Chunk) => Uint32Array | null {
  const listed = list();
  return (chunk) => {
    const mask = maskRows(chunk, listed, tests);
    return mask && placesOf(mask);
  };
}

/** Divides time: part `i` begins at the row ID `starts[i]` and has the value `values[i]`. */
type Parts = { starts: ArrayLike<number>; values: ArrayLike<number> };

/**
 * Returns a function that appends to a column, at `end`, the part's value of each row at `places`. Call it with ascending
 * chunks.
 */
function createPartWriter({ starts, values }: Parts) {
  let part = 0;
  return (to: Uint32Array, end: number, ids: Float64Array, places: Uint32Array | null): void => {
    const size = (places ?? ids).length;
    for (let written = 0; written < size; ) {
      const id = ids[places?.[written] ?? written] ?? 0;
      while ((starts[part + 1] ?? Infinity) <= id) part += 1;
      const row = placeOf(ids, starts[part + 1] ?? Infinity);
      const next = places === null ? row : placeOf(places, row);
      to.fill(values[part] ?? 0, end + written, end + next);
      written = next;
    }
  };
}

/** A time range without `to`, and the starts of its bars, in milliseconds. */
export type BarRange = { from: number; to: number; starts: readonly number[] };

const barParts = ({ starts }: BarRange): Parts => ({
  starts: starts.map(boundPostId),
  values: starts.map((_, bar) => bar),
});

/** Computing the hours of a year takes 2 ms. */
const keepHours = keepResults<Parts>(4);

const hourParts = (timeZone: string, fromId: number, toId: number): Parts =>
  keepHours([fromId, toId, timeZone].join(), () => {
    const [first, end] = [secondOfPostId(fromId), secondOfPostId(toId)];
    const hours = [...localHours(first, end, listOffsets(first, end, timeZone))];
    return { starts: hours.map(({ start }) => start * idsPerSecond), values: hours.map(({ slot }) => slot) };
  });

function createRows(size: number, others: number): AnalysedRows {
  return {
    stories: new Uint32Array(size),
    bars: new Uint32Array(size),
    hours: new Uint32Array(others),
    words: new Uint32Array(others),
    cities: new Uint32Array(others),
    owners: new Uint32Array(others),
  };
}

export const noRows = createRows(0, 0);

/** With `wanted` = 'bars', the columns other than `stories` and `bars` are empty. */
export function readAnalysedRows(db: DatabaseSync, filter: RowFilter, range: BarRange, wanted: 'all' | 'bars') {
  const [fromId, toId] = [boundPostId(range.from), boundPostId(range.to)];
  const choose = createChoice(filter);
  const names = [...columns, ...filter.tests.map(({ column }) => column)];
  const chunks = [...readChunks(db, filter.own, names, fromId, toId)].map((chunk) => ({
    chunk,
    places: choose(chunk),
  }));
  const size = chunks.reduce((sum, { chunk, places }) => sum + (places ?? chunk.ids).length, 0);
  const rows = createRows(size, wanted === 'all' ? size : 0);
  const writeBars = createPartWriter(barParts(range));
  const writeHours = wanted === 'all' ? createPartWriter(hourParts(readZone(db), fromId, toId)) : null;
  let end = 0;
  for (const { chunk, places } of chunks) {
    append(rows.stories, end, chunk.stories, places);
    writeBars(rows.bars, end, chunk.ids, places);
    if (writeHours) {
      writeHours(rows.hours, end, chunk.ids, places);
      append(rows.words, end, chunk.words, places);
      append(rows.cities, end, cityKeys.keysOf(chunk.cities), places);
      append(rows.owners, end, ownerKeys.keysOf(chunk.owners), places);
    }
    end += (places ?? chunk.ids).length;
  }
  return rows;
}

/** The rows of a range that pass the filter, chunk by chunk. `listed`: what the filter lists. */
export function* readFilteredRows<Name extends ColumnName>(
  db: DatabaseSync,
  { own, tests }: RowFilter,
  listed: ListedRows,
  names: readonly Name[],
  { from, to }: Omit<BarRange, 'starts'>,
): Iterable<Rows<Name>> {
  const read = [...names, ...tests.map(({ column }) => column)];
  for (const chunk of readChunks(db, own, read, boundPostId(from), boundPostId(to))) {
    const mask = maskRows(chunk, listed, tests);
    const wanted = Object.fromEntries((['ids', ...names] as const).map((name) => [name, chunk[name]])) as Rows<Name>;
    yield mask === null ? wanted : rowsOf(wanted, mask);
  }
}

/** The cache key of the counts of a range. It changes when a row of the range does, which is rare in the past. */
export const keyOfRange = (db: DatabaseSync, filter: RowFilter, { from, to }: Omit<BarRange, 'starts'>): string =>
  JSON.stringify([filter.key, from, to, [...readVersions(db, boundPostId(from), boundPostId(to))]]);

const keepTotals = keepResults<StoryCounts>(20);

function countPeriod(db: DatabaseSync, filter: RowFilter, range: BarRange, copies: boolean): StoryCounts {
  const { stories, bars } = readAnalysedRows(db, filter, range, 'bars');
  const size = range.starts.length;
  if (!copies) return countAscending(stories, bars, size);
  return { total: bars.length, totals: countByKey(orderOfRows(bars.length), bars, size) };
}

export const countPeriodTotals = (db: DatabaseSync, filter: RowFilter, range: BarRange, copies: boolean) =>
  keepTotals(JSON.stringify([keyOfRange(db, filter, range), range.starts, copies]), () =>
    countPeriod(db, filter, range, copies),
  );

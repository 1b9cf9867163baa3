/**
 * Chooses where to read the rows of a selection, the packed columns or, for few rows, the table, and finds which of them pass.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { SearchQuery } from '../rules/search/query-tree.ts';
import { type ColumnName, type RowColumns, type Rows, selectRows } from '../store/sqlite/row-columns.ts';
import {
  atAnyTime,
  type ColumnTest,
  filtersOf,
  isSet,
  listIds,
  type ResolvedFilter,
  selectAll,
  splitFilters,
  without,
} from './filters.ts';
import { type IdRange, type ListedIds, listCached, listOf } from './list-cache.ts';
import { splitExclusion } from './post-selection.ts';
import { countChunkRows, overlapOf, pickRows, readChunks } from './row-columns.ts';
import { emptyMask, invertMask, maskOf, type Ranges, type RowMask } from './row-mask.ts';
import { keyOfMatches, listByIndex, storyRows, sumCounters } from './row-queries.ts';
import { hasQuery } from './search-expression.ts';

/** Only these rows, or all but these. Row IDs ascend. */
export type ListedRows = ListedIds & { areExcluded: boolean };

const allRows: ListedRows = { ...listOf(new Float64Array()), areExcluded: true };

function maskListed({ ids }: Rows<never>, { areExcluded, length, maskIn }: ListedRows): RowMask {
  if (areExcluded) return length === 0 ? null : invertMask(maskIn(ids), ids.length);
  return maskIn(ids);
}

const isCovered = (ids: Float64Array, { rangesOf }: Ranges): boolean => {
  const [first = 0, last = 0] = [ids[0], ids.at(-1)];
  for (const [from, to] of rangesOf(first, last)) return from <= first && to > last;
  return false;
};

/** Nearly all chunks are within a range of dates, and older than a range of arrivals. */
function passTest(rows: Rows<ColumnName>, { column, test }: ColumnTest, mask: RowMask): RowMask {
  if ('rangesOf' in test && isCovered(rows.ids, test)) return mask;
  if (column === 'arrivals' && 'since' in test) {
    const overlap = overlapOf(rows.arrivals, test);
    if (overlap !== 'some') return overlap === 'all' ? mask : emptyMask(rows.ids.length);
  }
  return maskOf(rows[column], test, mask);
}

/** The rows of the mask that pass the tests, whose columns they must have. */
export const passTests = (rows: Rows<never>, tests: readonly ColumnTest[], mask: RowMask): RowMask =>
  tests.reduce((passed, test) => passTest(rows as Rows<ColumnName>, test, passed), mask);

/** The mask of the rows that are listed and pass the tests. */
export const maskRows = (rows: Rows<never>, listed: ListedRows, tests: readonly ColumnTest[]): RowMask =>
  passTests(rows, tests, maskListed(rows, listed));

/** Rows, and which of them pass. */
export type MaskedRows = readonly [Rows<'stories'>, RowMask];

/** From this number of rows per match on, matches are looked up in their chunks, and no other chunks are read. */
const rowsPerLookup = 300;

/** The rows that filters with unwanted terms alone exclude, and those that match what a search excludes. */
function listHidden(db: DatabaseSync, selection: ResolvedFilter, excluded: SearchQuery | null): ListedIds {
  const set = filtersOf(selection);
  const unwanted = [
    ...set.flatMap(({ terms }) => terms(selection)?.unwanted ?? []),
    ...(excluded === null ? [] : [hasQuery(excluded)]),
  ];
  if (unwanted.length === 0) return allRows;
  const { fromId, toId } = selection;
  return listByIndex(db, { ...selectAll(selection), fromId, toId }, `(${unwanted.join(' OR ')})`);
}

/**
 * Whether the column of phrases is faster than the search index, which takes 60 ns per match and longer with many terms: 520
 * phrases with half of 1,000,000 rows took 2.7 s. Nearly every phrase has a row, so that the counters of many need not be read.
 */
function readsWords(db: DatabaseSync, { fromId, toId }: ResolvedFilter, only: number[]): boolean {
  const rows = countChunkRows(db, fromId ?? undefined, toId ?? undefined);
  const costPerMatch = 64 + only.length;
  return only.length * costPerMatch > rows || sumCounters(db, { only }) * costPerMatch > rows;
}

/** The rows of the phrases that also pass the other filters. */
function listByWords(db: DatabaseSync, selection: ResolvedFilter, only: number[]): ListedIds {
  const isOfWords = listIds(only, 1);
  const others = without(selection, 'words');
  return listCached(db, JSON.stringify([only, keyOfMatches(others)]), selection, {
    columns: ['words'],
    run(range) {
      const listed = listRows(db, others, range);
      return { ids: null, maskOf: (rows) => maskOf(rows.words, isOfWords, maskRows(rows, listed, [])) };
    },
  });
}

const hasUnwantedOnly = (selection: ResolvedFilter): boolean =>
  filtersOf(selection).every(({ terms }) => terms(selection)?.wanted.length === 0);

/**
 * The rows of the selection in the range, from which the caller reads no others. Its filters should have terms: the rows of
 * others are listed by SQL.
 */
export function listRows(db: DatabaseSync, selection: ResolvedFilter, { fromId, toId }: IdRange): ListedRows {
  const inRange = { ...selection, fromId, toId };
  const { rest, excluded } = splitExclusion(inRange);
  const { words } = rest;
  if ('only' in words && readsWords(db, rest, words.only)) {
    return { ...listByWords(db, rest, words.only), areExcluded: false };
  }
  if (hasUnwantedOnly(excluded === null ? selection : without(selection, 'text'))) {
    return { ...listHidden(db, rest, excluded), areExcluded: true };
  }
  return { ...listByIndex(db, inRange), areExcluded: false };
}

type Source<Name extends ColumnName> = {
  chunks: Iterable<Rows<Name>>;
  listed: ListedRows;
  tests: readonly ColumnTest[];
};

/** The few rows of stories or arrivals, by SQL. The search index tests their text. */
function readFewRows<Name extends ColumnName>(
  db: DatabaseSync,
  selection: ResolvedFilter,
  names: readonly Name[],
): Source<Name> {
  const chunks = [selectRows(db, names, storyRows(without(selection, 'text')))];
  const listed = isSet('text', selection) ? listRows(db, atAnyTime(selection), selection) : allRows;
  return { chunks, listed, tests: [] };
}

/** Chooses where to read the rows of the selection. */
function chooseSource<Name extends ColumnName>(
  db: DatabaseSync,
  selection: ResolvedFilter,
  names: readonly Name[],
): Source<Name> {
  if (selection.fewStories !== null) return readFewRows(db, selection, names);
  const { tests, listed: rest } = splitFilters(selection, 'terms');
  const columns = [...names, ...tests.map(({ column }) => column)];
  const [first, end] = [selection.fromId ?? 0, selection.toId ?? undefined];
  const listed = listRows(db, rest, selection);
  const { length, fromId, toId, areExcluded } = listed;
  if (areExcluded) return { chunks: readChunks(db, selection.own, columns, first, end), listed, tests };
  if (length * rowsPerLookup < countChunkRows(db, fromId, toId)) {
    return { chunks: [pickRows(db, selection.own, columns, listed.between(fromId, toId))], listed: allRows, tests };
  }
  return { chunks: readChunks(db, selection.own, columns, fromId, toId), listed, tests };
}

const isOutside = (rows: Partial<RowColumns>, tests: readonly ColumnTest[]): boolean =>
  tests.some(
    ({ column, test }) =>
      column === 'arrivals' && 'since' in test && rows.arrivals && overlapOf(rows.arrivals, test) === 'none',
  );

/** The rows of the selection with some columns, chunk by chunk. `descending`: the last chunk comes first. */
export function* scanColumns<Name extends ColumnName>(
  db: DatabaseSync,
  selection: ResolvedFilter,
  names: readonly Name[],
  descending = false,
): Iterable<readonly [Rows<Name>, RowMask]> {
  const { chunks, listed, tests } = chooseSource(db, selection, names);
  for (const rows of descending ? [...chunks].reverse() : chunks) {
    if (!isOutside(rows, tests)) yield [rows, maskRows(rows, listed, tests)];
  }
}

/** The rows of the selection with their stories. */
export const scanRows = (db: DatabaseSync, selection: ResolvedFilter, descending = false): Iterable<MaskedRows> =>
  scanColumns(db, selection, ['stories'], descending);

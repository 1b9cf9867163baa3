/**
 * Chooses where to read the rows of a selection, the packed columns or, for few rows, the table, and finds which of them pass.
 */
import type { DatabaseSync } from 'node:sqlite';
import { isWanted, type LocalTimes, localHours } from '../rules/local-hours.ts';
import type { SearchQuery } from '../rules/search/query-tree.ts';
import { idsPerSecond, secondOfPostId } from '../store/post-id.ts';
import { wordTerm } from '../store/sqlite/post-indexer.ts';
import { type ColumnName, placeOf, type RowColumns, type Rows, selectRows } from '../store/sqlite/row-columns.ts';
import { isFiltered, listIds, narrowedFilters, type PostSelection, without } from './filters.ts';
import { type ListedIds, listCached, listOf } from './list-cache.ts';
import { splitExclusion } from './post-selection.ts';
import { countChunkRows, overlapOf, pickRows, readChunks } from './row-columns.ts';
import { invertMask, maskOf, type RowMask, type ValueRange, type ValueTest } from './row-mask.ts';
import { listByIndex, sumCounters, whereStoryRow } from './row-queries.ts';
import { mutedTerms, noMutes } from './scope-conditions.ts';
import { hasQuery, hasTerm } from './search-expression.ts';

/** Only these rows, or all but these. Row IDs ascend. */
export type ListedRows = ListedIds & { areExcluded: boolean };

const allRows: ListedRows = { ...listOf(new Float64Array()), areExcluded: true };

function maskListed({ ids }: Rows<never>, { areExcluded, length, maskIn }: ListedRows): RowMask {
  if (areExcluded) return length === 0 ? null : invertMask(maskIn(ids), ids.length);
  return maskIn(ids);
}

export type ColumnTest<Name extends ColumnName = ColumnName> = { column: Name; test: ValueTest };

/** The mask of the rows that are listed and pass the tests. */
export const maskRows = <Name extends ColumnName>(
  rows: Rows<Name>,
  listed: ListedRows,
  tests: readonly ColumnTest<Name>[],
): RowMask =>
  tests.reduce((mask: RowMask, { column, test }) => maskOf(rows[column], test, mask), maskListed(rows, listed));

/** The rows at the local times, as ranges, because times ascend. */
function* atLocalTimes<Row extends Rows<'stories'>>(rows: Row, times: LocalTimes): Iterable<Row> {
  const { ids } = rows;
  const [first, last] = [ids[0], ids.at(-1)];
  if (first === undefined || last === undefined) return;
  for (const { start, end, slot } of localHours(secondOfPostId(first), secondOfPostId(last) + 1, times.offsets)) {
    if (!isWanted(times, slot)) continue;
    const range = [placeOf(ids, start * idsPerSecond), placeOf(ids, end * idsPerSecond)] as const;
    if (range[0] === range[1]) continue;
    const columns = Object.entries(rows).map(([name, column]) => [name, column.subarray(...range)]);
    yield Object.fromEntries(columns) as Row;
  }
}

/** `descending`: the last chunk comes first. */
type RowTests = {
  arrivals: ValueRange | null;
  localTimes: LocalTimes | null;
  tests: readonly ColumnTest[];
  descending: boolean;
};

/** Rows, and which of them pass. */
export type MaskedRows = readonly [Rows<'stories'>, RowMask];

/** Yields the rows, chunk by chunk. The chunks must have the columns of the tests. */
export function* passRows(
  chunks: Iterable<Rows<'stories'> & Partial<RowColumns>>,
  listed: ListedRows,
  { arrivals, localTimes, tests, descending }: RowTests,
): Iterable<MaskedRows> {
  for (const chunk of descending ? [...chunks].reverse() : chunks) {
    const overlap = arrivals && chunk.arrivals ? overlapOf(chunk.arrivals, arrivals) : 'all';
    if (overlap === 'none') continue;
    const all = arrivals && overlap === 'some' ? [...tests, { column: 'arrivals', test: arrivals } as const] : tests;
    const parts = localTimes === null ? [chunk] : [...atLocalTimes(chunk, localTimes)];
    for (const rows of descending ? parts.reverse() : parts) yield [rows, maskRows(rows as RowColumns, listed, all)];
  }
}

/** From this number of rows per match on, matches are looked up in their chunks, and no other chunks are read. */
const rowsPerLookup = 300;

/** The rows of deleted phrases, of muted sources and authors, and those that match what a search excludes. */
function listHidden(db: DatabaseSync, selection: PostSelection, excluded: SearchQuery | null): ListedIds {
  const { words, mutes } = selection;
  const terms = [...('except' in words ? words.except.map(wordTerm) : []), ...mutedTerms(mutes)];
  const parts = [
    ...(terms.length === 0 ? [] : [hasTerm(...terms)]),
    ...(excluded === null ? [] : [hasQuery(excluded, selection.reindexed)]),
  ];
  if (parts.length === 0) return allRows;
  return listByIndex(db, { ...selection, words: { except: [] }, mutes: noMutes }, `(${parts.join(' OR ')})`);
}

/**
 * Whether the column of phrases is faster than the search index, which takes 60 ns per match and longer with many terms: 520
 * phrases with half of 1,000,000 rows took 2.7 s.
 */
function readsWords(db: DatabaseSync, { fromId, toId }: PostSelection, only: number[]): boolean {
  const rows = countChunkRows(db, fromId ?? undefined, toId ?? undefined);
  return sumCounters(db, { only }) * (64 + only.length) > rows;
}

/** The rows of the phrases that also pass the other filters. */
function listByWords(db: DatabaseSync, selection: PostSelection, only: number[]): ListedIds {
  const { ownerId, cityId, query, reindexed, mutes } = selection;
  const isOfWords = listIds(only, 1);
  return listCached(db, JSON.stringify([only, ownerId, cityId, query, reindexed, mutes]), selection, {
    columns: ['words'],
    run(range) {
      const others = listRows(db, { ...selection, ...range, words: { except: [] } });
      return { ids: null, maskOf: (rows) => maskOf(rows.words, isOfWords, maskRows(rows, others, [])) };
    },
  });
}

/** The rows of the selection, ignoring its conditions on stories and arrivals. */
export function listRows(db: DatabaseSync, selection: PostSelection): ListedRows {
  const { rest, excluded } = splitExclusion({ ...selection, stories: null, arrivals: null });
  const { words } = rest;
  if ('only' in words && readsWords(db, rest, words.only)) {
    return { ...listByWords(db, rest, words.only), areExcluded: false };
  }
  if (isFiltered(rest)) return { ...listByIndex(db, rest), areExcluded: false };
  return { ...listHidden(db, rest, excluded), areExcluded: true };
}

/** Chooses where to read the rows of the selection. The caller must still test stories and arrivals. */
function chooseSource<Name extends ColumnName>(db: DatabaseSync, selection: PostSelection, names: readonly Name[]) {
  if (selection.fewStories !== null) {
    const listed = selection.query === null ? allRows : listRows(db, selection);
    return { chunks: [selectRows(db, names, whereStoryRow(selection))], listed };
  }
  const listed = listRows(db, selection);
  const { length, fromId, toId, areExcluded } = listed;
  if (areExcluded) {
    return { chunks: readChunks(db, names, selection.fromId ?? 0, selection.toId ?? undefined), listed };
  }
  if (length * rowsPerLookup < countChunkRows(db, fromId, toId)) {
    return { chunks: [pickRows(db, names, listed.between(fromId, toId))], listed: allRows };
  }
  return { chunks: readChunks(db, names, fromId, toId), listed };
}

/** The rows of the selection. The caller must still test its stories. `descending`: the last chunk comes first. */
export function scanRows(db: DatabaseSync, selection: PostSelection, descending = false): Iterable<MaskedRows> {
  const { arrivals, localTimes } = selection;
  const narrowed = narrowedFilters(selection);
  const tests = narrowed.flatMap(({ column, testOf }) =>
    column && column !== 'ids' && testOf ? [{ column, test: testOf(selection) }] : [],
  );
  const names: ColumnName[] = [...tests.map(({ column }) => column), ...(arrivals ? ['arrivals' as const] : [])];
  const { chunks, listed } = chooseSource(db, without(selection, narrowed), ['stories', ...names]);
  return passRows(chunks, listed, { arrivals, localTimes, tests, descending });
}

/** Where queries read the rows of a selection: the packed columns, or the table when few are wanted. */
import type { DatabaseSync } from 'node:sqlite';
import type { SearchQuery } from '../rules/search/query-tree.ts';
import { wordTerm } from '../store/sqlite/post-indexer.ts';
import { type ColumnName, selectRows } from '../store/sqlite/row-columns.ts';
import { isFiltered, listIds, narrowedFilters, type PostSelection, without } from './filters.ts';
import { type ListedIds, listCached } from './list-cache.ts';
import { splitExclusion } from './post-selection.ts';
import { allRows, type ListedRows, type MaskedRows, maskRows, passRows } from './range-counts.ts';
import { countChunkRows, pickRows, readChunks } from './row-columns.ts';
import { maskOf } from './row-mask.ts';
import { listByIndex, sumCounters, whereStoryRow } from './row-queries.ts';
import { mutedTerms, noMutes } from './scope-conditions.ts';
import { hasQuery, hasTerm } from './search-expression.ts';

/** From this number of rows per match on, matches are looked up in their chunks, and no other chunks are read. */
const rowsPerLookup = 300;

/** Those of deleted phrases, of muted sources and authors, and those that match what a search excludes. */
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
 * Whether the column of phrases is faster than the search index, which takes 60 ns per match and longer with many terms: 520 phrases
 * with half of 1,000,000 rows took 2.7 s.
 */
function readsWords(db: DatabaseSync, { fromId, toId }: PostSelection, only: number[]): boolean {
  const rows = countChunkRows(db, fromId ?? undefined, toId ?? undefined);
  return sumCounters(db, { only }) * (64 + only.length) > rows;
}

/** The rows of phrases among those of the other filters. */
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

/** The rows of the selection, but for its conditions on stories and arrivals. */
export function listRows(db: DatabaseSync, selection: PostSelection): ListedRows {
  const { rest, excluded } = splitExclusion({ ...selection, stories: null, arrivals: null });
  const { words } = rest;
  if ('only' in words && readsWords(db, rest, words.only)) {
    return { ...listByWords(db, rest, words.only), areExcluded: false };
  }
  if (isFiltered(rest)) return { ...listByIndex(db, rest), areExcluded: false };
  return { ...listHidden(db, rest, excluded), areExcluded: true };
}

/** Where the rows of the selection are read. Stories and arrivals are still to be compared. */
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

/** The rows of the selection. Its stories are still to be compared. `descending`: the last chunk comes first. */
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

/** Where queries read the rows of a selection: the packed columns, or the table when few are wanted. */
import type { DatabaseSync } from 'node:sqlite';
import type { SearchQuery } from '../rules/search/query-tree.ts';
import { wordTerm } from '../store/sqlite/post-indexer.ts';
import { type ColumnName, selectRows } from '../store/sqlite/row-columns.ts';
import { isFiltered, narrowedFilters, type PostSelection, without } from './filters.ts';
import type { ListedIds } from './list-cache.ts';
import { splitExclusion } from './post-selection.ts';
import { allRows, type CountedRows, type ListedRows, narrowRows } from './range-counts.ts';
import { countChunkRows, pickRows, readChunks } from './row-columns.ts';
import { listByIndex, whereStoryRow } from './row-queries.ts';
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

/** The rows of the selection, but for its conditions on stories and arrivals. */
export function listRows(db: DatabaseSync, selection: PostSelection): ListedRows {
  const { rest, excluded } = splitExclusion({ ...selection, stories: null, arrivals: null });
  if (isFiltered(rest)) return { ...listByIndex(db, rest), areExcluded: false };
  return { ...listHidden(db, rest, excluded), areExcluded: true };
}

type Source<Chunk> = { chunks: Iterable<Chunk>; listed: ListedRows };

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

/** With arrivals if the selection has a condition on them. `descending`: the last chunk comes first. */
export function readSource(db: DatabaseSync, selection: PostSelection, descending = false): Source<CountedRows> {
  const narrowed = narrowedFilters(selection);
  const names = new Set<ColumnName>(selection.arrivals === null ? [] : ['arrivals']);
  for (const { column } of narrowed) if (column && column !== 'ids') names.add(column);
  names.delete('stories');
  const { chunks, listed } = chooseSource(db, without(selection, narrowed), ['stories', ...names]);
  const inOrder = descending ? [...chunks].reverse() : chunks;
  return {
    chunks: narrowed.length > 0 ? narrowRows(inOrder, selection, { filters: narrowed, descending }) : inOrder,
    listed,
  };
}

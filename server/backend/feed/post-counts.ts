/** Counts the rows and the stories of a selection: in total, in ranges of time, and per hour, day or month. */

import type { DatabaseSync } from 'node:sqlite';
import type { Histogram } from '../../../shared/api/analytics.ts';
import { barBounds, chooseUnit } from '../rules/days.ts';
import type { SearchQuery } from '../rules/search/query-tree.ts';
import { boundPostId } from '../store/post-id.ts';
import type { PostScope } from '../store/posts-store.ts';
import { wordTerm } from '../store/sqlite/post-indexer.ts';
import { type ColumnName, selectRows } from '../store/sqlite/row-columns.ts';
import { isOneOf, readNumber } from '../store/sqlite/sql.ts';
import { isEverything, isFiltered, narrowedFilters, type PostSelection, without } from './filters.ts';
import { findTimes } from './page-rows.ts';
import { readZone, splitExclusion } from './post-selection.ts';
import { allRows, type CountedRows, countRanges, type ListedRows, narrowRows, unwanted } from './range-counts.ts';
import { countChunkRows, readChunks } from './row-columns.ts';
import { countByIndex, countByTable, listByIndex, needsSearchIndex, whereStoryRow } from './row-queries.ts';
import { type HiddenStories, mutedTerms, noMutes, type PostView } from './scope-conditions.ts';
import { hasQuery, hasTerm } from './search-expression.ts';

/** Looking up the story of a match takes as long as reading this number of rows. */
const rowsPerLookup = 300;

/** Those of deleted phrases, of muted sources and authors, and those that match what a search excludes. */
function listHidden(db: DatabaseSync, selection: PostSelection, excluded: SearchQuery | null): Float64Array {
  const { words, mutes } = selection;
  const terms = [...('except' in words ? words.except.map(wordTerm) : []), ...mutedTerms(mutes)];
  const parts = [
    ...(terms.length === 0 ? [] : [hasTerm(...terms)]),
    ...(excluded === null ? [] : [hasQuery(excluded, selection.reindexed)]),
  ];
  if (parts.length === 0) return allRows.ids;
  return listByIndex(db, { ...selection, words: { except: [] }, mutes: noMutes }, `(${parts.join(' OR ')})`);
}

/** The rows of the selection, but for its conditions on stories and arrivals. */
export function listRows(db: DatabaseSync, selection: PostSelection): ListedRows {
  const { rest, excluded } = splitExclusion({ ...selection, stories: null, arrivals: null });
  if (isFiltered(rest)) return { ids: listByIndex(db, rest), areExcluded: false };
  return { ids: listHidden(db, rest, excluded), areExcluded: true };
}

type Source<Chunk> = { chunks: Iterable<Chunk>; listed: ListedRows };

/** Where the rows of the selection are read. Stories and arrivals are still to be compared. */
function chooseSource<Name extends ColumnName>(db: DatabaseSync, selection: PostSelection, names: readonly Name[]) {
  if (selection.fewStories !== null) {
    const listed = selection.query === null ? allRows : listRows(db, selection);
    return { chunks: [selectRows(db, names, whereStoryRow(selection))], listed };
  }
  const listed = listRows(db, selection);
  const { ids, areExcluded } = listed;
  if (areExcluded) {
    return { chunks: readChunks(db, names, selection.fromId ?? 0, selection.toId ?? undefined), listed };
  }
  const [fromId, toId] = [ids[0] ?? 0, (ids.at(-1) ?? 0) + 1];
  if (ids.length * rowsPerLookup < countChunkRows(db, fromId, toId)) {
    return { chunks: [selectRows(db, names, isOneOf('id', [...ids]))], listed: allRows };
  }
  return { chunks: readChunks(db, names, fromId, toId), listed };
}

/** With arrivals if the selection has a condition on them. */
export function readSource(db: DatabaseSync, selection: PostSelection): Source<CountedRows> {
  const narrowed = narrowedFilters(selection);
  const names = new Set<ColumnName>(selection.arrivals === null ? [] : ['arrivals']);
  for (const { column } of narrowed) if (column && column !== 'ids') names.add(column);
  names.delete('stories');
  const { chunks, listed } = chooseSource(db, without(selection, narrowed), ['stories', ...names]);
  return { chunks: narrowed.length === 0 ? chunks : narrowRows(chunks, selection), listed };
}

/** For each story ID, `unwanted` or 0. */
function findWanted(db: DatabaseSync, { stories, fewStories }: PostSelection, { marks, old }: HiddenStories) {
  const newest = readNumber(db, 'SELECT max(story_id) FROM stories');
  const states = new Uint8Array(newest + 1);
  const wanted = fewStories ?? stories;
  if (wanted !== null) {
    states.fill(unwanted);
    for (const story of wanted) if (!marks?.has(story)) states[story] = 0;
  } else marks?.setStates(states, unwanted);
  for (const story of old) states[story] = unwanted;
  return states;
}

/** The counts per range. */
function countInRanges(db: DatabaseSync, selection: PostSelection, hidden: HiddenStories, starts: readonly number[]) {
  const { chunks, listed } = readSource(db, selection);
  const wanted = { states: findWanted(db, selection, hidden), arrivals: selection.arrivals };
  return countRanges(chunks, listed, wanted, starts);
}

function countRows(db: DatabaseSync, selection: PostSelection): number {
  const { rest, excluded } = splitExclusion(selection);
  const rows = needsSearchIndex(rest) ? countByIndex(db, rest) : countByTable(db, rest);
  return excluded === null ? rows : rows - countByIndex(db, rest, hasQuery(excluded, rest.reindexed));
}

/** SQLite counts all stories faster, and rows by conditions for which it has an index. */
export function countPosts(db: DatabaseSync, selection: PostSelection, { hideCopies, ...hidden }: PostView): number {
  const { marks, old } = hidden;
  if (marks === null && hideCopies && isEverything(selection)) return readNumber(db, 'SELECT count(*) FROM stories');
  const hasIndex =
    selection.stories === null &&
    selection.arrivals === null &&
    old.size === 0 &&
    narrowedFilters(selection).length === 0;
  if (marks === null && !hideCopies && hasIndex) return countRows(db, selection);
  const { rows, stories } = countInRanges(db, selection, hidden, [0]);
  return (hideCopies ? stories[0] : rows[0]) ?? 0;
}

/** The range of the dates decides on the unit; where one is missing, the first or the last post. `shown`: null for no posts. */
export function createHistogram(
  db: DatabaseSync,
  scope: PostScope,
  shown: { selection: PostSelection; view: PostView } | null,
): Histogram {
  const timeZone = readZone(db);
  const times = shown && findTimes(db, shown.selection, shown.view);
  const from = scope.from ?? times?.min ?? scope.to ?? 0;
  const to = scope.to ?? (times?.max ?? from) + 1;
  const unit = chooseUnit(from, to, timeZone);
  if (shown === null || times === null || times.min === null || times.max === null) return { unit, bars: [] };
  const { selection, view } = shown;
  const bounds = barBounds(unit, times.min, times.max + 1, timeZone);
  const starts = bounds.map(({ start }) => boundPostId(start));
  const { rows, stories } = countInRanges(db, selection, view, starts);
  const totals = view.hideCopies ? stories : rows;
  return {
    unit,
    bars: bounds.map(({ label }, bar) => ({ from: label, total: totals[bar] ?? 0 })).filter(({ total }) => total > 0),
  };
}

/** Counts the rows and the stories of a selection in ranges of time. */
import type { DatabaseSync } from 'node:sqlite';
import type { SearchQuery } from '../../search/query-tree.ts';
import { narrowRows } from './narrow-rows.ts';
import { listByIndex } from './post-index-query.ts';
import type { Marks } from './post-marks.ts';
import { mutedTerms, noMutes } from './post-mutes.ts';
import { hasNoTerms, isFiltered, type PostSelection, splitExclusion } from './post-selection.ts';
import { whereStoryRow } from './post-table-query.ts';
import { allRows, countRanges, type ListedRows, type RangeCounts, unwanted } from './range-counts.ts';
import { type ColumnName, countChunkRows, type Rows, readChunks, selectRows } from './row-columns.ts';
import { isOneOf } from './row-conditions.ts';
import { hasQuery, hasTerm, wordTerm } from './search-terms.ts';

/** Looking up the story of a match takes as long as reading this number of rows. */
const rowsPerLookup = 300;

/** Those of deleted phrases, of muted sources and authors, and those that match what a search excludes. */
function listHidden(db: DatabaseSync, selection: PostSelection, excluded: SearchQuery | null): Float64Array {
  const { words, mutes } = selection;
  const terms = [...('except' in words ? words.except.map(wordTerm) : []), ...mutedTerms(mutes)];
  const parts = [
    ...(terms.length === 0 ? [] : [hasTerm(...terms)]),
    ...(excluded === null ? [] : [hasQuery(excluded)]),
  ];
  if (parts.length === 0) return allRows.ids;
  return listByIndex(db, { ...selection, words: { except: [] }, mutes: noMutes }, `(${parts.join(' OR ')})`);
}

function listRows(db: DatabaseSync, selection: PostSelection): ListedRows {
  const { rest, excluded } = splitExclusion({ ...selection, stories: null });
  if (isFiltered(rest)) return { ids: listByIndex(db, rest), areExcluded: false };
  return { ids: listHidden(db, rest, excluded), areExcluded: true };
}

type Source<Name extends ColumnName> = { chunks: Iterable<Rows<Name>>; listed: ListedRows };

/** Where the rows of the selection are read. Stories are still to be compared. */
function chooseSource<Name extends ColumnName>(
  db: DatabaseSync,
  selection: PostSelection,
  columns: readonly Name[],
): Source<Name> {
  if (selection.fewStories && selection.query === null) {
    return { chunks: [selectRows(db, columns, whereStoryRow(selection))], listed: allRows };
  }
  const listed = listRows(db, selection);
  const { ids, areExcluded } = listed;
  if (areExcluded) {
    return { chunks: readChunks(db, columns, selection.fromId ?? 0, selection.toId ?? undefined), listed };
  }
  const [fromId, toId] = [ids[0] ?? 0, (ids.at(-1) ?? 0) + 1];
  if (ids.length * rowsPerLookup < countChunkRows(db, fromId, toId)) {
    return { chunks: [selectRows(db, columns, isOneOf('id', [...ids]))], listed: allRows };
  }
  return { chunks: readChunks(db, columns, fromId, toId), listed };
}

function readSource(db: DatabaseSync, selection: PostSelection): Source<'stories'> {
  if (!hasNoTerms(selection)) return chooseSource(db, selection, ['stories']);
  const rest = { ...selection, cityId: selection.cityId || null, localTimes: null };
  const { chunks, listed } = chooseSource(db, rest, ['stories', 'cities']);
  return { chunks: narrowRows(chunks, selection), listed };
}

/** For each story ID, `unwanted` or 0. */
function findWanted(db: DatabaseSync, { stories }: PostSelection, marks: Marks | null): Uint16Array {
  const newest = Number(db.prepare('SELECT max(story_id) AS story FROM stories').get()?.story);
  const states = new Uint16Array(newest + 1);
  if (stories !== null && 'unread' in stories) {
    states.fill(unwanted);
    for (const story of stories.unread) states[story] = 0;
  } else if (stories !== null) {
    states.fill(unwanted, 0, stories.first);
    states.fill(unwanted, stories.last + 1);
  }
  for (const story of marks?.list() ?? []) states[story] = unwanted;
  return states;
}

/** The counts per range. `marks` are those of stories to leave out. */
export function countInRanges(
  db: DatabaseSync,
  selection: PostSelection,
  marks: Marks | null,
  starts: readonly number[],
): RangeCounts {
  const { chunks, listed } = readSource(db, selection);
  return countRanges(chunks, listed, findWanted(db, selection, marks), starts);
}

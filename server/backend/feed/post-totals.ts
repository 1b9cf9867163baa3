/** Totals of a selection. */
import type { DatabaseSync } from 'node:sqlite';
import { countInRanges } from './post-counts.ts';
import { countByIndex, needsSearchIndex } from './post-index-query.ts';
import type { HiddenStories } from './post-marks.ts';
import { hasNoTerms, isEverything, type PostSelection, splitExclusion } from './post-selection.ts';
import { countByTable } from './post-table-query.ts';
import { hasQuery } from './search-terms.ts';

/** How rows are shown: `marks` are those of an account that sees unread posts only. */
export type PostView = HiddenStories & { hideCopies: boolean };

function countRows(db: DatabaseSync, selection: PostSelection): number {
  const { rest, excluded } = splitExclusion(selection);
  const rows = needsSearchIndex(rest) ? countByIndex(db, rest) : countByTable(db, rest);
  return excluded === null ? rows : rows - countByIndex(db, rest, hasQuery(excluded, rest.reindexed));
}

const countStored = (db: DatabaseSync): number =>
  Number(db.prepare('SELECT count(*) AS stories FROM stories').get()?.stories);

/** SQLite counts all stories faster, and rows by conditions for which it has an index. */
export function countPosts(db: DatabaseSync, selection: PostSelection, { hideCopies, ...hidden }: PostView): number {
  const { marks, known } = hidden;
  if (marks === null && hideCopies && isEverything(selection)) return countStored(db);
  const hasIndex =
    selection.stories === null && selection.arrivals === null && known.size === 0 && !hasNoTerms(selection);
  if (marks === null && !hideCopies && hasIndex) return countRows(db, selection);
  const { rows, stories } = countInRanges(db, selection, hidden, [0]);
  return (hideCopies ? stories[0] : rows[0]) ?? 0;
}

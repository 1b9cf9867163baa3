/** Totals of a selection. */
import type { DatabaseSync } from 'node:sqlite';
import { countHiddenStories, findHidden } from './hidden-posts.ts';
import { countByIndex, needsSearchIndex } from './post-index-query.ts';
import { countDistinct, listCopiedStories, listReadStories, usesIndex } from './post-lists.ts';
import type { Marks } from './post-marks.ts';
import { isByTime, type PostSelection, splitExclusion } from './post-selection.ts';
import { countByTable, countStoriesByTable } from './post-table-query.ts';
import { hasQuery } from './search-terms.ts';
import { countStoredStories, wholeBar } from './stored-bars.ts';

/** How rows are shown: `marks` are those of an account that sees unread posts only. */
export type PostView = { hideCopies: boolean; marks: Marks | null };

function countRows(db: DatabaseSync, selection: PostSelection): number {
  const { rest, excluded } = splitExclusion(selection);
  const rows = needsSearchIndex(rest) ? countByIndex(db, rest) : countByTable(db, rest);
  return excluded === null ? rows : rows - countByIndex(db, rest, hasQuery(excluded));
}

/** Of a search, only the rows of stories with several rows need their story. */
function countStories(db: DatabaseSync, selection: PostSelection): number {
  const { rest, excluded } = splitExclusion(selection);
  if (isByTime(rest)) {
    const bars = [wholeBar(rest)];
    const [stored = 0] = countStoredStories(db, bars);
    const [hidden = 0] = countHiddenStories(db, findHidden(rest, excluded), bars);
    return stored - hidden;
  }
  if (!usesIndex(selection)) return countStoriesByTable(db, selection);
  const copies = listCopiedStories(db, selection);
  return countRows(db, selection) - copies.length + countDistinct(copies);
}

export function countPosts(db: DatabaseSync, selection: PostSelection, { hideCopies, marks }: PostView): number {
  const total = hideCopies ? countStories(db, selection) : countRows(db, selection);
  if (marks === null) return total;
  const stories = listReadStories(db, selection, marks);
  return total - (hideCopies ? countDistinct(stories) : stories.length);
}

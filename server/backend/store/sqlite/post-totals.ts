/** Totals of a selection. */
import type { DatabaseSync } from 'node:sqlite';
import { countHiddenStories } from './hidden-posts.ts';
import { countByIndex, needsSearchIndex } from './post-index-query.ts';
import { copiesOf, countDistinct, listRead, listStories } from './post-lists.ts';
import type { Marks } from './post-marks.ts';
import { isFiltered, type PostSelection } from './post-selection.ts';
import { countByTable } from './post-table-query.ts';

/** How rows are shown: `marks` are those of an account that sees unread posts only. */
export type PostView = { hideCopies: boolean; marks: Marks | null };

const countRows = (db: DatabaseSync, selection: PostSelection): number =>
  needsSearchIndex(selection) ? countByIndex(db, selection) : countByTable(db, selection);

const countAllStories = (db: DatabaseSync): number =>
  Number(db.prepare('SELECT count(*) AS total FROM stories').get()?.total);

/** Only rows of stories with several rows need their story. */
function countStories(db: DatabaseSync, selection: PostSelection): number {
  const { fromId, toId, stories } = selection;
  const limited = isFiltered(selection) || fromId !== null || toId !== null || stories !== null;
  if (!limited) return countAllStories(db) - countHiddenStories(db, selection);
  const copies = listStories(db, copiesOf(selection));
  return countRows(db, selection) - copies.length + countDistinct(copies);
}

export function countPosts(db: DatabaseSync, selection: PostSelection, { hideCopies, marks }: PostView): number {
  const total = hideCopies ? countStories(db, selection) : countRows(db, selection);
  if (marks === null) return total;
  const { stories } = listRead(db, selection, marks);
  return total - (hideCopies ? countDistinct(stories) : stories.length);
}

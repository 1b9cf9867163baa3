/** Totals of a selection. */
import type { DatabaseSync } from 'node:sqlite';
import { countByIndex, needsSearchIndex } from './post-index-query.ts';
import { countDistinct, listCopies, listRead } from './post-lists.ts';
import type { Marks } from './post-marks.ts';
import { hasMutes, isFiltered, type PostSelection } from './post-selection.ts';
import { countByTable } from './post-table-query.ts';

/** How rows are shown: `marks` are those of an account that sees unread posts only. */
export type PostView = { hideCopies: boolean; marks: Marks | null };

const countRows = (db: DatabaseSync, selection: PostSelection): number =>
  needsSearchIndex(selection) ? countByIndex(db, selection) : countByTable(db, selection);

/** Whether all stories are visible. */
const isEverything = (selection: PostSelection): boolean =>
  !isFiltered(selection) &&
  !hasMutes(selection) &&
  'except' in selection.words &&
  selection.words.except.length === 0 &&
  selection.fromId === null &&
  selection.toId === null &&
  selection.stories === null;

/** Only rows of stories with several rows need their story. */
function countStories(db: DatabaseSync, selection: PostSelection): number {
  if (isEverything(selection)) return Number(db.prepare('SELECT count(*) AS total FROM stories').get()?.total);
  const { stories } = listCopies(db, selection);
  return countRows(db, selection) - stories.length + countDistinct(stories);
}

export function countPosts(db: DatabaseSync, selection: PostSelection, { hideCopies, marks }: PostView): number {
  const total = hideCopies ? countStories(db, selection) : countRows(db, selection);
  if (marks === null) return total;
  const { stories } = listRead(db, selection, marks);
  return total - (hideCopies ? countDistinct(stories) : stories.length);
}

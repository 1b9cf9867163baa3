/** Rows of a selection with their stories, for the totals that count stories. SQLite returns lists: a call per row is slow. */
import type { DatabaseSync } from 'node:sqlite';
import { matchingCopies, matchingRows } from './post-index-query.ts';
import type { Marks } from './post-marks.ts';
import { isFiltered, type PostSelection } from './post-selection.ts';
import { whereByTime, whereStoryRow } from './post-table-query.ts';
import type { Condition } from './row-conditions.ts';
import { copyOfStory, hasTerm } from './search-terms.ts';

/** Both lists have an entry per row. The rows ascend by time. */
export type RowList = { seconds: number[]; stories: number[] };

/** Whether the search index leads to the rows. */
export const usesIndex = (selection: PostSelection): boolean =>
  selection.query !== null || (isFiltered(selection) && !selection.fewStories);

/** FROM and WHERE of the rows whose stories have several rows, whether or not the selection contains the others. */
export function copiesOf(selection: PostSelection): Condition {
  if (usesIndex(selection)) return matchingCopies(selection, hasTerm(copyOfStory));
  const { sql, params } = selection.fewStories ? whereStoryRow(selection) : whereByTime(selection);
  const index = selection.fewStories ? '' : 'INDEXED BY copies_by_id';
  return { sql: `posts ${index} WHERE is_copy = 1 AND ${sql}`, params };
}

const readList = (db: DatabaseSync, column: string, { sql, params }: Condition): number[] =>
  JSON.parse(String(db.prepare(`SELECT json_group_array(${column}) AS list FROM ${sql}`).get(...params)?.list));

export const listStories = (db: DatabaseSync, rows: Condition): number[] => readList(db, 'posts.story_id', rows);

/** `order` is the column by whose index the rows are read. */
function listOrdered(db: DatabaseSync, { sql, params }: Condition, order: 'post_search.rowid' | 'posts.id'): RowList {
  const row = db
    .prepare(
      `SELECT json_group_array(id / 1048576) AS seconds, json_group_array(story_id) AS stories
       FROM (SELECT posts.id, posts.story_id FROM ${sql} ORDER BY ${order})`,
    )
    .get(...params);
  return { seconds: JSON.parse(String(row?.seconds)), stories: JSON.parse(String(row?.stories)) };
}

export const listCopies = (db: DatabaseSync, selection: PostSelection): RowList =>
  listOrdered(db, copiesOf(selection), usesIndex(selection) ? 'post_search.rowid' : 'posts.id');

function listAll(db: DatabaseSync, selection: PostSelection): RowList {
  if (usesIndex(selection)) return listOrdered(db, matchingRows(selection), 'post_search.rowid');
  const { sql, params } = whereStoryRow(selection);
  return listOrdered(db, { sql: `posts WHERE ${sql}`, params }, 'posts.id');
}

/** Rows of read stories. Without a filter, the marks lead to the rows. */
export function listRead(db: DatabaseSync, selection: PostSelection, marks: Marks): RowList {
  if (!isFiltered(selection) && !selection.fewStories) {
    const { sql, params } = whereStoryRow(selection);
    const marked = 'json_each(?) AS marked CROSS JOIN posts ON posts.story_id = marked.value';
    const list = JSON.stringify(marks.list());
    return listOrdered(db, { sql: `${marked} WHERE ${sql}`, params: [list, ...params] }, 'posts.id');
  }
  const { seconds, stories } = listAll(db, selection);
  const read = stories.map((story) => marks.has(story));
  return { seconds: seconds.filter((_, row) => read[row]), stories: stories.filter((_, row) => read[row]) };
}

/** Below this number of rows a set is faster than a bitmap of all stories. */
const bitmapMin = 10_000;

/** Story IDs are dense, so that a bitmap is small. */
export function countDistinct(stories: readonly number[]): number {
  if (stories.length < bitmapMin) return new Set(stories).size;
  const seen = new Uint8Array(stories.reduce((max, story) => Math.max(max, story), 0) + 1);
  for (const story of stories) seen[story] = 1;
  return seen.reduce((total, one) => total + one, 0);
}

/** Rows of a selection with their stories, for the totals that count stories. SQLite returns lists: a call per row is slow. */
import type { DatabaseSync } from 'node:sqlite';
import { matchingCopies, matchingRows } from './post-index-query.ts';
import type { Marks } from './post-marks.ts';
import { isFiltered, type PostSelection } from './post-selection.ts';
import { whereStoryRow } from './post-table-query.ts';
import { allOf, type Condition, isOneOf } from './row-conditions.ts';

/** Both lists have an entry per row. The rows of a story ascend by time. */
export type RowList = { seconds: number[]; stories: number[] };

/** Whether the search index leads to the rows. */
export const usesIndex = (selection: PostSelection): boolean =>
  selection.query !== null || (isFiltered(selection) && !selection.fewStories);

/** `table` has the stories. */
type Source = Condition & { table: 'posts' | 'copies'; order: string };

const byIndex = (condition: Condition, table: Source['table']): Source => ({
  ...condition,
  table,
  order: 'post_search.rowid',
});

const byStory = ({ sql, params }: Condition): Source => ({
  sql: `posts WHERE ${sql}`,
  params,
  table: 'posts',
  order: 'posts.story_id, posts.id',
});

function readStories(db: DatabaseSync, { sql, params, table }: Source): number[] {
  const row = db.prepare(`SELECT json_group_array(${table}.story_id) AS list FROM ${sql}`).get(...params);
  return JSON.parse(String(row?.list)) as number[];
}

function readRows(db: DatabaseSync, { sql, params, table, order }: Source): RowList {
  const row = db
    .prepare(
      `SELECT json_group_array(id / 1048576) AS seconds, json_group_array(story_id) AS stories
       FROM (SELECT ${table}.id, ${table}.story_id FROM ${sql} ORDER BY ${order})`,
    )
    .get(...params);
  return { seconds: JSON.parse(String(row?.seconds)), stories: JSON.parse(String(row?.stories)) };
}

/** The rows of a search whose stories have several rows, whether or not they match. `wanted`: further terms of the search. */
export const listCopies = (db: DatabaseSync, selection: PostSelection, ...wanted: string[]): RowList =>
  readRows(db, byIndex(matchingCopies(selection, ...wanted), 'copies'));

/** Their stories, with an entry per row. */
export const listCopiedStories = (db: DatabaseSync, selection: PostSelection): number[] =>
  readStories(db, byIndex(matchingCopies(selection), 'copies'));

const source = (selection: PostSelection): Source =>
  usesIndex(selection) ? byIndex(matchingRows(selection), 'posts') : byStory(whereStoryRow(selection));

export const listRows = (db: DatabaseSync, selection: PostSelection): RowList => readRows(db, source(selection));

/** The rows of the selection that are in these stories. */
export const listRowsOf = (db: DatabaseSync, selection: PostSelection, stories: readonly number[]): RowList =>
  readRows(db, byStory(allOf([isOneOf('posts.story_id', stories), whereStoryRow(selection)])));

/** The stories with the number of all their rows. */
export function readSizes(db: DatabaseSync, stories: readonly number[]): [story: number, rows: number][] {
  const { sql, params } = isOneOf('story_id', stories);
  const row = db
    .prepare(`SELECT json_group_array(json_array(story_id, rows)) AS list FROM stories WHERE ${sql}`)
    .get(...params);
  return JSON.parse(String(row?.list)) as [number, number][];
}

/** Rows of read stories. Without a filter, the marks lead to the rows. */
export function listRead(db: DatabaseSync, selection: PostSelection, marks: Marks): RowList {
  if (!isFiltered(selection) && !selection.fewStories) return listRowsOf(db, selection, marks.list());
  const { seconds, stories } = listRows(db, selection);
  const read = stories.map((story) => marks.has(story));
  return { seconds: seconds.filter((_, row) => read[row]), stories: stories.filter((_, row) => read[row]) };
}

/** The stories of `listRead`, with an entry per row. */
export function listReadStories(db: DatabaseSync, selection: PostSelection, marks: Marks): number[] {
  if (!isFiltered(selection) && !selection.fewStories) {
    const rows = allOf([isOneOf('posts.story_id', marks.list()), whereStoryRow(selection)]);
    return readStories(db, byStory(rows));
  }
  return readStories(db, source(selection)).filter((story) => marks.has(story));
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

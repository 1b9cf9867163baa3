/** Lists rows of a selection with their stories, for the totals that count stories. */
import type { DatabaseSync } from 'node:sqlite';
import { matchingCopies, matchingRows } from './post-index-query.ts';
import type { Marks } from './post-marks.ts';
import { isFiltered, type PostSelection } from './post-selection.ts';
import { whereByTime, whereStoryRow } from './post-table-query.ts';
import type { Condition } from './row-conditions.ts';
import { copyOfStory, hasTerm } from './search-terms.ts';

/** Both lists have an entry per row. The rows ascend by time. */
export type RowList = { seconds: number[]; stories: number[] };

/** SQLite builds both lists, because a call per row would take longer. */
function list(db: DatabaseSync, { sql, params }: Condition): RowList {
  const row = db
    .prepare(
      `SELECT json_group_array(id / 1048576) AS seconds, json_group_array(story_id) AS stories
       FROM (SELECT posts.id, posts.story_id FROM ${sql} ORDER BY posts.id)`,
    )
    .get(...params);
  return { seconds: JSON.parse(String(row?.seconds)), stories: JSON.parse(String(row?.stories)) };
}

export const usesIndex = (selection: PostSelection): boolean =>
  selection.query !== null || (isFiltered(selection) && !selection.fewStories);

/** Rows whose stories have several rows, whether or not the selection contains the others. */
export function listCopies(db: DatabaseSync, selection: PostSelection): RowList {
  if (usesIndex(selection)) return list(db, matchingCopies(selection, hasTerm(copyOfStory)));
  const { fewStories } = selection;
  const { sql, params } = fewStories ? whereStoryRow(selection) : whereByTime(selection);
  const index = fewStories ? '' : 'INDEXED BY copies_by_id';
  return list(db, { sql: `posts ${index} WHERE is_copy = 1 AND ${sql}`, params });
}

/** Rows of read stories. Without a filter, the marks lead to the rows. */
export function listRead(db: DatabaseSync, selection: PostSelection, marks: Marks): RowList {
  const { sql, params } = whereStoryRow(selection);
  if (!isFiltered(selection) && !selection.fewStories) {
    const marked = 'json_each(?) AS marked CROSS JOIN posts ON posts.story_id = marked.value';
    return list(db, { sql: `${marked} WHERE ${sql}`, params: [JSON.stringify(marks.list()), ...params] });
  }
  const rows = list(db, usesIndex(selection) ? matchingRows(selection) : { sql: `posts WHERE ${sql}`, params });
  const read = rows.stories.map((story) => marks.has(story));
  const isRead = (_: number, index: number) => read[index] === true;
  return { seconds: rows.seconds.filter(isRead), stories: rows.stories.filter(isRead) };
}

/** Story IDs are dense, so that a bitmap is small. */
export function countDistinct(stories: readonly number[]): number {
  const last = stories.reduce((max, story) => Math.max(max, story), 0);
  const seen = new Uint8Array(last + 1);
  let total = 0;
  for (const story of stories) {
    if (seen[story] === 0) total += 1;
    seen[story] = 1;
  }
  return total;
}

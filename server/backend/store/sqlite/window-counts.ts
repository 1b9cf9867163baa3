/** Counts the stories that were posted within windows of time. */
import type { DatabaseSync } from 'node:sqlite';
import type { PostScope, TimeWindow, WindowsQuery } from '../posts-store.ts';
import { ordered } from './post-pages.ts';
import { selectPosts } from './post-selection.ts';

/** Both lists have an entry per row, oldest first. */
type RowList = { seconds: number[]; stories: number[] };

function readRows(db: DatabaseSync, scope: PostScope): RowList {
  const selection = selectPosts(db, scope);
  if (selection === null) return { seconds: [], stories: [] };
  const { sql, params } = ordered(db, selection, { orderBy: 'post_dt', orderDirection: 'ASC' }, true);
  const row = db
    .prepare(`SELECT json_group_array(id / 1048576) AS seconds, json_group_array(story_id) AS stories FROM (${sql})`)
    .get(...params);
  return { seconds: JSON.parse(String(row?.seconds)), stories: JSON.parse(String(row?.stories)) };
}

/** Neither the starts nor the ends of the windows descend, so that every row is met twice. See `WindowsQuery`. */
export function countStories(
  { seconds, stories }: RowList,
  windows: readonly TimeWindow[],
  least: number | null,
): number[] {
  const rowsOf = new Map<number, number>();
  const change = (row: number, by: 1 | -1): void => {
    const story = stories[row] ?? 0;
    const rows = (rowsOf.get(story) ?? 0) + by;
    if (rows === 0) rowsOf.delete(story);
    else rowsOf.set(story, rows);
  };
  const isBefore = (row: number, time: number): boolean => row < seconds.length && (seconds[row] ?? 0) * 1000 < time;
  let [first, end, restart] = [0, 0, 0];
  return windows.map(({ from, to }) => {
    while (isBefore(end, to)) change(end++, 1);
    while (first < end && isBefore(first, Math.max(from, restart))) change(first++, -1);
    if (least !== null && rowsOf.size >= least) restart = to;
    return rowsOf.size;
  });
}

export function countInWindows(db: DatabaseSync, scope: PostScope, { windows, least }: WindowsQuery): number[] {
  const [first, last] = [windows[0], windows.at(-1)];
  if (first === undefined || last === undefined) return [];
  const from = Math.max(scope.from ?? 0, first.from);
  const to = Math.min(scope.to ?? Number.MAX_SAFE_INTEGER, last.to);
  return countStories(readRows(db, { ...scope, from, to }), windows, least);
}

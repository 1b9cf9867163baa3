/** Counts the stories that were posted within windows of time, and lists when stories were posted first. */
import type { DatabaseSync } from 'node:sqlite';
import type { TimeWindow } from '../rules/days/day-bounds.ts';
import type { FirstPosts, PostScope } from '../store/posts-store.ts';
import { findKnown } from './known-stories.ts';
import { ordered } from './post-pages.ts';
import { type PostSelection, selectPosts } from './post-selection.ts';

/** Both lists have an entry per row, oldest first. */
type RowList = { seconds: number[]; stories: number[] };

function readRows(db: DatabaseSync, selection: PostSelection): RowList {
  const { sql, params } = ordered(db, selection, { orderBy: 'post_dt', orderDirection: 'ASC' }, true);
  const row = db
    .prepare(`SELECT json_group_array(id / 1048576) AS seconds, json_group_array(story_id) AS stories FROM (${sql})`)
    .get(...params);
  return { seconds: JSON.parse(String(row?.seconds)), stories: JSON.parse(String(row?.stories)) };
}

/** Neither the starts nor the ends of the windows descend, so that every row is met twice. */
export function countStories({ seconds, stories }: RowList, windows: readonly TimeWindow[]): number[] {
  const rowsOf = new Map<number, number>();
  const change = (row: number, by: 1 | -1): void => {
    const story = stories[row] ?? 0;
    const rows = (rowsOf.get(story) ?? 0) + by;
    if (rows === 0) rowsOf.delete(story);
    else rowsOf.set(story, rows);
  };
  const isBefore = (row: number, time: number): boolean => row < seconds.length && (seconds[row] ?? 0) * 1000 < time;
  let [first, end] = [0, 0];
  return windows.map(({ from, to }) => {
    while (isBefore(end, to)) change(end++, 1);
    while (first < end && isBefore(first, from)) change(first++, -1);
    return rowsOf.size;
  });
}

export function countInWindows(db: DatabaseSync, scope: PostScope, windows: readonly TimeWindow[]): number[] {
  const [first, last] = [windows[0], windows.at(-1)];
  if (first === undefined || last === undefined) return [];
  const from = Math.max(scope.from ?? 0, first.from);
  const to = Math.min(scope.to ?? Number.MAX_SAFE_INTEGER, last.to);
  const selection = selectPosts(db, { ...scope, from, to });
  return countStories(selection === null ? { seconds: [], stories: [] } : readRows(db, selection), windows);
}

export function listFirstPosts(db: DatabaseSync, scope: PostScope): FirstPosts[] {
  const selection = selectPosts(db, { ...scope, first: true });
  if (selection === null) return [];
  const { seconds, stories } = readRows(db, selection);
  const met = findKnown(db, selection);
  const list: FirstPosts[] = [];
  for (const [row, story] of stories.entries()) {
    if (met.has(story)) continue;
    met.add(story);
    const at = (seconds[row] ?? 0) * 1000;
    const last = list.at(-1);
    if (last?.at === at) last.count += 1;
    else list.push({ at, count: 1 });
  }
  return list;
}

/** When the new stories of many scopes arrived: reads the new rows once, and compares each with all scopes. */
import type { DatabaseSync } from 'node:sqlite';
import type { StoriesScope, StoryArrivals } from '../posts-store.ts';
import { findNewStories, readNewRows, rowsAfter } from './new-stories.ts';

/** Bounds the memory of one step. */
const stepStories = 20_000;

/** The second of arrival of each story after `since` up to `until`. */
function readSeconds(db: DatabaseSync, since: number, until: number): Map<number, number> {
  const row = db
    .prepare(
      `SELECT json_group_array(json_array(story_id, stored_at / 1000)) AS list FROM stories WHERE story_id BETWEEN ? AND ?`,
    )
    .get(since + 1, until);
  return new Map(JSON.parse(String(row?.list)) as [number, number][]);
}

/** `stories` ascend, and follow those of `arrivals`. */
function append(arrivals: StoryArrivals[], stories: readonly number[], seconds: ReadonlyMap<number, number>): void {
  for (const storyId of stories) {
    const at = (seconds.get(storyId) ?? 0) * 1000;
    const last = arrivals.at(-1);
    if (last?.at === at) last.count += 1;
    else arrivals.push({ at, since: storyId - 1, count: 1 });
  }
}

/** The scopes are of this account. */
export function listArrivals(
  db: DatabaseSync,
  account: string,
  scopes: readonly StoriesScope[],
  until: number,
): StoryArrivals[][] {
  const lists = scopes.map((): StoryArrivals[] => []);
  for (let since = Math.min(...scopes.map((scope) => scope.since)); since < until; since += stepStories) {
    const last = Math.min(since + stepStories, until);
    const rows = readNewRows(db, account, since, last);
    const seconds = readSeconds(db, since, last);
    for (const [index, scope] of scopes.entries()) {
      const stories = findNewStories(db, scope, rowsAfter(rows, scope.since));
      append(
        lists[index] ?? [],
        [...stories].sort((a, b) => a - b),
        seconds,
      );
    }
  }
  return lists;
}

/** When the new stories of many scopes arrived: reads the new rows once, and compares each with all scopes. */
import type { DatabaseSync } from 'node:sqlite';
import type { StoryArrivals } from '../rules/alerts/least.ts';
import type { StoriesScope } from '../store/posts-store.ts';
import { findNewStories, readNewRows, rowsAfter } from './new-stories.ts';

/** Bounds the memory of one step. */
const stepRows = 20_000;

/** Returns a function that dates arrivals after `since` up to `until`. Its calls ascend. */
function createDating(db: DatabaseSync, since: number, until: number): (arrival: number) => number {
  const times = db
    .prepare(
      `SELECT first, at FROM arrivals WHERE first BETWEEN
         coalesce((SELECT max(first) FROM arrivals WHERE first <= ?1), 0) AND ?2 ORDER BY first`,
    )
    .all(since + 1, until)
    .map(({ first, at }) => ({ first: Number(first), at: Number(at) }));
  let place = 0;
  return (arrival) => {
    while ((times[place + 1]?.first ?? Infinity) <= arrival) place += 1;
    return times[place]?.at ?? 0;
  };
}

/** `numbers` are those of arrivals. They ascend, and follow those of `list`. */
function append(list: StoryArrivals[], numbers: readonly number[], timeOf: (arrival: number) => number): void {
  for (const arrival of numbers) {
    const at = timeOf(arrival);
    const last = list.at(-1);
    if (last?.at === at) last.count += 1;
    else list.push({ at, since: arrival - 1, count: 1 });
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
  for (let since = Math.min(...scopes.map((scope) => scope.since)); since < until; since += stepRows) {
    const last = Math.min(since + stepRows, until);
    const rows = readNewRows(db, account, since, last);
    for (const [index, scope] of scopes.entries()) {
      // A story of an earlier step is not new in this one.
      const stories = findNewStories(db, scope, rowsAfter(rows, scope.since));
      const numbers = [...stories.values()].sort((a, b) => a - b);
      append(lists[index] ?? [], numbers, createDating(db, since, last));
    }
  }
  return lists;
}

/** The conditions of a scope on arrivals and stories. When they leave few rows, reads these first. */
import type { DatabaseSync } from 'node:sqlite';
import { boundPostId } from '../store/post-id.ts';
import type { PostScope } from '../store/posts-store.ts';
import { allOf, type Condition, newestArrival } from '../store/sqlite/sql.ts';
import { readMarks } from './account-state.ts';
import { readChunks } from './row-columns.ts';
import { isOneOf } from './row-conditions.ts';

/** Rows that arrived after `since` up to `until`. */
export type Arrivals = { since: number; until: number };

/** `fromId` is included, `toId` is not. */
export type NarrowedRows = {
  fromId: number | null;
  toId: number | null;
  arrivals: Arrivals | null;
  /** Only these: the story of the scope, or its unread ones when they have few rows. */
  stories: readonly number[] | null;
  /** The stories of the rows that `arrivals` and `stories` leave, when few, so that reading them all is the fastest. */
  fewStories: readonly number[] | null;
};

/** Up to this number of rows, reading all of them is faster than any other filter. */
const fewRows = 5000;

/** Up to this number of stories, looking for the rows of each is faster than reading rows and skipping those of read stories. */
const fewUnread = 20_000;

export const inStories = (column: string, stories: readonly number[] | null): Condition[] =>
  stories === null ? [] : [isOneOf(column, stories)];

export const inArrivals = (column: string, arrivals: Arrivals | null): Condition[] =>
  arrivals === null ? [] : [{ sql: `${column} BETWEEN ? AND ?`, params: [arrivals.since + 1, arrivals.until] }];

/** Null when all rows arrived within the limits of the scope. */
function findArrivals(db: DatabaseSync, scope: PostScope): Arrivals | null {
  const { since, until } = { since: scope.since ?? 0, until: scope.until ?? Number.MAX_SAFE_INTEGER };
  const isAll = since === 0 && until >= Number(db.prepare(`SELECT ${newestArrival} AS arrival`).get()?.arrival);
  return isAll ? null : { since, until };
}

/** The first and the last row that arrived in the range. Scanning packed columns is faster than any index. */
function findEnds(db: DatabaseSync, { since, until }: Arrivals): { first: number; last: number } {
  const ends = { first: 0, last: -1 };
  for (const { ids, arrivals } of readChunks(db, ['arrivals'])) {
    for (let row = 0; row < ids.length; row += 1) {
      const arrival = arrivals[row] ?? 0;
      if (arrival <= since || arrival > until) continue;
      ends.last = ids[row] ?? 0;
      ends.first ||= ends.last;
    }
  }
  return ends;
}

const narrowDates = (
  { fromId, toId }: Pick<NarrowedRows, 'fromId' | 'toId'>,
  { first, last }: { first: number; last: number },
) => ({
  fromId: Math.max(fromId ?? 0, first),
  toId: Math.min(toId ?? Number.MAX_SAFE_INTEGER, last + 1),
});

/** Null when there are `fewRows` or more. */
function findRows(db: DatabaseSync, arrivals: Arrivals | null, stories: readonly number[] | null) {
  const conditions = [
    ...inStories('story_id', stories),
    ...inArrivals(stories === null ? 'arrival' : '+arrival', arrivals),
  ];
  if (conditions.length === 0) return null;
  const { sql, params } = allOf(conditions);
  const found = db
    .prepare(
      `SELECT count(*) AS rows, min(id) AS first, max(id) AS last, json_group_array(DISTINCT story_id) AS stories
       FROM (SELECT id, story_id FROM posts WHERE ${sql} LIMIT ${fewRows})`,
    )
    .get(...params);
  if (found?.rows === fewRows) return null;
  return {
    first: Number(found?.first ?? 0),
    last: Number(found?.last ?? -1),
    stories: JSON.parse(String(found?.stories)) as number[],
  };
}

/** Narrows the dates to those of the rows. Null when there are none. */
export function narrow(db: DatabaseSync, scope: PostScope): NarrowedRows | null {
  const dates = {
    fromId: scope.from === null ? null : boundPostId(scope.from),
    toId: scope.to === null ? null : boundPostId(scope.to),
  };
  const arrivals = findArrivals(db, scope);
  const story = scope.storyId === null ? null : [scope.storyId];
  const byRange = findRows(db, arrivals, story);
  const isWide = byRange === null && story === null;
  const unread = isWide && scope.unread ? readMarks(db, scope.account).listUnread(fewUnread) : null;
  const found = unread === null ? byRange : findRows(db, arrivals, unread);
  if (found === null) {
    const narrowed = arrivals === null ? dates : narrowDates(dates, findEnds(db, arrivals));
    return { ...narrowed, arrivals, stories: story, fewStories: null };
  }
  if (found.stories.length === 0) return null;
  return {
    ...narrowDates(dates, found),
    arrivals,
    stories: unread === null ? story : found.stories,
    fewStories: found.stories,
  };
}

/**
 * What an account has muted, and the conditions of a scope on arrivals and stories: when few rows meet them, these are read
 * first.
 */
import type { DatabaseSync } from 'node:sqlite';
import { sharedAccount } from '../rules/account.ts';
import { placesOf } from '../rules/bits.ts';
import { boundPostId } from '../store/post-id.ts';
import type { PostScope } from '../store/posts-store.ts';
import { ownerTerm, userTerm } from '../store/sqlite/post-indexer.ts';
import { allOf, type Condition, isNoneOf, listNumbers, readNumber } from '../store/sqlite/sql.ts';
import { newestArrival } from '../store/visits.ts';
import { findLeftOut, type LeftOut, listShownStories } from './left-out.ts';
import { isOfStories, storyNow } from './own-stories.ts';
import { countChunkRows, maskArrived, readChunks } from './row-columns.ts';
import type { ValueRange } from './row-mask.ts';

export type Mutes = { owners: number[]; users: number[] };

export const noMutes: Mutes = { owners: [], users: [] };

export function readMutes(db: DatabaseSync, account: string | null): Mutes {
  if (account === null) return noMutes;
  // What administrators hide for a client is hidden from its people too.
  const sql = 'SELECT target_id FROM mutes WHERE kind = ? AND (account = ? OR (account = ? AND created_by <> account))';
  const targets = (kind: 'owner' | 'user') => listNumbers(db, sql, kind, account, sharedAccount(account));
  return { owners: targets('owner'), users: targets('user') };
}

export const mutedTerms = ({ owners, users }: Mutes): string[] => [...owners.map(ownerTerm), ...users.map(userTerm)];

/** The unary plus forbids the use of an index. */
export const isNotMuted = ({ owners, users }: Mutes): Condition[] => [
  ...isNoneOf('+posts.owner_id', owners),
  ...isNoneOf('+posts.user_id', users),
];

/** `fromId` is included, `toId` is not. */
export type NarrowedRows = {
  fromId: number | null;
  toId: number | null;
  arrivals: ValueRange | null;
  /** Only these: the story of the scope, or those that `leftOut` leaves when they have few rows. */
  stories: readonly number[] | null;
  /**
   * The stories of the rows that pass `arrivals` and `stories`, if these are so few that reading all of them is the fastest;
   * else null.
   */
  fewStories: readonly number[] | null;
  /** See `LeftOut`. Rows of `stories` need not be compared with it, unless the scope has a story. */
  leftOut: LeftOut;
};

/** Up to this number of rows, reading all of them is faster than any other filter. */
const fewRows = 5000;

/**
 * With more shown stories than this, reading the packed columns is faster: a story takes as long by SQL as 2,000 rows by
 * columns.
 */
const fewShown = (db: DatabaseSync): number => Math.max(500, countChunkRows(db) / 2000);

export const inStories = (column: string, stories: readonly number[] | null): Condition[] =>
  stories === null ? [] : isOfStories(column, stories);

export const inArrivals = (column: string, arrivals: ValueRange | null): Condition[] =>
  arrivals === null ? [] : [{ sql: `${column} BETWEEN ? AND ?`, params: [arrivals.since + 1, arrivals.until] }];

/** Null when the limits of the scope exclude no row. */
function findArrivals(db: DatabaseSync, scope: PostScope): ValueRange | null {
  const { since, until } = { since: scope.since ?? 0, until: scope.until ?? Number.MAX_SAFE_INTEGER };
  const isAll = since === 0 && until >= readNumber(db, `SELECT ${newestArrival}`);
  return isAll ? null : { since, until };
}

/** The first and the last row that arrived in the range. Scanning packed columns is faster than any index. */
function findEnds(db: DatabaseSync, range: ValueRange): { first: number; last: number } {
  const ends = { first: 0, last: -1 };
  for (const { ids, arrivals } of readChunks(db, ['arrivals'])) {
    const places = placesOf(maskArrived(arrivals, range));
    if (places.length === 0) continue;
    ends.last = ids[places.at(-1) ?? 0] ?? 0;
    ends.first ||= ids[places[0] ?? 0] ?? 0;
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

/** Null without conditions, or with `fewRows` rows or more. */
function findRows(db: DatabaseSync, arrivals: ValueRange | null, stories: readonly number[] | null) {
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

/** Narrows the dates to the dates of the matching rows. Null when there are none. */
export function narrow(db: DatabaseSync, scope: PostScope): NarrowedRows | null {
  const dates = {
    fromId: scope.from === null ? null : boundPostId(scope.from),
    toId: scope.to === null ? null : boundPostId(scope.to),
  };
  const arrivals = findArrivals(db, scope);
  const story = scope.storyId === null ? null : [storyNow(scope.storyId)];
  const byRange = findRows(db, arrivals, story);
  const isWide = byRange === null && story === null;
  const { leftOut, wanted } = findLeftOut(db, scope);
  const shown = isWide && leftOut !== null ? listShownStories(db, leftOut, wanted, fewShown(db)) : null;
  const found = shown === null ? byRange : findRows(db, arrivals, shown);
  if (found === null) {
    const narrowed = arrivals === null ? dates : narrowDates(dates, findEnds(db, arrivals));
    return { ...narrowed, arrivals, stories: story, fewStories: null, leftOut };
  }
  if (found.stories.length === 0) return null;
  return {
    ...narrowDates(dates, found),
    arrivals,
    stories: shown === null ? story : found.stories,
    fewStories: found.stories,
    leftOut,
  };
}

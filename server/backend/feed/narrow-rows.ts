/** The conditions of a filter on arrivals and stories: when few rows meet them, these are read first. */
import type { DatabaseSync } from 'node:sqlite';
import { placesOf } from '../rules/bits.ts';
import { boundPostId } from '../store/post-id.ts';
import type { FeedFilter, Viewing } from '../store/posts-store.ts';
import { readNumber } from '../store/sqlite/sql.ts';
import { newestArrival } from '../store/visits.ts';
import { inArrivals, type ResolvedFilter } from './filters.ts';
import { findHiddenStories, listShownStories } from './hidden-stories.ts';
import { automaticStories, inStories, type OwnStories, postsWhere, storyNow } from './own-stories.ts';
import { countChunkRows, maskArrived, readChunks } from './row-columns.ts';
import type { ValueRange } from './row-mask.ts';

export type NarrowedRows = Pick<
  ResolvedFilter,
  'fromId' | 'toId' | 'arrivals' | 'stories' | 'fewStories' | 'hiddenStories'
>;

/** Up to this number of rows, reading all of them is faster than any other filter. */
const fewRows = 5000;

/**
 * With more shown stories than this, reading the packed columns is faster: a story takes as long by SQL as 2,000 rows by
 * columns.
 */
const fewShown = (db: DatabaseSync): number => Math.max(500, countChunkRows(db) / 2000);

/** Null when the limits of the filter exclude no row. */
function findArrivals(db: DatabaseSync, filter: FeedFilter): ValueRange | null {
  const { since, until } = { since: filter.since ?? 0, until: filter.until ?? Number.MAX_SAFE_INTEGER };
  const isAll = since === 0 && until >= readNumber(db, `SELECT ${newestArrival}`);
  return isAll ? null : { since, until };
}

/** The first and the last row that arrived in the range. Scanning packed columns is faster than any index. */
function findEnds(db: DatabaseSync, range: ValueRange): { first: number; last: number } {
  const ends = { first: 0, last: -1 };
  for (const { ids, arrivals } of readChunks(db, automaticStories, ['arrivals'])) {
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
function findRows(db: DatabaseSync, own: OwnStories, arrivals: ValueRange | null, stories: readonly number[] | null) {
  const conditions = [
    ...(stories === null ? [] : inStories(own, 'story_id', stories)),
    ...inArrivals(stories === null ? 'arrival' : '+arrival', arrivals),
  ];
  if (conditions.length === 0) return null;
  const { sql, params } = postsWhere(own, ...conditions);
  const found = db
    .prepare(
      `SELECT count(*) AS rows, min(id) AS first, max(id) AS last, json_group_array(DISTINCT story_id) AS stories
       FROM (SELECT id, story_id FROM ${sql} LIMIT ${fewRows})`,
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
export function narrow(db: DatabaseSync, own: OwnStories, viewing: Viewing): NarrowedRows | null {
  const { filter } = viewing;
  const dates = {
    fromId: filter.from === null ? null : boundPostId(filter.from),
    toId: filter.to === null ? null : boundPostId(filter.to),
  };
  const arrivals = findArrivals(db, filter);
  const story = filter.story === null ? null : [storyNow(own, filter.story)];
  const byRange = findRows(db, own, arrivals, story);
  const isWide = byRange === null && story === null;
  const { hiddenStories, wanted } = findHiddenStories(db, viewing);
  const shown =
    isWide && hiddenStories !== null ? listShownStories(db, own, hiddenStories, wanted, fewShown(db)) : null;
  const found = shown === null ? byRange : findRows(db, own, arrivals, shown);
  if (found === null) {
    const narrowed = arrivals === null ? dates : narrowDates(dates, findEnds(db, arrivals));
    return { ...narrowed, arrivals, stories: story, fewStories: null, hiddenStories };
  }
  if (found.stories.length === 0) return null;
  return {
    ...narrowDates(dates, found),
    arrivals,
    stories: shown === null ? story : found.stories,
    fewStories: found.stories,
    hiddenStories,
  };
}

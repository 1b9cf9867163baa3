/**
 * The time windows that a run searches, and that a page completes. Times are milliseconds in whole seconds, like the times of
 * the network.
 */

import { dayMs, hourMs } from '../../../../shared/durations.ts';
import type { CollectedWindow } from '../../../../shared/rules/coverage.ts';
import type { FoundPost, FullSearchCursor } from '../../store/collection-store.ts';
import type { SearchPage } from './search-source.ts';

const secondMs = 1000;

/** Posts appear in the search with a delay, so each run reads the last hour again. */
const overlapMs = hourMs;
const firstRunDays = 30;
/** The network returns at most this many results of a query. */
const resultsMax = 1000;

/** `keepPostsDays` 0: posts are kept for ever. */
export type SearchLimits = { fullSearchDays: number; keepPostsDays: number };

/** The current second is not over, so it cannot be complete. */
const lastSecond = (now: number): number => Math.floor(now / secondMs - 1) * secondMs;

/** Older posts would be deleted in the next night. */
export const oldestKept = (to: number, { keepPostsDays }: Pick<SearchLimits, 'keepPostsDays'>): number =>
  keepPostsDays === 0 ? 0 : to - keepPostsDays * dayMs;

export function ordinaryWindow(collectedTo: number | null, now: number, limits: SearchLimits) {
  const to = lastSecond(now);
  const from = collectedTo === null ? to - firstRunDays * dayMs : collectedTo - overlapMs;
  return { from: Math.max(from, oldestKept(to, limits)), to };
}

const firstPage = (from: number, to: number): FullSearchCursor => ({
  from,
  to,
  startFrom: null,
  search: 0,
  unread: null,
});

export function fullSearchStart(now: number, limits: SearchLimits): FullSearchCursor {
  const to = lastSecond(now);
  return firstPage(Math.max(to - limits.fullSearchDays * dayMs, oldestKept(to, limits)), to);
}

const oldestOf = (posts: readonly FoundPost[], limit: number | null): number | null =>
  posts.reduce<number | null>(
    (oldest, { postedAt }) => (oldest === null ? postedAt : Math.min(oldest, postedAt)),
    limit,
  );

export type OrdinaryResult = {
  completed: CollectedWindow | null;
  /** The time whose posts are beyond the first page; null when there is none. */
  missed: CollectedWindow | null;
};

/** One page returns the newest posts only. The rest is not missed if an earlier run has collected it. */
export function readOrdinaryPage(
  { from, to }: { from: number; to: number },
  { posts, next }: SearchPage,
  collectedTo: number | null,
): OrdinaryResult {
  if (next === null) return { completed: { from, to, complete: true }, missed: null };
  const oldest = oldestOf(posts, null) ?? to;
  // More posts of the oldest second may be on the next page.
  const completed = oldest < to ? { from: oldest + secondMs, to, complete: true } : null;
  const isKnown = collectedTo !== null && oldest < collectedTo;
  return { completed, missed: isKnown ? null : { from, to: oldest, complete: false } };
}

/** Combines two searches of a phrase: a time is complete when both have read it. */
export function joinResults(one: OrdinaryResult, other: OrdinaryResult): OrdinaryResult {
  const isShorter = one.completed === null || (other.completed !== null && one.completed.from > other.completed.from);
  const missesMore = other.missed === null || (one.missed !== null && one.missed.to > other.missed.to);
  return {
    completed: isShorter ? one.completed : other.completed,
    missed: missesMore ? one.missed : other.missed,
  };
}

/** The posts that the pages of the current window of a full search have returned so far. */
export type WindowSoFar = { posts: number; oldest: number | null };

export const nothingYet: WindowSoFar = { posts: 0, oldest: null };

export const withPage = (soFar: WindowSoFar, { posts }: SearchPage): WindowSoFar => ({
  posts: soFar.posts + posts.length,
  oldest: oldestOf(posts, soFar.oldest),
});

/**
 * `next` is null when the search has no more pages in this window; `unread` is then the latest time that it could not
 * read.
 */
type SearchStep = { window: CollectedWindow | null; next: string | null; unread: number | null };

/**
 * When the results that can be read are used up, the next window ends at the oldest post's second, which may have more posts.
 * If all of them share one second, its other posts cannot be read, and the search continues before it.
 */
function advanceSearch(cursor: FullSearchCursor, page: SearchPage, { posts, oldest }: WindowSoFar): SearchStep {
  const { from, to } = cursor;
  const complete = (start: number) => (start > to ? null : { from: start, to, complete: true });
  const read = oldest === null ? null : complete(oldest + secondMs);
  // A repeated position would loop for ever.
  if (page.next !== null && page.next !== cursor.startFrom) return { window: read, next: page.next, unread: null };
  if (oldest === null || page.total <= posts) return { window: complete(from), next: null, unread: null };
  if (oldest < to) return { window: read, next: null, unread: oldest };
  if (page.total <= resultsMax) return { window: complete(from), next: null, unread: null };
  const window = { from: to, to, complete: false };
  return { window, next: null, unread: to === from ? null : to - secondMs };
}

type Step = { window: CollectedWindow | null; cursor: FullSearchCursor | null };

const latest = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.max(a, b));

/**
 * Returns the time that a page of a full search completes, and where the search continues; null when nothing is left. `soFar`
 * includes the page. Each window is read by all `searches` of the phrase, so the next one ends at the latest time that one of
 * them could not read. A second that one of them cannot read ends the window at once.
 */
export function advance(cursor: FullSearchCursor, page: SearchPage, soFar: WindowSoFar, searches = 1): Step {
  const { from, to, search } = cursor;
  const { window, next, unread } = advanceSearch(cursor, page, soFar);
  const isLast = search + 1 === searches;
  if (next !== null) return { window: searches === 1 ? window : null, cursor: { ...cursor, startFrom: next } };
  const rest = (time: number | null) => (time === null ? null : firstPage(from, time));
  if (window?.complete === false) return { window, cursor: rest(unread) };
  const left = latest(cursor.unread, unread);
  if (!isLast) return { window: null, cursor: { from, to, startFrom: null, search: search + 1, unread: left } };
  return { window: { from: left === null ? from : left + secondMs, to, complete: true }, cursor: rest(left) };
}

/**
 * Where an interrupted search continues: before the time that is complete, because posts that were deleted since then shift the
 * pages. Within a window that several searches read, nothing is complete.
 */
export const resumedAt = ({ window, cursor }: Step): FullSearchCursor | null =>
  window !== null && cursor !== null && cursor.startFrom !== null
    ? firstPage(cursor.from, window.from - secondMs)
    : cursor;

/** Which time a run searches, and which time a page completes. Times are milliseconds, whole seconds as the network's. */
import type { CollectedWindow, FullSearchCursor } from '../store/collection-store.ts';
import type { FoundPost, SearchPage } from './search-source.ts';

const secondMs = 1000;
const hourMs = 3600 * secondMs;
const dayMs = 24 * hourMs;

/** Posts appear in the search with a delay, so each run reads the last hour again. */
const overlapMs = hourMs;
const firstRunDays = 30;
/** The network lets one read this many results of a query. */
const resultsMax = 1000;

/** `keepPostsDays` 0: posts are kept for ever. */
export type SearchLimits = { fullSearchDays: number; keepPostsDays: number };

/** The current second is not over, so it cannot be complete. */
const lastSecond = (now: number): number => Math.floor(now / secondMs - 1) * secondMs;

/** Older posts would be deleted in the next night. */
const oldestKept = (to: number, { keepPostsDays }: SearchLimits): number =>
  keepPostsDays === 0 ? 0 : to - keepPostsDays * dayMs;

export function ordinaryWindow(collectedTo: number | null, now: number, limits: SearchLimits) {
  const to = lastSecond(now);
  const from = collectedTo === null ? to - firstRunDays * dayMs : collectedTo - overlapMs;
  return { from: Math.max(from, oldestKept(to, limits)), to };
}

export function fullSearchStart(now: number, limits: SearchLimits): FullSearchCursor {
  const to = lastSecond(now);
  return { from: Math.max(to - limits.fullSearchDays * dayMs, oldestKept(to, limits)), to, startFrom: null };
}

const oldestOf = (posts: readonly FoundPost[], limit: number | null): number | null =>
  posts.reduce<number | null>(
    (oldest, { postedAt }) => (oldest === null ? postedAt : Math.min(oldest, postedAt)),
    limit,
  );

type OrdinaryResult = {
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

/** What the pages of the current window of a full search have returned so far. */
export type WindowSoFar = { posts: number; oldest: number | null };

export const nothingYet: WindowSoFar = { posts: 0, oldest: null };

export const withPage = (soFar: WindowSoFar, { posts }: SearchPage): WindowSoFar => ({
  posts: soFar.posts + posts.length,
  oldest: oldestOf(posts, soFar.oldest),
});

type Step = { window: CollectedWindow | null; cursor: FullSearchCursor | null };

/**
 * Returns what a page of a full search completes, and where the search continues; null when nothing is left. `soFar` includes
 * the page. When the results that can be read are used up, the next window ends at the oldest post's second, which may have
 * more posts. If all of them share one second, its other posts cannot be read, and the search continues before it.
 */
export function advance(cursor: FullSearchCursor, page: SearchPage, { posts, oldest }: WindowSoFar): Step {
  const { from, to } = cursor;
  const complete = (start: number) => (start > to ? null : { from: start, to, complete: true });
  const read = oldest === null ? null : complete(oldest + secondMs);
  // A position that repeats would never end.
  if (page.next !== null && page.next !== cursor.startFrom) {
    return { window: read, cursor: { from, to, startFrom: page.next } };
  }
  if (oldest === null || page.total <= posts) return { window: complete(from), cursor: null };
  if (oldest < to) return { window: read, cursor: { from, to: oldest, startFrom: null } };
  if (page.total <= resultsMax) return { window: complete(from), cursor: null };
  const window = { from: to, to, complete: false };
  return { window, cursor: to === from ? null : { from, to: to - secondMs, startFrom: null } };
}

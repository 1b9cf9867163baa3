/**
 * The numbers of new stories of saved filters. The sidebar of every page shows them, and counting nine filters with many new
 * stories takes as long as the page itself, so they are kept for some seconds.
 */
import { accountOf, type Identity } from '../rules/account.ts';
import type { ViewingSince } from '../store/posts-store.ts';
import type { Store } from '../store/store.ts';

const keptMs = 10_000;

type Kept = { asked: string; until: number; counts: Promise<number[]> };
type Counted = { posts: Pick<Store['posts'], 'countNewStories'>; alerts: Pick<Store['alerts'], 'newestArrival'> };

/**
 * The new stories of each filter, in their order. Numbers may be 10 s old, unless posts have arrived since, the filters are others, or
 * one was opened.
 */
export type CountNewStories = (
  store: Counted,
  viewer: Identity,
  viewings: readonly ViewingSince[],
  now: number,
) => Promise<number[]>;

export function createViewCounts(): CountNewStories {
  /** By account. */
  const kept = new Map<string, Kept>();
  return async ({ posts, alerts }, viewer, viewings, now) => {
    const account = accountOf(viewer);
    const asked = JSON.stringify([await alerts.newestArrival(), viewings]);
    const known = kept.get(account);
    if (known?.asked === asked && now < known.until) return known.counts;
    for (const [other, { until }] of kept) if (until <= now) kept.delete(other);
    const counts = posts.countNewStories(viewer, viewings);
    kept.set(account, { asked, until: now + keptMs, counts });
    counts.catch(() => kept.delete(account));
    return counts;
  };
}

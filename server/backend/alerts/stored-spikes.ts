/** Finds the spikes among the posts that are stored. */
import { dayMs, hourMs } from '../../platform/durations.ts';
import type { Identity } from '../rules/account.ts';
import { baselineWeeks, findSpikes, hourlyWindows, type Spike } from '../rules/alerts/spike.ts';
import type { TimeWindow } from '../rules/days/day-bounds.ts';
import type { PostScope } from '../store/posts-store.ts';
import type { Store } from '../store/store.ts';

const weekMs = 7 * dayMs;

export type SpikeQuery = {
  viewer: Identity;
  scope: PostScope;
  least: number;
  periodMs: number;
  /** Looks at the windows that end after `from` up to `to`, both full hours. */
  from: number;
  to: number;
  /** Windows that begin before it are left out. */
  after: number;
  /** Posts that arrived after it do not count. */
  until: number;
  timeZone: string;
};

/** The counts of windows by their ends. */
export type WindowCounts = Map<number, number>;
type Posts = Pick<Store, 'posts'>;

async function count({ posts }: Posts, query: SpikeQuery, windows: readonly TimeWindow[]): Promise<WindowCounts> {
  const { viewer, scope, until } = query;
  const counts = await posts.countInWindows(viewer, { ...scope, until }, windows);
  return new Map(windows.map(({ to }, index) => [to, counts[index] ?? 0]));
}

/** An hour more on both sides, because a clock change moves the windows of earlier weeks. */
const countEarlier = (store: Posts, query: SpikeQuery): Promise<WindowCounts> => {
  const { from, to, periodMs } = query;
  const first = from - periodMs - baselineWeeks * weekMs - hourMs;
  return count(store, query, hourlyWindows(first, to - weekMs + hourMs, periodMs));
};

/** `keep` may return earlier results for the same windows: the counts of earlier weeks take the longest and change rarely. */
export async function findStoredSpikes(
  store: Posts,
  query: SpikeQuery,
  keep: (read: () => Promise<WindowCounts>) => Promise<WindowCounts> = (read) => read(),
): Promise<Spike[]> {
  const { viewer, scope, least, periodMs, from, to, after, timeZone } = query;
  const windows = hourlyWindows(from, to, periodMs);
  // The windows right before them decide whether a spike is new.
  const recent = await count(store, query, hourlyWindows(from - periodMs, to, periodMs));
  const isCandidate = (window: TimeWindow) => window.from >= after && (recent.get(window.to) ?? 0) >= least;
  if (!windows.some(isCandidate)) return [];
  const { min } = await store.posts.dates(viewer, scope);
  const earlier = await keep(() => countEarlier(store, query));
  const countOf = (end: number) => recent.get(end) ?? earlier.get(end) ?? 0;
  return findSpikes({ windows, countOf, firstPostAt: min, least, periodMs, after, timeZone });
}

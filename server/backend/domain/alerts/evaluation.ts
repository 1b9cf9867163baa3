/** Evaluates the conditions of rules: `every` and `least` by the arrival of stories, spikes and silences among the stored posts. */
import { dayMs, hourMs } from '../../../../shared/durations.ts';
import { type Identity, viewerOf } from '../../rules/account.ts';
import {
  baselineWeeks,
  type FactCondition,
  findLeast,
  findUnusual,
  hourlyWindows,
  isOfStories,
  type StoryArrivals,
  type Unusual,
  type UnusualCondition,
} from '../../rules/alerts/conditions.ts';
import type { AlertRule, Finding } from '../../rules/alerts/rule.ts';
import { marksOfRule, periodMs } from '../../rules/alerts/rule.ts';
import type { TimeWindow } from '../../rules/days.ts';
import { type Reached, type ReachedRow, type Viewing, withFilters } from '../../store/posts-store.ts';
import type { Store } from '../../store/store.ts';

/** A rule and the posts of its view. Stories up to `since` have been evaluated. */
export type RuleViewing = { rule: AlertRule; viewing: Viewing; since: number };

/** The stories after `since` that are reported, and their number. */
export type NewStories = Pick<Finding, 'since' | 'count'>;

type Stores = Pick<Store, 'alerts' | 'posts'>;

/**
 * Decides what a rule reports, in evaluations and in trials on the history. `arrivals`: the stories after `since`. `listFrom`
 * lists those after an earlier time that were not reported.
 */
export async function findStories(
  { condition, least, period }: Pick<AlertRule, 'condition' | 'least' | 'period'>,
  { since, arrivals }: { since: number; arrivals: readonly StoryArrivals[] },
  listFrom: (time: number) => Promise<readonly StoryArrivals[]>,
): Promise<NewStories | null> {
  const [first] = arrivals;
  if (first === undefined) return null;
  const length = periodMs[period];
  if (condition === 'least') return findLeast(await listFrom(first.at - length), least, length);
  return { since, count: arrivals.reduce((sum, { count }) => sum + count, 0) };
}

/**
 * The stories that arrived after the time, up to `until`, and were not reported. If these are all since the last message, the
 * list begins at its end, so that their ranges can be joined.
 */
async function listFrom(
  { alerts, posts }: Stores,
  { rule, viewing, since }: RuleViewing,
  { arrivals, until, time }: { arrivals: StoryArrivals[]; until: number; time: number },
): Promise<StoryArrivals[]> {
  const start = Math.max(rule.fired, await alerts.newestArrivalAt(time));
  const viewer = viewerOf(rule.account);
  const [all = []] =
    start >= since ? [arrivals] : await posts.listArrivals(viewer, [withFilters(viewing, { since: start })], until);
  const [first, ...others] = all;
  return first && start === rule.fired ? [{ ...first, since: start }, ...others] : all;
}

/**
 * Evaluates the stories up to `until` for rules of one account. Returns what is found for each rule, null for nothing; for the
 * condition `spike`, all new stories.
 */
export async function evaluateCounts(
  store: Stores,
  account: string,
  rules: readonly RuleViewing[],
  until: number,
): Promise<(NewStories | null)[]> {
  const viewings = rules.map(({ viewing, since }) => withFilters(viewing, { since }));
  const lists = await store.posts.listArrivals(viewerOf(account), viewings, until);
  return Promise.all(
    rules.map((one, index) => {
      const arrivals = lists[index] ?? [];
      return findStories(one.rule, { since: one.since, arrivals }, (time) =>
        listFrom(store, one, { arrivals, until, time }),
      );
    }),
  );
}

const weekMs = 7 * dayMs;

type UnusualQuery = {
  condition: UnusualCondition;
  viewer: Identity;
  viewing: Viewing;
  least: number;
  periodMs: number;
  /** Evaluates the windows that end after `from` up to `to`, both full hours. */
  from: number;
  to: number;
  /** Excludes windows that begin before this time. */
  after: number;
  /** Excludes posts that arrived after this one. */
  until: number;
  timeZone: string;
};

/** Counts by the end of their window. */
export type WindowCounts = Map<number, number>;
type Posts = Pick<Store, 'posts'>;

async function count({ posts }: Posts, query: UnusualQuery, windows: readonly TimeWindow[]): Promise<WindowCounts> {
  const { viewer, viewing, until } = query;
  const counts = await posts.countInWindows(viewer, withFilters(viewing, { until }), windows);
  return new Map(windows.map(({ to }, index) => [to, counts[index] ?? 0]));
}

/** Extends the range by an hour on both sides, because a clock change moves the windows of earlier weeks. */
const countEarlier = (store: Posts, query: UnusualQuery): Promise<WindowCounts> => {
  const { from, to, periodMs } = query;
  const first = from - periodMs - baselineWeeks * weekMs - hourMs;
  return count(store, query, hourlyWindows(first, to - weekMs + hourMs, periodMs));
};

/** Returns a function that tells whether all phrases were collected in a window; spikes need not know. */
async function findCollected({ posts }: Posts, query: UnusualQuery): Promise<(window: TimeWindow) => boolean> {
  const { condition, viewer, viewing, from, to, periodMs } = query;
  if (condition === 'spike') return () => true;
  const range = { from: from - 2 * periodMs, to };
  const gaps = await posts.uncollected(viewer, viewing, range, range.from - baselineWeeks * weekMs);
  return (window) => !gaps.some((gap) => gap.from < window.to && gap.to > window.from);
}

/** `keep` may return cached results for the same windows: the counts of earlier weeks take the longest and change rarely. */
export async function findStored(
  store: Posts,
  query: UnusualQuery,
  keep: (read: () => Promise<WindowCounts>) => Promise<WindowCounts> = (read) => read(),
): Promise<Unusual[]> {
  const { condition, viewer, viewing, periodMs, from, to, after, timeZone } = query;
  const least = condition === 'spike' ? query.least : 0;
  const windows = hourlyWindows(from, to, periodMs);
  // Includes the windows before the range, which decide whether one is new.
  const recent = await count(store, query, hourlyWindows(from - periodMs, to, periodMs));
  const isCandidate = (window: TimeWindow) => window.from >= after && (recent.get(window.to) ?? 0) >= least;
  if (!windows.some(isCandidate)) return [];
  const { min } = await store.posts.dates(viewer, viewing, to);
  const earlier = await keep(() => countEarlier(store, query));
  const isCollected = await findCollected(store, query);
  const countOf = (end: number) => recent.get(end) ?? earlier.get(end) ?? 0;
  return findUnusual({ condition, windows, countOf, firstPostAt: min, least, periodMs, isCollected, after, timeZone });
}

/** One row per story or per post, with the time when the first of its rows reached the value. */
export function distinctReached(rows: readonly ReachedRow[], condition: FactCondition['condition']): ReachedRow[] {
  const keyOf = ({ storyId, ownerId, postId }: ReachedRow) =>
    isOfStories(condition) ? String(storyId) : `${ownerId} ${postId}`;
  const ordered = rows.toSorted((a, b) => b.at - a.at);
  return [...new Map(ordered.map((row) => [keyOf(row), row])).values()].sort((a, b) => a.at - b.at);
}

/** What is known of a rule's posts now, and which of them it reports. */
export async function findReached(
  { posts }: Posts,
  rule: AlertRule,
  viewing: Viewing,
  condition: FactCondition['condition'],
): Promise<Reached> {
  const known = { account: marksOfRule(rule.ruleId), since: rule.firedHour };
  const fact = { condition, least: rule.least };
  const { arrivals, rows } = await posts.listReached(viewerOf(rule.account), viewing, fact, known);
  return { arrivals, rows: distinctReached(rows, condition) };
}

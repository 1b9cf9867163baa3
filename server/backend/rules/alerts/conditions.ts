/** The conditions «Не меньше N за период», «Всплеск» and «Тишина». */
import { dayMs, hourMs } from '../../../../shared/durations.ts';
import type { AlertCondition } from '../../../../shared/rules/alerts.ts';
import { zoneOffset } from '../../../platform/zone-offset.ts';
import type { TimeWindow } from '../days.ts';

/**
 * New stories whose first row in the scope arrived within one second: `at` is the start of the second, `since` the arrival
 * number before the first of these rows.
 */
export type StoryArrivals = { at: number; since: number; count: number };

/**
 * Finds the first period with at least `least` stories that ends with an arrival. Returns the arrival number before its first
 * story, and the number of stories from there to the end of the list. The decision depends only on the times of arrival, so
 * stories that arrived while the service was down count as if it had been running.
 */
export function findLeast(
  arrivals: readonly StoryArrivals[],
  least: number,
  periodMs: number,
): { since: number; count: number } | null {
  let [first, within] = [0, 0];
  for (const { at, count } of arrivals) {
    within += count;
    for (let start = arrivals[first]; start && start.at <= at - periodMs; start = arrivals[first]) {
      within -= start.count;
      first += 1;
    }
    if (within < least) continue;
    const found = arrivals.slice(first);
    return { since: found[0]?.since ?? 0, count: found.reduce((sum, arrival) => sum + arrival.count, 0) };
  }
  return null;
}

export const baselineWeeks = 8;
/** With fewer weeks nothing is usual: no spike is reported, and no figure compared. */
export const baselineWeeksMin = 3;
const weekMs = 7 * dayMs;

/** The standard deviation of normally distributed counts per median absolute deviation. */
const deviationsPerMad = 1.4826;
const deviationsMin = 3;

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

/**
 * How far from the median a count is unusual. Eight counts can agree by chance, so the deviation is at least the deviation of
 * random arrivals, about the square root of the median.
 */
function spreadOf(baseline: readonly number[]): { usual: number; spread: number } {
  const usual = medianOf(baseline);
  const mad = medianOf(baseline.map((count) => Math.abs(count - usual)));
  return { usual, spread: 1 + deviationsMin * deviationsPerMad * Math.max(mad, Math.sqrt(usual + 1)) };
}

/** The lowest count of a spike: at least twice the median, because a trend over some weeks is not a spike. */
export function spikeLimit(baseline: readonly number[]): { usual: number; limit: number } {
  const { usual, spread } = spreadOf(baseline);
  return { usual, limit: Math.max(2 * usual, usual + spread) };
}

/** The highest count of a silence: the limit of a spike turned round. Below 0, when the median is less than 23, there is none. */
export function silenceLimit(baseline: readonly number[]): { usual: number; limit: number } {
  const { usual, spread } = spreadOf(baseline);
  return { usual, limit: Math.min(usual / 2, usual - spread) };
}

/** The same local time of earlier weeks, the latest first. `step`: the weeks between them. */
export function earlierWeeks(time: number, timeZone: string, step = 1): number[] {
  const offset = zoneOffset(time, timeZone);
  return Array.from({ length: baselineWeeks }, (_, index) => {
    const earlier = time - (index + 1) * step * weekMs;
    return earlier + Math.round((offset - zoneOffset(earlier, timeZone)) / hourMs) * hourMs;
  });
}

/**
 * The same period of earlier weeks by local time, the latest first. A period longer than a week steps back by whole weeks, so
 * that periods do not overlap; a clock change may make a week an hour longer.
 */
export function earlierPeriods({ from, to }: TimeWindow, timeZone: string): TimeWindow[] {
  const step = Math.max(1, Math.ceil((to - from - hourMs) / weekMs));
  const ends = earlierWeeks(to, timeZone, step);
  return earlierWeeks(from, timeZone, step).map((start, index) => ({ from: start, to: ends[index] ?? start }));
}

/** Windows of `periodMs` that end at each hour after `from` up to `to`. */
export function hourlyWindows(from: number, to: number, periodMs: number): TimeWindow[] {
  return Array.from({ length: Math.max(Math.round((to - from) / hourMs), 0) }, (_, index) => {
    const end = from + (index + 1) * hourMs;
    return { from: end - periodMs, to: end };
  });
}

/** Conditions on the number of stories in a window, against the same time of earlier weeks. */
export type UnusualCondition = 'spike' | 'silence';

export const isUnusualCondition = (condition: AlertCondition): condition is UnusualCondition =>
  condition === 'spike' || condition === 'silence';

/** Conditions on what a stored post has: views, a ratio to the usual, an edit, a deletion. */
export type FactCondition = { condition: 'views' | 'ratio' | 'edited' | 'deleted'; least: number };

const factConditions: readonly AlertCondition[] = ['views', 'ratio', 'edited', 'deleted'];

export const isFactCondition = (condition: AlertCondition): condition is FactCondition['condition'] =>
  factConditions.includes(condition);

/** Views and ratios are reported once per story, edits and deletions once per post. */
export const isOfStories = (condition: FactCondition['condition']): boolean =>
  condition === 'views' || condition === 'ratio';

/** A spike or a silence. `usual`: the median of the baseline. */
export type Unusual = { window: TimeWindow; count: number; usual: number };

type Options = {
  condition: UnusualCondition;
  /** In ascending order; they end at full hours. */
  windows: readonly TimeWindow[];
  /** The number of stories in a window, by its end. */
  countOf: (end: number) => number;
  /** The time of the first post in the scope; null for none. Weeks before it are not part of the baseline. */
  firstPostAt: number | null;
  least: number;
  periodMs: number;
  /** Whether everything in the window was collected. Only then can there be a silence. */
  isCollected: (window: TimeWindow) => boolean;
  /** The end of the last one found, or the start of the rule. Windows that begin earlier are ignored. */
  after: number;
  timeZone: string;
};

/** Consecutive windows beyond the limit are one: the window right before one that is found must be within it. */
export function findUnusual(options: Options): Unusual[] {
  const { condition, windows, countOf, firstPostAt, least, periodMs, isCollected, after, timeZone } = options;
  function measure(end: number): { count: number; usual: number } | null {
    const count = countOf(end);
    if (count < least || firstPostAt === null) return null;
    const baseline = earlierWeeks(end, timeZone).filter((earlier) => earlier - periodMs >= firstPostAt);
    if (baseline.length < baselineWeeksMin) return null;
    const counts = baseline.map(countOf);
    const { usual, limit } = condition === 'spike' ? spikeLimit(counts) : silenceLimit(counts);
    const isBeyond = condition === 'spike' ? count >= limit : count <= limit;
    return isBeyond && isCollected({ from: end - periodMs, to: end }) ? { count, usual } : null;
  }
  const found: Unusual[] = [];
  let last = after;
  for (const window of windows) {
    if (window.from < last) continue;
    const unusual = measure(window.to);
    if (unusual === null || measure(window.from) !== null) continue;
    found.push({ window, ...unusual });
    last = window.to;
  }
  return found;
}

/** The conditions «Не меньше N за период» and «Всплеск». */
import { dayMs, hourMs } from '../../../../shared/durations.ts';
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
 * The lowest count of a spike. Eight counts can agree by chance, so the deviation is at least the deviation of random arrivals,
 * about the square root of the median. The limit is at least twice the median, because a trend over some weeks is not a spike.
 */
export function spikeLimit(baseline: readonly number[]): { usual: number; limit: number } {
  const usual = medianOf(baseline);
  const mad = medianOf(baseline.map((count) => Math.abs(count - usual)));
  const deviation = deviationsPerMad * Math.max(mad, Math.sqrt(usual + 1));
  return { usual, limit: Math.max(2 * usual, usual + 1 + deviationsMin * deviation) };
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

/** `usual`: the median of the baseline. */
export type Spike = { window: TimeWindow; count: number; usual: number };

type Options = {
  /** In ascending order; they end at full hours. */
  windows: readonly TimeWindow[];
  /** The number of stories in a window, by its end. */
  countOf: (end: number) => number;
  /** The time of the first post in the scope; null for none. Weeks before it are not part of the baseline. */
  firstPostAt: number | null;
  least: number;
  periodMs: number;
  /** The end of the last spike, or the start of the rule. Windows that begin earlier are ignored. */
  after: number;
  timeZone: string;
};

/** Consecutive windows over the limit are one spike: the window right before a spike must be below it. */
export function findSpikes({ windows, countOf, firstPostAt, least, periodMs, after, timeZone }: Options): Spike[] {
  function measure(end: number): { count: number; usual: number } | null {
    const count = countOf(end);
    if (count < least || firstPostAt === null) return null;
    const baseline = earlierWeeks(end, timeZone).filter((earlier) => earlier - periodMs >= firstPostAt);
    if (baseline.length < baselineWeeksMin) return null;
    const { usual, limit } = spikeLimit(baseline.map(countOf));
    return count >= limit ? { count, usual } : null;
  }
  const spikes: Spike[] = [];
  let last = after;
  for (const window of windows) {
    if (window.from < last) continue;
    const found = measure(window.to);
    if (found === null || measure(window.from) !== null) continue;
    spikes.push({ window, ...found });
    last = window.to;
  }
  return spikes;
}

/** Counts rows and stories in the bars of a histogram. */
import type { BarBound } from '../../posts/histogram-bars.ts';
import type { RowList } from './post-lists.ts';

/** The index of the last bar that starts at or before the second; -1 before the first bar. */
function barOf(starts: readonly number[], second: number): number {
  let [first, end] = [0, starts.length];
  while (first < end) {
    const middle = (first + end) >> 1;
    if ((starts[middle] ?? 0) <= second) first = middle + 1;
    else end = middle;
  }
  return first - 1;
}

/** Bars ascend by time; a bar ends where the next one starts. Skips rows before the first bar. */
function assignBars(
  bounds: readonly BarBound[],
  seconds: readonly number[],
  onRow: (row: number, bar: number) => void,
) {
  const starts = bounds.map(({ start }) => start / 1000);
  for (const [row, second] of seconds.entries()) {
    const bar = barOf(starts, second);
    if (bar >= 0) onRow(row, bar);
  }
}

export function countByBar(bounds: readonly BarBound[], seconds: readonly number[]): number[] {
  const totals = bounds.map(() => 0);
  assignBars(bounds, seconds, (_, bar) => {
    totals[bar] = (totals[bar] ?? 0) + 1;
  });
  return totals;
}

/** The number of rows of each story, per bar. */
export function countPairs(bounds: readonly BarBound[], { seconds, stories }: RowList): Map<number, number>[] {
  const pairs = bounds.map(() => new Map<number, number>());
  assignBars(bounds, seconds, (row, bar) => {
    const story = stories[row] ?? 0;
    pairs[bar]?.set(story, (pairs[bar].get(story) ?? 0) + 1);
  });
  return pairs;
}

/** Counts each story once per bar. Story IDs are dense, so that a list by story is small. */
export function countStoriesByBar(bounds: readonly BarBound[], { seconds, stories }: RowList): number[] {
  const totals = bounds.map(() => 0);
  const lastBars = new Int32Array(stories.reduce((max, story) => Math.max(max, story), 0) + 1).fill(-1);
  assignBars(bounds, seconds, (row, bar) => {
    const story = stories[row] ?? 0;
    if (lastBars[story] === bar) return;
    lastBars[story] = bar;
    totals[bar] = (totals[bar] ?? 0) + 1;
  });
  return totals;
}

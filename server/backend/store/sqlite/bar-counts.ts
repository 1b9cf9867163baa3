/** Counts rows and stories in the bars of a histogram. */
import type { BarBound } from '../../posts/histogram-bars.ts';
import type { RowList } from './post-lists.ts';

/** Rows and bars ascend by time; a bar ends where the next one starts. Skips rows before the first bar. */
function assignBars(
  bounds: readonly BarBound[],
  seconds: readonly number[],
  onRow: (row: number, bar: number) => void,
) {
  const starts = bounds.map(({ start }) => start / 1000);
  let bar = -1;
  let next = starts[0] ?? Number.POSITIVE_INFINITY;
  for (const [row, second] of seconds.entries()) {
    while (second >= next) {
      bar += 1;
      next = starts[bar + 1] ?? Number.POSITIVE_INFINITY;
    }
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

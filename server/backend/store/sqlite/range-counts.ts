/** Counts rows and stories in ranges of row IDs. It runs for up to all stored rows, at about 10 ns per row. */
import type { Rows } from './row-columns.ts';

/** Only these rows, or all but these. Row IDs ascend. */
export type ListedRows = { ids: Float64Array; areExcluded: boolean };

export const allRows: ListedRows = { ids: new Float64Array(0), areExcluded: true };

/** The state of a story whose rows do not count. */
export const unwanted = 0xffff;

/** Without the ranges after the last row that counts. */
export type RangeCounts = { rows: number[]; stories: number[] };

/** A story counts once per range: its state is the number of the last range that counted it. The first range has the number 1. */
function createCounter(states: Uint16Array, starts: readonly number[]) {
  const counts: RangeCounts = { rows: [], stories: [] };
  let [range, rows, stories] = [1, 0, 0];
  let end = starts[range] ?? Number.MAX_SAFE_INTEGER;

  function endRange(): void {
    counts.rows.push(rows);
    counts.stories.push(stories);
    [rows, stories] = [0, 0];
    range += 1;
    end = starts[range] ?? Number.MAX_SAFE_INTEGER;
  }
  return {
    counts,
    endRange,
    /** IDs ascend. */
    add(id: number, story: number): void {
      const state = states[story];
      if (state === unwanted) return;
      while (id >= end) endRange();
      rows += 1;
      if (state === range) return;
      states[story] = range;
      stories += 1;
    },
  };
}

type Counter = ReturnType<typeof createCounter>;

function addAllBut(ids: Float64Array, chunks: Iterable<Rows<'stories'>>, { add }: Counter): void {
  let place = 0;
  let excluded = ids[place] ?? Infinity;
  for (const rows of chunks) {
    for (let row = 0; row < rows.ids.length; row += 1) {
      const id = rows.ids[row] ?? 0;
      while (excluded < id) {
        place += 1;
        excluded = ids[place] ?? Infinity;
      }
      if (id !== excluded) add(id, rows.stories[row] ?? 0);
    }
  }
}

function addOnly(ids: Float64Array, chunks: Iterable<Rows<'stories'>>, { add }: Counter): void {
  let place = 0;
  for (const rows of chunks) {
    const last = rows.ids[rows.ids.length - 1] ?? -1;
    let row = 0;
    for (let id = ids[place] ?? Infinity; id <= last; id = ids[place] ?? Infinity) {
      while ((rows.ids[row] ?? Infinity) < id) row += 1;
      if (rows.ids[row] === id) add(id, rows.stories[row] ?? 0);
      place += 1;
    }
  }
}

/**
 * A range starts at a row ID and ends where the next one starts. The first one contains the first row that counts.
 * Listed rows that the chunks do not have do not count. `states` has `unwanted` or 0 for each story ID, and is changed.
 */
export function countRanges(
  chunks: Iterable<Rows<'stories'>>,
  { ids, areExcluded }: ListedRows,
  states: Uint16Array,
  starts: readonly number[],
): RangeCounts {
  const counter = createCounter(states, starts);
  if (areExcluded) addAllBut(ids, chunks, counter);
  else addOnly(ids, chunks, counter);
  counter.endRange();
  return counter.counts;
}

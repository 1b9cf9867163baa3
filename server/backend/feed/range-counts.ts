/** Counts rows and stories in ranges of row IDs. It runs for up to all stored rows, at about 10 ns per row. */

import { isWanted, type LocalTimes, localHours } from '../rules/local-hours.ts';
import { idsPerSecond, secondOfPostId } from '../store/post-id.ts';
import { placeOf, type RowColumns, type Rows } from '../store/sqlite/row-columns.ts';
import { narrowedFilters, type PostSelection } from './filters.ts';
import { placesOf, rowsAt } from './row-columns.ts';
import type { Arrivals } from './scope-conditions.ts';

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

/** `arrivals` are needed only for a condition on them. */
export type CountedRows = Rows<'stories'> & Partial<Rows<'arrivals'>>;

/** `arrival` has no meaning when the chunks have no arrivals. */
type Visit = (id: number, story: number, arrival: number) => void;

function visitAllBut(excludedIds: Float64Array, chunks: Iterable<CountedRows>, visit: Visit): void {
  let place = 0;
  let excluded = excludedIds[place] ?? Infinity;
  for (const { ids, stories, arrivals = stories } of chunks) {
    for (let row = 0; row < ids.length; row += 1) {
      const id = ids[row] ?? 0;
      while (excluded < id) {
        place += 1;
        excluded = excludedIds[place] ?? Infinity;
      }
      if (id !== excluded) visit(id, stories[row] ?? 0, arrivals[row] ?? 0);
    }
  }
}

/** The first place from `start` on whose ID is not less. Steps grow, because a list may have few of the rows. */
function findFrom(ids: Float64Array, id: number, start: number): number {
  let [first, step] = [start, 1];
  while ((ids[first + step] ?? Infinity) < id) {
    first += step;
    step *= 2;
  }
  let end = Math.min(first + step, ids.length);
  while (first < end) {
    const middle = (first + end) >> 1;
    if ((ids[middle] ?? Infinity) < id) first = middle + 1;
    else end = middle;
  }
  return first;
}

function visitOnly(wantedIds: Float64Array, chunks: Iterable<CountedRows>, visit: Visit): void {
  let place = 0;
  for (const { ids, stories, arrivals = stories } of chunks) {
    const last = ids[ids.length - 1] ?? -1;
    let row = 0;
    for (let id = wantedIds[place] ?? Infinity; id <= last; id = wantedIds[place] ?? Infinity) {
      row = findFrom(ids, id, row);
      if (ids[row] === id) visit(id, stories[row] ?? 0, arrivals[row] ?? 0);
      place += 1;
    }
  }
}

/** Visits the rows of the chunks that are listed. The chunks need not have all of these. */
export const visitRows = (chunks: Iterable<CountedRows>, { ids, areExcluded }: ListedRows, visit: Visit): void =>
  areExcluded ? visitAllBut(ids, chunks, visit) : visitOnly(ids, chunks, visit);

/**
 * A range starts at a row ID and ends where the next one starts. The first one contains the first row that counts. `states` has
 * `unwanted` or 0 for each story ID, and is changed.
 */
export function countRanges(
  chunks: Iterable<CountedRows>,
  listed: ListedRows,
  { states, arrivals }: { states: Uint16Array; arrivals: Arrivals | null },
  starts: readonly number[],
): RangeCounts {
  const { add, endRange, counts } = createCounter(states, starts);
  const addArrived: Visit = (id, story, arrival) => {
    if (arrivals && arrival > arrivals.since && arrival <= arrivals.until) add(id, story);
  };
  visitRows(chunks, listed, arrivals === null ? add : addArrived);
  endRange();
  return counts;
}

/** The rows at local times: ranges of rows, because times ascend. */
function* atLocalTimes(rows: CountedRows, times: LocalTimes): Iterable<CountedRows> {
  const { ids } = rows;
  const [first, last] = [ids[0], ids.at(-1)];
  if (first === undefined || last === undefined) return;
  for (const { start, end, slot } of localHours(secondOfPostId(first), secondOfPostId(last) + 1, times.offsets)) {
    if (!isWanted(times, slot)) continue;
    const range = [placeOf(ids, start * idsPerSecond), placeOf(ids, end * idsPerSecond)] as const;
    const columns = Object.entries(rows).map(([name, column]) => [name, column.subarray(...range)]);
    yield Object.fromEntries(columns) as CountedRows;
  }
}

/** The rows that pass the filters for which the search index has no terms. The chunks have the columns of these filters. */
export function* narrowRows(chunks: Iterable<CountedRows>, selection: PostSelection): Iterable<CountedRows> {
  const { localTimes } = selection;
  const tests = narrowedFilters(selection).flatMap(({ column, testOf }) =>
    column && column !== 'ids' && testOf ? [{ column, test: testOf(selection) }] : [],
  );
  for (const chunk of chunks) {
    for (const rows of localTimes === null ? [chunk] : atLocalTimes(chunk, localTimes)) {
      yield tests.reduce((left: CountedRows & Partial<RowColumns>, { column, test }) => {
        const values = left[column];
        return values ? rowsAt(left, placesOf(values, test, null)) : left;
      }, rows);
    }
  }
}

/** Counts rows and stories in ranges of row IDs. It runs for up to all stored rows, at about 3 ns per row. */

import { isWanted, type LocalTimes, localHours } from '../rules/local-hours.ts';
import { idsPerSecond, secondOfPostId } from '../store/post-id.ts';
import { placeOf, type RowColumns, type Rows } from '../store/sqlite/row-columns.ts';
import type { narrowedFilters, PostSelection } from './filters.ts';
import { unwanted } from './left-out.ts';
import { keepPlaces, type ListedIds, listOf } from './list-cache.ts';
import { overlapOf, placesOf, rowsAt } from './row-columns.ts';
import type { Arrivals } from './scope-conditions.ts';

/** Only these rows, or all but these. Row IDs ascend. */
export type ListedRows = ListedIds & { areExcluded: boolean };

export const allRows: ListedRows = { ...listOf(new Float64Array()), areExcluded: true };

/** `arrivals` are needed only for a condition on them. */
export type CountedRows = Rows<'stories'> & Partial<Rows<'arrivals'>>;

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

function placesOfFew(listed: Float64Array, ids: Float64Array): Uint32Array {
  const places = new Uint32Array(listed.length);
  let [row, count] = [0, 0];
  for (let index = 0; index < listed.length; index += 1) {
    row = findFrom(ids, listed[index] ?? 0, row);
    places[count] = row;
    count += Number(ids[row] === listed[index]);
  }
  return places.subarray(0, count);
}

/** From this number of rows per listed row on, looking for each listed row is faster than comparing all rows. */
const sparseRows = 16;

function findPlaces(listed: Float64Array, areExcluded: boolean, ids: Float64Array): Uint32Array {
  if (!areExcluded && listed.length * sparseRows < ids.length) return placesOfFew(listed, ids);
  const excluded = Number(areExcluded);
  const places = new Uint32Array(ids.length);
  let [next, count] = [0, 0];
  let wanted = listed[0] ?? Infinity;
  for (let row = 0; row < ids.length; row += 1) {
    const id = ids[row] ?? 0;
    while (wanted < id) wanted = listed[++next] ?? Infinity;
    places[count] = row;
    // A sum instead of a condition: a processor cannot predict which rows match a common search.
    count += Number(wanted === id) ^ excluded;
  }
  return places.slice(0, count);
}

/** The places of the rows that the list lets pass; null: all. The rows need not have all listed ones. */
export function placesOfListed(list: ListedRows, ids: Float64Array): Uint32Array | null {
  const { areExcluded } = list;
  const listed = list.between(ids[0] ?? 0, (ids.at(-1) ?? -1) + 1);
  if (listed.length === 0 && areExcluded) return null;
  return keepPlaces(list, listed, ids, { areExcluded, find: () => findPlaces(listed, areExcluded, ids) });
}

/** The chunks, each with the places of its rows that are listed and arrived within the limits; null: all. */
export function* placeRows(
  chunks: Iterable<CountedRows>,
  listed: ListedRows,
  arrivals: Arrivals | null,
): Iterable<readonly [CountedRows, Uint32Array | null]> {
  for (const chunk of chunks) {
    const column = chunk.arrivals;
    const overlap = arrivals && column ? overlapOf(column, arrivals) : 'all';
    if (overlap === 'none') continue;
    const places = placesOfListed(listed, chunk.ids);
    yield [chunk, arrivals && column && overlap === 'some' ? placesOf(column, arrivals, places) : places];
  }
}

/** The numbers of rows and stories per range. */
export type RangeCounts = { rows: Uint32Array; stories: Uint32Array };

/** Counts the rows at the places from `first` up to `end`, and the stories whose state is lower, which get it. */
function countPart(
  states: Uint8Array,
  stories: Uint32Array,
  places: Uint32Array | null,
  { first, end, state }: { first: number; end: number; state: number },
) {
  let [hidden, found] = [0, 0];
  for (let index = first; index < end; index += 1) {
    const story = stories[places === null ? index : (places[index] ?? 0)] ?? 0;
    const known = states[story] ?? 0;
    if (known < state) {
      states[story] = state;
      found += 1;
    } else if (known === unwanted) hidden += 1;
  }
  return { rows: end - first - hidden, stories: found };
}

/** Makes room for further ranges: a story that an earlier one has counted may be counted again. */
function resetStates(states: Uint8Array): void {
  for (let story = 0; story < states.length; story += 1) if (states[story] !== unwanted) states[story] = 0;
}

/**
 * A range starts at a row ID and ends where the next one starts. The first one contains the first row. A story counts once per range:
 * its state in `states`, `unwanted` or 0 at first, tells the last range that counted it.
 */
export function countRanges(
  chunks: Iterable<CountedRows>,
  listed: ListedRows,
  { states, arrivals }: { states: Uint8Array; arrivals: Arrivals | null },
  starts: readonly number[],
): RangeCounts {
  const counts: RangeCounts = { rows: new Uint32Array(starts.length), stories: new Uint32Array(starts.length) };
  let [range, state] = [0, 1];
  for (const [{ ids, stories }, places] of placeRows(chunks, listed, arrivals)) {
    const size = (places ?? ids).length;
    for (let first = 0; first < size; ) {
      const id = ids[places?.[first] ?? first] ?? 0;
      for (; (starts[range + 1] ?? Infinity) <= id; range += 1) {
        state += 1;
        if (state < unwanted) continue;
        resetStates(states);
        state = 1;
      }
      const row = placeOf(ids, starts[range + 1] ?? Infinity);
      const end = places === null ? row : placeOf(places, row);
      const part = countPart(states, stories, places, { first, end, state });
      counts.rows[range] = (counts.rows[range] ?? 0) + part.rows;
      counts.stories[range] = (counts.stories[range] ?? 0) + part.stories;
      first = end;
    }
  }
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

/** The rows that pass the filters, whose columns the chunks have. */
export function* narrowRows(
  chunks: Iterable<CountedRows & Partial<RowColumns>>,
  selection: PostSelection,
  { filters, descending }: { filters: ReturnType<typeof narrowedFilters>; descending: boolean },
): Iterable<CountedRows> {
  const { localTimes } = selection;
  const tests = filters.flatMap(({ column, testOf }) =>
    column && column !== 'ids' && testOf ? [{ column, test: testOf(selection) }] : [],
  );
  for (const chunk of chunks) {
    const parts = localTimes === null ? [chunk] : [...atLocalTimes(chunk, localTimes)];
    for (const rows of descending ? parts.reverse() : parts) {
      const places = tests.reduce((left: Uint32Array | null, { column, test }) => {
        const values = (rows as Partial<RowColumns>)[column];
        return values ? placesOf(values, test, left) : left;
      }, null);
      const { ids, stories, arrivals } = rows;
      yield places === null ? rows : rowsAt({ ids, stories, ...(arrivals && { arrivals }) }, places);
    }
  }
}

/** Counts rows and stories in ranges of row IDs. It runs for up to all stored rows, at about 3 ns per row. */

import { isWanted, type LocalTimes, localHours } from '../rules/local-hours.ts';
import { idsPerSecond, secondOfPostId } from '../store/post-id.ts';
import { type ColumnName, placeOf, type RowColumns, type Rows } from '../store/sqlite/row-columns.ts';
import { type ListedIds, listOf } from './list-cache.ts';
import { overlapOf } from './row-columns.ts';
import { invertMask, maskOf, type RowMask, type ValueTest } from './row-mask.ts';
import type { Arrivals } from './scope-conditions.ts';

/** Only these rows, or all but these. Row IDs ascend. */
export type ListedRows = ListedIds & { areExcluded: boolean };

export const allRows: ListedRows = { ...listOf(new Float64Array()), areExcluded: true };

function maskListed({ ids }: Rows<never>, { areExcluded, length, maskIn }: ListedRows): RowMask {
  if (areExcluded) return length === 0 ? null : invertMask(maskIn(ids), ids.length);
  return maskIn(ids);
}

export type ColumnTest<Name extends ColumnName = ColumnName> = { column: Name; test: ValueTest };

/** The rows that are listed and pass the tests, whose columns they have. */
export const maskRows = <Name extends ColumnName>(
  rows: Rows<Name>,
  listed: ListedRows,
  tests: readonly ColumnTest<Name>[],
): RowMask =>
  tests.reduce((mask: RowMask, { column, test }) => maskOf(rows[column], test, mask), maskListed(rows, listed));

/** The rows at local times: ranges of rows, because times ascend. */
function* atLocalTimes<Row extends Rows<'stories'>>(rows: Row, times: LocalTimes): Iterable<Row> {
  const { ids } = rows;
  const [first, last] = [ids[0], ids.at(-1)];
  if (first === undefined || last === undefined) return;
  for (const { start, end, slot } of localHours(secondOfPostId(first), secondOfPostId(last) + 1, times.offsets)) {
    if (!isWanted(times, slot)) continue;
    const range = [placeOf(ids, start * idsPerSecond), placeOf(ids, end * idsPerSecond)] as const;
    const columns = Object.entries(rows).map(([name, column]) => [name, column.subarray(...range)]);
    yield Object.fromEntries(columns) as Row;
  }
}

/** `descending`: the last chunk comes first. */
export type RowTests = {
  arrivals: Arrivals | null;
  localTimes: LocalTimes | null;
  tests: readonly ColumnTest[];
  descending: boolean;
};

/** Rows, and which of them pass. */
export type MaskedRows = readonly [Rows<'stories'>, RowMask];

/** The rows, whose columns the tests need, chunk by chunk. */
export function* passRows(
  chunks: Iterable<Rows<'stories'> & Partial<RowColumns>>,
  listed: ListedRows,
  { arrivals, localTimes, tests, descending }: RowTests,
): Iterable<MaskedRows> {
  for (const chunk of descending ? [...chunks].reverse() : chunks) {
    const overlap = arrivals && chunk.arrivals ? overlapOf(chunk.arrivals, arrivals) : 'all';
    if (overlap === 'none') continue;
    const all = arrivals && overlap === 'some' ? [...tests, { column: 'arrivals', test: arrivals } as const] : tests;
    const parts = localTimes === null ? [chunk] : [...atLocalTimes(chunk, localTimes)];
    for (const rows of descending ? parts.reverse() : parts) yield [rows, maskRows(rows as RowColumns, listed, all)];
  }
}

/**
 * Counts the rows from `first` up to `end` that pass and whose stories are not in the set. `added`: 1 to add their stories to it. Sums
 * instead of conditions: a processor cannot predict which rows are copies, and 10,000,000 rows took twice as long.
 */
function countPart(
  set: Uint8Array,
  stories: Uint32Array,
  mask: RowMask,
  { first, end, added }: { first: number; end: number; added: 0 | 1 },
): number {
  let count = 0;
  for (let row = first; row < end; row += 1) {
    const passing = mask === null ? 0xff : (mask[row >> 3] ?? 0);
    if (passing === 0) {
      // The last of the eight rows.
      row |= 7;
      continue;
    }
    const passes = (passing >> (row & 7)) & 1;
    const story = stories[row] ?? 0;
    const known = set[story >> 3] ?? 0;
    count += passes & ~(known >> (story & 7));
    set[story >> 3] = known | ((passes & added) << (story & 7));
  }
  return count;
}

/**
 * A range starts at a row ID and ends where the next one starts. The first one contains the first row. Counts all rows, or their
 * stories, each once per range. `hidden`: the set of stories that do not count. `met`, which is empty at first, then has them, and the
 * stories of the last range.
 */
export function countRanges(
  maskedRows: Iterable<MaskedRows>,
  { counted, hidden, met }: { counted: 'rows' | 'stories'; hidden: Uint8Array | null; met: Uint8Array },
  starts: readonly number[],
): Uint32Array {
  const counts = new Uint32Array(starts.length);
  const startRange = () => (hidden === null ? met.fill(0) : met.set(hidden.subarray(0, met.length)));
  startRange();
  let range = 0;
  for (const [{ ids, stories }, mask] of maskedRows) {
    for (let first = 0; first < ids.length; ) {
      const before = range;
      while ((starts[range + 1] ?? Infinity) <= (ids[first] ?? 0)) range += 1;
      if (range > before && counted === 'stories') startRange();
      const end = placeOf(ids, starts[range + 1] ?? Infinity);
      const count = countPart(met, stories, mask, { first, end, added: counted === 'stories' ? 1 : 0 });
      counts[range] = (counts[range] ?? 0) + count;
      first = end;
    }
  }
  return counts;
}

/** Counts the rows and the stories of a selection: in total, in ranges of time, and per hour, day or month. */

import type { DatabaseSync } from 'node:sqlite';
import type { Histogram } from '../../../shared/api/analytics.ts';
import { addAll, countBits, setBit } from '../rules/bits.ts';
import { barBounds, chooseUnit } from '../rules/days.ts';
import { boundPostId } from '../store/post-id.ts';
import type { Viewing } from '../store/posts-store.ts';
import { placeOf } from '../store/sqlite/row-columns.ts';
import type { Reading } from './earlier-stories.ts';
import { filtersOf, type ResolvedFilter, without } from './filters.ts';
import type { HiddenStories } from './hidden-stories.ts';
import type { OwnStories } from './own-stories.ts';
import { selectRealTimes } from './page-places.ts';
import { readZone, splitExclusion } from './post-selection.ts';
import type { RowMask } from './row-mask.ts';
import { countByIndex, countByTable, needsSearchIndex } from './row-queries.ts';
import { type MaskedRows, scanColumns, scanRows } from './row-sources.ts';
import { hasQuery } from './search-expression.ts';
import { createStorySet } from './story-set.ts';

/**
 * Counts the rows from `first` up to `end` that pass and whose stories are not in the set. `added`: 1 to add their stories to
 * it. Arithmetic instead of branches: a processor cannot predict which rows are copies, and 10,000,000 rows took twice as long.
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
      // Skip to the last of the eight rows.
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
 * Counts the rows of each range, or their stories once per range, at about 3 ns per row. A range starts at a row ID and ends
 * where the next one starts; the first must contain the first row. `hidden`: the stories that do not count. `met` must be
 * empty; afterwards it has them and the stories of the last range.
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

/** The set of stories whose rows do not count; null: all count. */
function findHidden(db: DatabaseSync, { hiddenStories, old }: Reading): HiddenStories {
  if (old.size === 0) return hiddenStories;
  const hidden = createStorySet(db);
  if (hiddenStories) addAll(hidden, hiddenStories);
  for (const story of old) setBit(hidden, story, true);
  return hidden;
}

function countInRanges(db: DatabaseSync, reading: Reading, starts: readonly number[]) {
  const [hidden, met] = [findHidden(db, reading), createStorySet(db)];
  const counted = reading.copies ? 'rows' : 'stories';
  return countRanges(scanRows(db, reading.selection), { counted, hidden, met }, starts);
}

export function findShown(db: DatabaseSync, reading: Reading): Uint8Array {
  const [hidden, met] = [findHidden(db, reading), createStorySet(db)];
  countRanges(scanRows(db, reading.selection), { counted: 'stories', hidden, met }, [0]);
  return hidden === null ? met : met.map((byte, index) => byte & ~(hidden[index] ?? 0));
}

function countRows(db: DatabaseSync, selection: ResolvedFilter): number {
  const { rest, excluded } = splitExclusion(selection);
  const rows = needsSearchIndex(rest) ? countByIndex(db, rest) : countByTable(db, rest);
  return excluded === null ? rows : rows - countByIndex(db, rest, hasQuery(excluded));
}

/** The table has a counter of each phrase, and counts all rows between two dates quickly. */
const hasIndex = (selection: ResolvedFilter): boolean =>
  filtersOf(without(selection, 'words', 'dates')).every(({ terms }) => terms(selection) !== null);

/** Without reading their stories, which takes twice as long. */
function countMasked(db: DatabaseSync, selection: ResolvedFilter): number {
  let count = 0;
  for (const [{ ids }, mask] of scanColumns(db, selection, [])) count += mask === null ? ids.length : countBits(mask);
  return count;
}

/** SQLite counts rows by conditions for which it has an index. */
export function countPosts(db: DatabaseSync, reading: Reading): number {
  const { selection, copies, hiddenStories, old } = reading;
  if (hiddenStories !== null || !copies || old.size > 0) return countInRanges(db, reading, [0])[0] ?? 0;
  return hasIndex(selection) ? countRows(db, selection) : countMasked(db, selection);
}

/** The dates of the filter determine the unit; a missing one is replaced by the time of the first or the last post. */
export function createHistogram(db: DatabaseSync, own: OwnStories, viewing: Viewing, now: number): Histogram {
  const timeZone = readZone(db);
  const { filter } = viewing;
  const { reading, times } = selectRealTimes(db, own, viewing, now);
  const from = filter.from ?? times.min ?? filter.to ?? 0;
  const to = filter.to ?? (times.max ?? from) + 1;
  const unit = chooseUnit(from, to, timeZone);
  if (reading === null || times.min === null || times.max === null) return { unit, bars: [] };
  const bounds = barBounds(unit, times.min, times.max + 1, timeZone);
  const starts = bounds.map(({ start }) => boundPostId(start));
  const totals = countInRanges(db, reading, starts);
  return {
    unit,
    bars: bounds.map(({ label }, bar) => ({ from: label, total: totals[bar] ?? 0 })).filter(({ total }) => total > 0),
  };
}

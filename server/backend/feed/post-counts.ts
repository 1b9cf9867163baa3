/** Counts the rows and the stories of a selection: in total, in ranges of time, and per hour, day or month. */

import type { DatabaseSync } from 'node:sqlite';
import type { Histogram } from '../../../shared/api/analytics.ts';
import { addAll, setBit } from '../rules/bits.ts';
import { barBounds, chooseUnit } from '../rules/days.ts';
import { boundPostId } from '../store/post-id.ts';
import type { PostScope } from '../store/posts-store.ts';
import { narrowedFilters, type PostSelection } from './filters.ts';
import type { LeftOut } from './left-out.ts';
import { createStorySet } from './own-stories.ts';
import { findTimes } from './page-places.ts';
import { readZone, splitExclusion } from './post-selection.ts';
import { countRanges } from './range-counts.ts';
import { countByIndex, countByTable, needsSearchIndex } from './row-queries.ts';
import { scanRows } from './row-sources.ts';
import type { HiddenStories, PostView } from './scope-conditions.ts';
import { hasQuery } from './search-expression.ts';

/** The set of stories whose rows do not count; null: all count. */
function findHidden(
  db: DatabaseSync,
  { stories, fewStories }: PostSelection,
  { leftOut, old }: HiddenStories,
): LeftOut {
  const wanted = fewStories ?? stories;
  if (wanted === null && old.size === 0) return leftOut;
  const hidden = createStorySet(db).fill(wanted === null ? 0 : 0xff);
  for (const story of wanted ?? []) setBit(hidden, story, false);
  if (leftOut) addAll(hidden, leftOut);
  for (const story of old) setBit(hidden, story, true);
  return hidden;
}

/** The counts per range. */
function countInRanges(db: DatabaseSync, selection: PostSelection, view: PostView, starts: readonly number[]) {
  const [hidden, met] = [findHidden(db, selection, view), createStorySet(db)];
  const counted = view.hideCopies ? 'stories' : 'rows';
  return countRanges(scanRows(db, selection), { counted, hidden, met }, starts);
}

/** The set of stories that are shown. */
export function findShown(db: DatabaseSync, selection: PostSelection, view: HiddenStories): Uint8Array {
  const [hidden, met] = [findHidden(db, selection, view), createStorySet(db)];
  countRanges(scanRows(db, selection), { counted: 'stories', hidden, met }, [0]);
  return hidden === null ? met : met.map((byte, index) => byte & ~(hidden[index] ?? 0));
}

function countRows(db: DatabaseSync, selection: PostSelection): number {
  const { rest, excluded } = splitExclusion(selection);
  const rows = needsSearchIndex(rest) ? countByIndex(db, rest) : countByTable(db, rest);
  return excluded === null ? rows : rows - countByIndex(db, rest, hasQuery(excluded, rest.reindexed));
}

/** SQLite counts rows by conditions for which it has an index. */
export function countPosts(db: DatabaseSync, selection: PostSelection, view: PostView): number {
  const { hideCopies, leftOut, old } = view;
  const hasIndex =
    selection.stories === null &&
    selection.arrivals === null &&
    old.size === 0 &&
    narrowedFilters(selection).length === 0;
  if (leftOut === null && !hideCopies && hasIndex) return countRows(db, selection);
  return countInRanges(db, selection, view, [0])[0] ?? 0;
}

/** The range of the dates decides on the unit; where one is missing, the first or the last post. `shown`: null for no posts. */
export function createHistogram(
  db: DatabaseSync,
  scope: PostScope,
  shown: { selection: PostSelection; view: PostView } | null,
): Histogram {
  const timeZone = readZone(db);
  const times = shown && findTimes(db, shown.selection, shown.view);
  const from = scope.from ?? times?.min ?? scope.to ?? 0;
  const to = scope.to ?? (times?.max ?? from) + 1;
  const unit = chooseUnit(from, to, timeZone);
  if (shown === null || times === null || times.min === null || times.max === null) return { unit, bars: [] };
  const { selection, view } = shown;
  const bounds = barBounds(unit, times.min, times.max + 1, timeZone);
  const starts = bounds.map(({ start }) => boundPostId(start));
  const totals = countInRanges(db, selection, view, starts);
  return {
    unit,
    bars: bounds.map(({ label }, bar) => ({ from: label, total: totals[bar] ?? 0 })).filter(({ total }) => total > 0),
  };
}

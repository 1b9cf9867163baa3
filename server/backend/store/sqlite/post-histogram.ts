/** The totals of a selection per hour, day or month. */
import type { DatabaseSync } from 'node:sqlite';
import type { Histogram } from '../../../../shared/api/histogram.ts';
import { barBounds, chooseUnit } from '../../posts/histogram-bars.ts';
import type { PostScope } from '../posts-store.ts';
import { countByBar, countStoriesByBar } from './bar-counts.ts';
import { prepareZone } from './day-counts.ts';
import { countHiddenRows, countHiddenStories, findHidden } from './hidden-posts.ts';
import { countByIndex, secondsByIndex } from './post-index-query.ts';
import { listCopies, listRead, listRows, usesIndex } from './post-lists.ts';
import { findTimes } from './post-pages.ts';
import { isByTime, type PostSelection, splitExclusion } from './post-selection.ts';
import { secondsByTable } from './post-table-query.ts';
import type { PostView } from './post-totals.ts';
import { type Bar, countStoredRows, countStoredStories, toBars } from './stored-bars.ts';

const subtract = (totals: readonly number[], others: readonly number[]): number[] =>
  totals.map((total, bar) => total - (others[bar] ?? 0));

/** Up to this number of bars, a search per bar is faster than a list of all times. */
const countedBarsMax = 60;

function countRows(db: DatabaseSync, selection: PostSelection, bars: readonly Bar[]): number[] {
  const { rest, excluded } = splitExclusion(selection);
  if (isByTime(rest)) {
    return subtract(countStoredRows(db, bars), countHiddenRows(db, findHidden(rest, excluded), bars));
  }
  if (selection.query !== null && bars.length <= countedBarsMax) {
    return bars.map(({ fromId, toId }) => countByIndex(db, { ...selection, fromId, toId }));
  }
  if (usesIndex(selection)) return countByBar(bars, secondsByIndex(db, selection));
  return countByBar(bars, secondsByTable(db, selection));
}

function countStories(db: DatabaseSync, selection: PostSelection, bars: readonly Bar[]): number[] {
  const { rest, excluded } = splitExclusion(selection);
  if (isByTime(rest)) {
    return subtract(countStoredStories(db, bars), countHiddenStories(db, findHidden(rest, excluded), bars));
  }
  if (!usesIndex(selection)) return countStoriesByBar(bars, listRows(db, selection));
  const copies = listCopies(db, selection);
  const further = subtract(countByBar(bars, copies.seconds), countStoriesByBar(bars, copies));
  return subtract(countRows(db, selection, bars), further);
}

function countTotals(
  db: DatabaseSync,
  selection: PostSelection,
  { hideCopies, marks }: PostView,
  bars: readonly Bar[],
): number[] {
  const shown = hideCopies ? countStories(db, selection, bars) : countRows(db, selection, bars);
  if (marks === null) return shown;
  const read = listRead(db, selection, marks);
  return subtract(shown, hideCopies ? countStoriesByBar(bars, read) : countByBar(bars, read.seconds));
}

/** The range of the dates decides on the unit; where one is missing, the first or the last post. `shown`: null for no posts. */
export function createHistogram(
  db: DatabaseSync,
  scope: PostScope,
  shown: { selection: PostSelection; view: PostView } | null,
): Histogram {
  const timeZone = prepareZone(db)();
  const times = shown && findTimes(db, shown.selection, shown.view);
  const from = scope.from ?? times?.min ?? scope.to ?? 0;
  const to = scope.to ?? (times?.max ?? from) + 1;
  const unit = chooseUnit(from, to, timeZone);
  if (shown === null || times === null || times.min === null || times.max === null) return { unit, bars: [] };
  const bars = toBars(barBounds(unit, times.min, times.max + 1, timeZone), shown.selection);
  const totals = countTotals(db, shown.selection, shown.view, bars);
  return {
    unit,
    bars: bars.map(({ label }, bar) => ({ from: label, total: totals[bar] ?? 0 })).filter(({ total }) => total > 0),
  };
}

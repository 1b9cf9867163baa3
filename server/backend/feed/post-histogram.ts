/** The totals of a selection per hour, day or month. */
import type { DatabaseSync } from 'node:sqlite';
import type { Histogram } from '../../../shared/api/histogram.ts';
import { barBounds, chooseUnit } from '../rules/days/histogram-bars.ts';
import { boundPostId } from '../store/post-id.ts';
import type { PostScope } from '../store/posts-store.ts';
import { countInRanges } from './post-counts.ts';
import { findTimes } from './post-pages.ts';
import type { PostSelection } from './post-selection.ts';
import type { PostView } from './post-totals.ts';
import { readZone } from './time-zone.ts';

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
  const { rows, stories } = countInRanges(db, selection, view, starts);
  const totals = view.hideCopies ? stories : rows;
  return {
    unit,
    bars: bounds.map(({ label }, bar) => ({ from: label, total: totals[bar] ?? 0 })).filter(({ total }) => total > 0),
  };
}

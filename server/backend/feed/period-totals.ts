/** Counts the posts of a period by bar. Keeps the totals until a row of the period changes: rows of the past seldom do. */
import type { DatabaseSync } from 'node:sqlite';
import { keepResults } from '../../platform/keep-results.ts';
import { boundPostId } from '../store/post-id.ts';
import { type BarRange, type RowFilter, readAnalysedRows } from './analytics-rows.ts';
import type { PostSelection } from './post-selection.ts';
import { readVersions } from './row-columns.ts';
import { countAscending, countByKey, orderOfRows, type StoryCounts } from './story-counts.ts';

const keepTotals = keepResults<StoryCounts>(20);

function countPeriod(db: DatabaseSync, filter: RowFilter, range: BarRange, hideCopies: boolean): StoryCounts {
  const { stories, bars } = readAnalysedRows(db, filter, range, 'bars');
  const size = range.starts.length;
  if (hideCopies) return countAscending(stories, bars, size);
  return { total: bars.length, totals: countByKey(orderOfRows(bars.length), bars, size) };
}

/** The filter is that of the selection, whose conditions on stories have no effect. */
export function countPeriodTotals(
  db: DatabaseSync,
  selection: PostSelection,
  filter: RowFilter,
  range: BarRange,
  hideCopies: boolean,
): StoryCounts {
  const { words, ownerId, cityId, query, mutes } = selection;
  const { from, to, starts } = range;
  // All that the filter depends on, and the versions of all rows.
  const versions = [...readVersions(db, boundPostId(from), boundPostId(to))];
  const key = JSON.stringify([words, ownerId, cityId, query, mutes, from, to, starts, hideCopies, versions]);
  return keepTotals(key, () => countPeriod(db, filter, range, hideCopies));
}

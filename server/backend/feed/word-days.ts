/** The totals of phrases per day, for sparklines. */
import type { DatabaseSync } from 'node:sqlite';
import type { WordDays } from '../../../shared/api/analytics.ts';
import type { Days } from '../../../shared/days.ts';
import { lowerBound, upperBound } from '../rules/days/day-bounds.ts';
import { barBounds } from '../rules/days/histogram-bars.ts';
import type { PostScope } from '../store/posts-store.ts';
import { createRowFilter, noRows, readAnalysedRows } from './analytics-rows.ts';
import { selectPosts } from './post-selection.ts';
import { countByValue, orderByStory } from './story-counts.ts';
import { readZone } from './time-zone.ts';
import { findVisibleWords } from './visible-words.ts';

/** Copies count once per day, and once in the total. Leaves out phrases that the scope may not see. */
export function countWordDays(
  db: DatabaseSync,
  scope: PostScope,
  wordIds: readonly number[],
  days: Days,
): WordDays['words'] {
  const timeZone = readZone(db);
  const [from, to] = [lowerBound(days.from, timeZone), upperBound(days.to, timeZone)];
  const starts = barBounds('day', from, to, timeZone).map(({ start }) => start);
  const visible = findVisibleWords(db, scope.clientId, wordIds);
  const selection = selectPosts(db, { ...scope, wordIds, from, to });
  const rows = selection ? readAnalysedRows(db, createRowFilter(db, selection), { from, to, starts }, 'all') : noRows;
  const order = orderByStory(rows.stories);
  const stored = visible.map(({ wordId }) => wordId);
  const counts = countByValue({ values: rows.words, keys: rows.bars }, order, stored, starts.length);
  return new Map(visible.map(({ id }, place) => [id, counts[place] ?? { total: 0, totals: [] }]));
}

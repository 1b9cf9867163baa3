/** The bars of a histogram as ranges of row IDs, and the number of all stored rows and stories in each. */
import type { DatabaseSync } from 'node:sqlite';
import type { BarBound } from '../../posts/histogram-bars.ts';
import { allWords } from './day-counts.ts';
import { boundPostId } from './post-id.ts';
import type { PostSelection } from './post-selection.ts';
import { allOf, isWithin } from './row-conditions.ts';

/** `fromId` is included, `toId` is not. `isWhole`: the dates of the selection do not cut the bar. */
export type Bar = BarBound & { fromId: number; toId: number; isWhole: boolean };

export function toBars(bounds: readonly BarBound[], { fromId, toId }: PostSelection): Bar[] {
  return bounds.map((bound, index) => {
    const next = bounds[index + 1];
    const [first, end] = [boundPostId(bound.start), next ? boundPostId(next.start) : Number.MAX_SAFE_INTEGER];
    return {
      ...bound,
      fromId: Math.max(first, fromId ?? 0),
      toId: Math.min(end, toId ?? Number.MAX_SAFE_INTEGER),
      isWhole: next !== undefined && first >= (fromId ?? 0) && end <= (toId ?? Number.MAX_SAFE_INTEGER),
    };
  });
}

/** The stored rows by the labels of days and months. */
function readDays(db: DatabaseSync): Map<string, number> {
  const rows = new Map<string, number>();
  for (const { day, posts } of db.prepare('SELECT day, posts FROM post_days WHERE word_id = ?').all(allWords)) {
    const label = String(day).replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3');
    rows.set(label, Number(posts));
    const month = label.slice(0, 7);
    rows.set(month, (rows.get(month) ?? 0) + Number(posts));
  }
  return rows;
}

/** The dates of the selection as one bar. */
export const wholeBar = ({ fromId, toId }: PostSelection): Bar => ({
  label: '',
  start: 0,
  fromId: fromId ?? 0,
  toId: toId ?? Number.MAX_SAFE_INTEGER,
  isWhole: false,
});

/** Whether the bar contains all posts. There is no other bar then. */
export const isEverything = ({ fromId, toId }: Bar): boolean => fromId === 0 && toId === Number.MAX_SAFE_INTEGER;

/** Hidden posts included. Hours, and bars that the dates cut, are counted row by row. */
export function countStoredRows(db: DatabaseSync, bars: readonly Bar[]): number[] {
  const days = readDays(db);
  const isHours = bars[0]?.label.includes('T');
  return bars.map(({ label, fromId, toId, isWhole }) => {
    if (isWhole && !isHours) return days.get(label) ?? 0;
    const { sql } = allOf(isWithin('id', fromId, toId));
    return Number(db.prepare(`SELECT count(*) AS rows FROM posts WHERE ${sql}`).get()?.rows);
  });
}

/** The rows that are not the first of their story in the bar. */
function countFurtherRows(db: DatabaseSync, { fromId, toId }: Bar): number {
  const { sql } = allOf([...isWithin('id', fromId, toId), ...isWithin('previous', fromId, null)]);
  return Number(db.prepare(`SELECT count(*) AS rows FROM copies WHERE ${sql}`).get()?.rows);
}

/** Hidden posts included. */
export function countStoredStories(db: DatabaseSync, bars: readonly Bar[]): number[] {
  const [first] = bars;
  if (first && isEverything(first)) {
    return [Number(db.prepare('SELECT count(*) AS total FROM stories').get()?.total)];
  }
  const rows = countStoredRows(db, bars);
  return bars.map((bar, index) => (rows[index] ?? 0) - countFurtherRows(db, bar));
}

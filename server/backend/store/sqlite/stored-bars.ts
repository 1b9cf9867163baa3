/** The bars of a histogram as ranges of row IDs, and the number of all stored rows in each. */
import type { DatabaseSync } from 'node:sqlite';
import type { BarBound } from '../../posts/histogram-bars.ts';
import { allWords } from './day-counts.ts';
import { boundPostId } from './post-id.ts';
import type { PostSelection } from './post-selection.ts';

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

/** Hidden posts included. Hours, and bars that the dates cut, are counted row by row. */
export function countStoredRows(db: DatabaseSync, bars: readonly Bar[]): number[] {
  const days = readDays(db);
  const count = db.prepare('SELECT count(*) AS rows FROM posts WHERE id >= ? AND id < ?');
  const isHours = bars[0]?.label.includes('T');
  return bars.map(({ label, fromId, toId, isWhole }) =>
    isWhole && !isHours ? (days.get(label) ?? 0) : Number(count.get(fromId, toId)?.rows),
  );
}

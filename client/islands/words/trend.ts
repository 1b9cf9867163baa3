/** What the column «Динамика» shows of the posts of a phrase: a line and its description. */
import { moveDay } from '../../../shared/days.ts';
import { formatNumber } from '../../../shared/format.ts';

/** `path` is for an element of `trendSize`. */
export type Trend = { path: string; text: string };

/** Pixels. */
export const trendSize = { width: 72, height: 24 };

/** Keeps the line, which is 1.5 pixels wide, within its element. */
const margin = 1;

/** In whole pixels, which keeps the path short. Zero is at the bottom, the highest value at the top. */
function linePath(values: readonly number[]): string {
  const top = Math.max(1, ...values);
  const between = (share: number, length: number) => margin + Math.round(share * (length - 2 * margin));
  const points = values.map(
    (value, index) =>
      `${between(index / (values.length - 1), trendSize.width)} ${between(1 - value / top, trendSize.height)}`,
  );
  return `M${points.join(' ')}`;
}

/** `day` is `YYYY-MM-DD`. */
function formatDayAfter(day: string, days: number): string {
  const [, month, date] = moveDay(day, { days }).split('-');
  return `${date}.${month}`;
}

/** `totals` has one total per day from `from` on. Names the highest day, the latest of several. */
export function trendOf(from: string, days: { total: number; totals: readonly number[] } | undefined): Trend | null {
  if (days === undefined) return null;
  const { total, totals } = days;
  const top = Math.max(...totals);
  const peak = top > 0 ? `, пик ${formatDayAfter(from, totals.lastIndexOf(top))}: ${formatNumber(top)}` : '';
  return { path: linePath(totals), text: `за ${totals.length} дней: ${formatNumber(total)}${peak}` };
}

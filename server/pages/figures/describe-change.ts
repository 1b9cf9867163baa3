/** Compares two totals in words, to follow «Всего: N». */
import { formatNumber, pluralOf } from '../../../shared/format.ts';

/** From this ratio on, times are easier to read than percent. */
const timesFrom = 3;

/** The period that is compared with follows, except after null. Null: there is nothing to compare with. */
export function describeChange(total: number, before: number): string | null {
  if (before === 0) return null;
  if (total === before) return 'столько же, сколько';
  const ratio = total / before;
  const times = Number(ratio.toFixed(ratio < 10 ? 1 : 0));
  if (times >= timesFrom) return `в ${formatNumber(times)} ${pluralOf(times, ['раз', 'раза', 'раз'])} больше, чем`;
  const percent = Math.round((100 * Math.abs(total - before)) / before);
  if (percent === 0) return 'почти столько же, сколько';
  return `на ${formatNumber(percent)}\u00a0% ${total > before ? 'больше' : 'меньше'}, чем`;
}

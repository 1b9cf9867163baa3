/** Short numbers, for the feed alone: sums and tables have exact ones. */
import { formatNumber } from './format.ts';

const units = [
  [1e9, 'млрд'],
  [1e6, 'млн'],
  [1e3, 'тыс.'],
] as const;

/**
 * Formats a number from 1,000 on with a unit, such as «1,2 тыс.», as `Intl` does in its compact notation, whose first use would
 * cost Chromium 25 ms.
 */
export function formatShort(value: number): string {
  // The next unit begins where this one would round to 1,000.
  const unit = units.find(([size]) => value >= size * 0.9995);
  if (!unit) return formatNumber(value);
  const [size, name] = unit;
  const parts = value / size < 9.95 ? 10 : 1;
  return `${formatNumber(Math.round((value / size) * parts) / parts)}\u00a0${name}`;
}

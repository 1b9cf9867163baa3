/** The period that the address of analytics selects. Days are `YYYY-MM-DD` in the console's time zone; both are included. */

import { parseDay, type QuerySource } from '../../../shared/list-query.ts';
import { dayOf } from '../../../shared/pages/posts-query.ts';
import { completePeriod, type Days, isTooLong, shortenPeriod } from '../../../shared/rules/days.ts';

/** `typed` has the fields as they were entered, or those of the default. `error` is null unless a day or their order is wrong. */
export type ChosenPeriod = Days & { typed: Days; error: 'day' | 'order' | null; shortened: boolean };

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Times of the feed's filters count as their days. Without a last day the period ends today, or with its first day. */
export function parsePeriod({ from, to }: QuerySource, today: string): ChosenPeriod {
  const entered = { from: dayOf(textOf(from)), to: dayOf(textOf(to)) };
  const [first, last] = [parseDay(entered.from), parseDay(entered.to)];
  const isWrong = (first === null && entered.from !== '') || (last === null && entered.to !== '');
  const days = completePeriod({ ...(first !== null && { from: first }), ...(last !== null && { to: last }) }, today);
  if (isWrong) return { ...days, typed: entered, error: 'day', shortened: false };
  if (days.from > days.to) return { ...days, typed: days, error: 'order', shortened: false };
  return { ...shortenPeriod(days), typed: days, error: null, shortened: isTooLong(days) };
}

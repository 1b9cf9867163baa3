/** The period of analytics and the one before it (docs/product.md, section 23). */
import { type Days, lastDays, lengthOf, moveDay } from '../days.ts';
import { analyticsDays, analyticsMaxDays } from './limits.ts';

/** Without both days the period ends today; without the first one it has 30 days; without the last one it ends today or with the first. */
export function completePeriod({ from, to }: Partial<Days>, today: string): Days {
  const last = to ?? (from !== undefined && from > today ? from : today);
  return { from: from ?? lastDays(analyticsDays, last).from, to: last };
}

export const isTooLong = (days: Days): boolean => lengthOf(days) > analyticsMaxDays;

/** Of a period that is too long, the last 366 days. */
export const shortenPeriod = (days: Days): Days => (isTooLong(days) ? lastDays(analyticsMaxDays, days.to) : days);

/** As many days, directly before. */
export const periodBefore = (days: Days): Days => ({
  from: moveDay(days.from, { days: -lengthOf(days) }),
  to: moveDay(days.from, { days: -1 }),
});

/** Days as `YYYY-MM-DD`, and ranges of them that include both ends. */
import { dayMs } from '../durations.ts';
import { analyticsDays, analyticsMaxDays } from './limits.ts';

export type Days = { from: string; to: string };

export function moveDay(day: string, { days = 0, months = 0 }: { days?: number; months?: number }): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, date + days)).toISOString().slice(0, 10);
}

export const lengthOf = ({ from, to }: Days): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1;

export const lastDays = (days: number, to: string): Days => ({ from: moveDay(to, { days: 1 - days }), to });

/**
 * The last day defaults to today, or to the first day if that is later; the first day defaults to 30 days that end with the
 * last one.
 */
export function completePeriod({ from, to }: Partial<Days>, today: string): Days {
  const last = to ?? (from !== undefined && from > today ? from : today);
  return { from: from ?? lastDays(analyticsDays, last).from, to: last };
}

export const isTooLong = (days: Days): boolean => lengthOf(days) > analyticsMaxDays;

/** Limits a period to its last 366 days. */
export const shortenPeriod = (days: Days): Days => (isTooLong(days) ? lastDays(analyticsMaxDays, days.to) : days);

/** Returns the period of the same length directly before. */
export const periodBefore = (days: Days): Days => ({
  from: moveDay(days.from, { days: -lengthOf(days) }),
  to: moveDay(days.from, { days: -1 }),
});

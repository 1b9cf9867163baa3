/**
 * Days as `YYYY-MM-DD`, ranges of them that include both ends, and their times. The first scripts of a table do not load this
 * module.
 */
import { dayMs } from '../durations.ts';
import { findOffset, twoDigits, type ZoneOffsets } from '../format.ts';
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

/** For example `+03:00`. Takes milliseconds. */
export function formatOffset(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / 60_000);
  return `${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

/**
 * Formats milliseconds since 1970 as RFC 3339 with the offset of the zone, so that the date fields of the feed show local days.
 */
export function formatZonedTime(time: number, zone: ZoneOffsets): string {
  const offset = findOffset(time / 1000, zone) * 1000;
  return new Date(time + offset).toISOString().replace('Z', formatOffset(offset));
}

const weekdays = ['Понедельник', 'Вторник', 'Среда', 'Четверг', 'Пятница', 'Суббота', 'Воскресенье'] as const;

/** For example «Вторник, 14:00–14:59»; null omits a part. Weekday 1 is Monday. */
export function weekdayHourName(weekday: number | null, hour: number | null): string {
  const start = hour === null ? null : twoDigits(hour);
  const day = weekday === null ? undefined : weekdays[weekday - 1];
  return [day, start && `${start}:00–${start}:59`].filter(Boolean).join(', ');
}

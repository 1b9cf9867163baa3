/** The period that the address of analytics selects. Days are `YYYY-MM-DD` in the console's time zone; both are included. */
import { parseDay, type QuerySource } from '../../../shared/list-query.ts';
import { dayOf } from '../../../shared/posts-query.ts';
import { dayMs } from '../../platform/durations.ts';
import { zoneOffset } from '../../platform/zone-offset.ts';

export type Days = { from: string; to: string };

/** `typed` has the fields as they were entered, or those of the default. `error` is null unless a day or their order is wrong. */
export type ChosenPeriod = Days & { typed: Days; error: 'day' | 'order' | null; shortened: boolean };

export const daysMax = 366;
const defaultDays = 30;

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** How many days the period has. */
export const lengthOf = ({ from, to }: Days): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1;

export const localDay = (now: number, timeZone: string): string =>
  new Date(now + zoneOffset(now, timeZone)).toISOString().slice(0, 10);

/** The last days until `to`, which is included. */
export const lastDays = (days: number, to: string): Days => ({ from: addDays(to, 1 - days), to });

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Times of the feed's filters count as their days. Without a last day the period ends today, or with its first day. */
export function parsePeriod({ from, to }: QuerySource, today: string): ChosenPeriod {
  const entered = { from: dayOf(textOf(from)), to: dayOf(textOf(to)) };
  const [first, last] = [parseDay(entered.from), parseDay(entered.to)];
  const isWrong = (first === null && entered.from !== '') || (last === null && entered.to !== '');
  const end = last ?? (first !== null && first > today ? first : today);
  const days = { from: first ?? lastDays(defaultDays, end).from, to: end };
  if (isWrong) return { ...days, typed: entered, error: 'day', shortened: false };
  if (days.from > days.to) return { ...days, typed: days, error: 'order', shortened: false };
  const shortened = lengthOf(days) > daysMax;
  return { ...(shortened ? lastDays(daysMax, end) : days), typed: days, error: null, shortened };
}

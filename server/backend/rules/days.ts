/** Days of a time zone: their bounds in milliseconds, their numbers, and the bars of a histogram. */
import type { HistogramUnit } from '../../../shared/api/analytics.ts';
import { dayMs, hourMs } from '../../../shared/durations.ts';
import { formatOffset, lastDays, moveDay } from '../../../shared/rules/days.ts';
import { localDay, localTime, zoneOffset } from '../../platform/zone-offset.ts';

/** `from` is included, `to` is not. */
export type TimeWindow = { from: number; to: number };

/**
 * Converts a local time of the zone, given as if it were UTC. A time that a clock change skips becomes the moment of the
 * change: in some zones a day begins at 01:00.
 */
export function zoneTime(local: number, timeZone: string): number {
  const guess = local - zoneOffset(local, timeZone);
  const time = local - zoneOffset(guess, timeZone);
  return time + zoneOffset(time, timeZone) === local ? time : Math.max(guess, time);
}

const isDay = (value: string): boolean => value.length === 10;

/** The first millisecond of a day `YYYY-MM-DD`, or an RFC 3339 time itself. */
export const lowerBound = (value: string, timeZone: string): number =>
  isDay(value) ? zoneTime(Date.parse(value), timeZone) : Date.parse(value);

/** The first millisecond after a day, or after the RFC 3339 time. */
export const upperBound = (value: string, timeZone: string): number =>
  isDay(value) ? zoneTime(Date.parse(value) + dayMs, timeZone) : Date.parse(value) + 1;

/** The last days in the zone up to the end of today, which excludes posts dated later: 30 days are today and the 29 before. */
export function lastDaysWindow(days: number, now: number, timeZone: string): TimeWindow {
  const { from, to } = lastDays(days, localDay(now, timeZone));
  return { from: lowerBound(from, timeZone), to: upperBound(to, timeZone) };
}

/** `start` is the bar's first millisecond; `label` is `from` of shared/api/analytics.ts. */
type BarBound = { label: string; start: number };

const rfc3339 = (time: number, timeZone: string): string =>
  `${localTime(time, timeZone)}${formatOffset(zoneOffset(time, timeZone))}`;

/** Hours within two days, months over more than two years, otherwise days. `to` is not included. */
export function chooseUnit(from: number, to: number, timeZone: string): HistogramUnit {
  const first = localDay(from, timeZone);
  const last = localDay(to - 1, timeZone);
  if (last <= moveDay(first, { days: 1 })) return 'hour';
  return last >= moveDay(first, { months: 24 }) ? 'month' : 'day';
}

/** The start of the zone's hour that contains the time. */
export function startOfHour(time: number, timeZone: string): number {
  const offset = zoneOffset(time, timeZone);
  return Math.floor((time + offset) / hourMs) * hourMs - offset;
}

/** The bounds of the hours from the one that contains `from`. A clock change starts a new hour. */
function hourBounds(from: number, to: number, timeZone: string): BarBound[] {
  const bounds: BarBound[] = [];
  const next = (start: number) => Math.max(startOfHour(start + hourMs, timeZone), start + hourMs / 4);
  for (let start = startOfHour(from, timeZone); start < to; start = next(start)) {
    bounds.push({ label: rfc3339(start, timeZone), start });
  }
  return bounds;
}

/** The bounds of the bars that cover the range, in ascending order. `to` is not included. */
export function barBounds(unit: HistogramUnit, from: number, to: number, timeZone: string): BarBound[] {
  if (unit === 'hour') return hourBounds(from, to, timeZone);
  const first = localDay(from, timeZone);
  const step = unit === 'day' ? { days: 1 } : { months: 1 };
  const bounds: BarBound[] = [];
  for (let day = unit === 'day' ? first : `${first.slice(0, 7)}-01`; ; day = moveDay(day, step)) {
    const start = lowerBound(day, timeZone);
    if (start >= to) return bounds;
    bounds.push({ label: unit === 'day' ? day : day.slice(0, 7), start });
  }
}

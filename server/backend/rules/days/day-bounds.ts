/** Converts days of a time zone to bounds in milliseconds. */
import { lastDays } from '../../../../shared/rules/days.ts';
import { dayMs } from '../../../platform/durations.ts';
import { localDay, zoneOffset } from '../../../platform/zone-offset.ts';

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

/** The last days of the zone until the end of today, so without posts of later days: 30 are today and the 29 before. */
export function lastDaysWindow(days: number, now: number, timeZone: string): TimeWindow {
  const { from, to } = lastDays(days, localDay(now, timeZone));
  return { from: lowerBound(from, timeZone), to: upperBound(to, timeZone) };
}

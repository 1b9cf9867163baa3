/** Converts days of a time zone to bounds in milliseconds, for the date filters. */
import { dayMs } from '../../platform/durations.ts';
import { zoneOffset } from '../../platform/zone-offset.ts';

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

/** Days of a time zone as numbers YYYYMMDD. */
import { minuteMs } from '../../../platform/durations.ts';

/** Offsets from UTC are whole quarters of an hour, so all times of a quarter have one day. */
const quarterMs = 15 * minuteMs;
const cacheMax = 50_000;

/** Returns a function that returns the day of a time in milliseconds. */
export function createLocalDay(timeZone: string): (time: number) => number {
  const format = new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone });
  const cache = new Map<number, number>();
  return (time) => {
    const quarter = Math.floor(time / quarterMs);
    const known = cache.get(quarter);
    if (known !== undefined) return known;
    if (cache.size >= cacheMax) cache.clear();
    const day = Number(format.format(time).replaceAll('-', ''));
    cache.set(quarter, day);
    return day;
  };
}

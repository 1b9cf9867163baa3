/** Optional values for fast-check, and local times to compare the product's with. */
import fc from 'fast-check';

/** Null, or a value of the arbitrary, equally often. */
export const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.oneof(fc.constant(null), arbitrary);

/** Null, or seldom a value of the arbitrary. */
export const seldom = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Returns a function that returns the weekday from 1 (Monday) on and the hour of a time. */
export function createWeekTime(timeZone: string): (time: number) => { weekday: number; hour: number } {
  const format = new Intl.DateTimeFormat('en-US', { weekday: 'short', hour: '2-digit', hourCycle: 'h23', timeZone });
  const known = new Map<number, { weekday: number; hour: number }>();
  const weekTime = (time: number) => {
    const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]));
    return { weekday: weekdays.indexOf(parts.get('weekday') ?? '') + 1, hour: Number(parts.get('hour')) };
  };
  return (time) => {
    const found = known.get(time) ?? weekTime(time);
    known.set(time, found);
    return found;
  };
}

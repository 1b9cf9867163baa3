/** Optional values and characters for fast-check, and local times with which to compare the product's. */
import fc from 'fast-check';

/** Null, or a value of the arbitrary, equally often. */
export const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.oneof(fc.constant(null), arbitrary);

/** Mostly null, seldom a value of the arbitrary. */
export const seldom = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

const surrogates = { first: 0xd800, count: 0x800 };
const characterAt = (index: number): string =>
  String.fromCodePoint(index < surrogates.first ? index : index + surrogates.count);

/**
 * Any Unicode character, for texts of `fc.string`. Has the same values as its unit `binary`, which first lists all 1,112,064 of
 * them: half a second per test file.
 */
export const character = fc.nat(0x10_ffff - surrogates.count).map(characterAt, (text) => {
  const code = String(text).codePointAt(0) ?? 0;
  const index = code < surrogates.first ? code : code - surrogates.count;
  if (characterAt(index) !== text) throw new Error('Not a character');
  return index;
});

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Returns a function that returns the weekday, from 1 (Monday), and the hour of a time. */
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

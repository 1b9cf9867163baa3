// Proves: work#in-the-feed
import { mornings, timeOf } from './local-times.ts';

/** UTC+3, and UTC+4 from noon of 2 December 2026 (UTC) on. */
const offsets = [
  [0, 10_800],
  [Date.UTC(2026, 11, 2, 12) / 1000, 14_400],
] as const;

const at = (text: string) => Date.parse(text);
const iso = (times: Record<string, number>) => Object.values(times).map((time) => new Date(time).toISOString());

test.each([
  ['a Sunday', '2026-11-29T10:00:00Z', ['2026-11-30T06:00', '2026-12-02T06:00', '2026-11-30T06:00']],
  ['a Monday', '2026-11-30T10:00:00Z', ['2026-12-01T06:00', '2026-12-03T05:00', '2026-12-07T05:00']],
  [
    'a Tuesday that begins before midnight UTC',
    '2026-11-30T21:30:00Z',
    ['2026-12-02T06:00', '2026-12-04T05:00', '2026-12-07T05:00'],
  ],
])('on %s, stories return at 9:00 tomorrow, after three days and on the next Monday', (_day, now, expected) => {
  expect(iso(mornings(at(now), offsets))).toEqual(expected.map((time) => `${time}:00.000Z`));
});

test('a day begins at midnight of the zone; a text that is no day has no time', () => {
  expect(timeOf('2026-12-01', 0, offsets)).toBe(at('2026-11-30T21:00:00Z'));
  expect(timeOf('', 0, offsets)).toBeNaN();
});

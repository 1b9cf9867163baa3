import { lowerBound, upperBound } from './days.ts';

const iso = (time: number) => new Date(time).toISOString();

describe('day bounds', () => {
  test('a day in Moscow begins at 21:00 UTC on the previous day', () => {
    expect(iso(lowerBound('2026-03-01', 'Europe/Moscow'))).toBe('2026-02-28T21:00:00.000Z');
    expect(iso(upperBound('2026-03-01', 'Europe/Moscow'))).toBe('2026-03-01T21:00:00.000Z');
  });

  test('a day with a clock change has 23 or 25 hours', () => {
    const hours = (day: string) =>
      (upperBound(day, 'Europe/Berlin') - lowerBound(day, 'Europe/Berlin')) / (60 * 60 * 1000);
    expect(hours('2026-03-29')).toBe(23);
    expect(hours('2026-10-25')).toBe(25);
    expect(hours('2026-10-26')).toBe(24);
  });

  test('a time is an inclusive bound on both sides', () => {
    const time = Date.parse('2026-03-01T12:00:00Z');
    expect(lowerBound('2026-03-01T15:00:00+03:00', 'Europe/Moscow')).toBe(time);
    expect(upperBound('2026-03-01T15:00:00+03:00', 'Europe/Moscow')).toBe(time + 1);
  });
});

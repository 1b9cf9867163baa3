// Proves: stories#histogram
import { dayMs, hourMs } from '../../../shared/durations.ts';
import { zoneOffset } from '../../platform/zone-offset.ts';
import { barBounds, chooseUnit, lowerBound } from './days.ts';

const at = (time: string) => Date.parse(time);

describe('the unit', () => {
  test.each([
    ['2026-03-28', '2026-03-29', 'hour'],
    ['2026-03-28', '2026-03-30', 'day'],
    ['2024-03-28', '2026-03-27', 'day'],
    ['2024-03-28', '2026-03-28', 'month'],
  ])('from %s to %s is the %s', (first, last, unit) => {
    const to = lowerBound(last, 'Europe/Berlin') + 23 * hourMs;
    expect(chooseUnit(lowerBound(first, 'Europe/Berlin'), to, 'Europe/Berlin')).toBe(unit);
  });
});

describe('bars', () => {
  test('are the hours of a day, 23 or 25 when the clock changes', () => {
    const labels = (day: string) => {
      const from = lowerBound(day, 'Europe/Berlin');
      const to = lowerBound(
        day.replace(/\d+$/, (date) => String(Number(date) + 1)),
        'Europe/Berlin',
      );
      return barBounds('hour', from, to, 'Europe/Berlin').map(({ label }) => label);
    };
    expect(labels('2026-03-29')).toHaveLength(23);
    expect(labels('2026-03-29').slice(1, 3)).toEqual(['2026-03-29T01:00:00+01:00', '2026-03-29T03:00:00+02:00']);
    expect(labels('2026-10-25')).toHaveLength(25);
    expect(labels('2026-10-25').slice(2, 4)).toEqual(['2026-10-25T02:00:00+02:00', '2026-10-25T02:00:00+01:00']);
  });

  test('are whole hours of a zone with an offset of 45 minutes', () => {
    const [first] = barBounds('hour', at('2026-03-01T12:20:00Z'), at('2026-03-01T12:30:00Z'), 'Asia/Kathmandu');
    expect(first).toEqual({ label: '2026-03-01T18:00:00+05:45', start: at('2026-03-01T12:15:00Z') });
  });

  test('are months, from the one with the first post to the one with the last', () => {
    const labels = barBounds('month', at('2025-11-30T21:00:00Z'), at('2026-02-28T20:59:59Z'), 'Europe/Moscow');
    expect(labels.map(({ label }) => label)).toEqual(['2025-12', '2026-01', '2026-02']);
  });

  test.each([
    'Africa/Cairo',
    'America/Havana',
    'America/Sao_Paulo',
    'Asia/Beirut',
    'Australia/Lord_Howe',
    'Pacific/Apia',
  ])('of days in %s start with the first moment of their day', (zone) => {
    const localDay = (time: number) => new Date(time + zoneOffset(time, zone)).toISOString().slice(0, 10);
    const bounds = barBounds('day', at('2010-01-01T12:00:00Z'), at('2026-01-01T12:00:00Z'), zone);
    expect(bounds.map(({ label }) => Date.parse(label) / dayMs)).toEqual(
      bounds.map((_, day) => at('2010-01-01') / dayMs + day),
    );
    const wrong = bounds.filter(({ label, start }) => localDay(start) !== label || localDay(start - 1) >= label);
    // The island of Samoa skipped a day.
    expect(wrong.map(({ label }) => label)).toEqual(zone === 'Pacific/Apia' ? ['2011-12-30'] : []);
  });

  test('of hours ascend and leave no gap when the clock changes by half an hour', () => {
    const bounds = barBounds('hour', at('2026-04-04T00:00:00Z'), at('2026-04-05T00:00:00Z'), 'Australia/Lord_Howe');
    const lengths = bounds.slice(1).map(({ start }, index) => start - (bounds[index]?.start ?? 0));
    expect(lengths.every((length) => length >= hourMs / 4 && length <= 1.5 * hourMs)).toBe(true);
  });
});

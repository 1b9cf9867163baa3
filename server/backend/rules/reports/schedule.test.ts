// Proves: reports#period
import { dateAfter, daysOf, lastDate } from './schedule.ts';

const zone = 'Europe/Moscow';
const at = (text: string): number => Date.parse(text);
const iso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());
const monday = { period: 'week', fromDay: null, toDay: null, weekdays: [1], minute: 9 * 60 } as const;

test('the next date is the first of the weekdays after the time', () => {
  expect(iso(dateAfter(monday, at('2026-11-29T20:00:00Z'), zone))).toBe('2026-11-30T06:00:00.000Z');
  expect(iso(dateAfter(monday, at('2026-11-30T06:00:00Z'), zone))).toBe('2026-12-07T06:00:00.000Z');
  expect(iso(dateAfter({ ...monday, weekdays: [2, 5] }, at('2026-12-01T06:00:00Z'), zone))).toBe(
    '2026-12-04T06:00:00.000Z',
  );
  expect(dateAfter({ ...monday, weekdays: [] }, 0, zone)).toBeNull();
});

test('a report about a month is sent on the first of its weekdays in the month', () => {
  const month = { ...monday, period: 'month', weekdays: [1, 3] } as const;
  const first = dateAfter(month, at('2026-11-29T20:00:00Z'), zone);
  expect(iso(first)).toBe('2026-12-02T06:00:00.000Z');
  expect(iso(dateAfter(month, first ?? 0, zone))).toBe('2027-01-04T06:00:00.000Z');
});

test('a report about chosen days is sent once, when they are over', () => {
  const chosen = {
    ...monday,
    period: 'days',
    fromDay: '2026-12-01',
    toDay: '2026-12-10',
    weekdays: [1, 2, 3, 4, 5, 6, 7],
  } as const;
  const due = dateAfter(chosen, at('2026-11-29T20:00:00Z'), zone);
  expect(iso(due)).toBe('2026-12-11T06:00:00.000Z');
  expect(lastDate(chosen, due ?? 0, at('2027-01-01T00:00:00Z'), zone)).toEqual({ date: due, skipped: 0, next: null });
  expect(daysOf(chosen, due ?? 0, zone)).toEqual({ from: '2026-12-01', to: '2026-12-10' });
});

test('a time that a clock change skips is the moment of the change, and one that exists twice is used once', () => {
  const night = { ...monday, period: 'yesterday', weekdays: [1, 2, 3, 4, 5, 6, 7], minute: 2 * 60 + 30 } as const;
  const berlin = 'Europe/Berlin';
  // On 2026-03-29 the clock goes from 02:00 to 03:00, on 2026-10-25 from 03:00 to 02:00.
  expect(iso(dateAfter(night, at('2026-03-28T12:00:00Z'), berlin))).toBe('2026-03-29T01:00:00.000Z');
  const twice = dateAfter(night, at('2026-10-24T12:00:00Z'), berlin);
  expect(iso(dateAfter(night, twice ?? 0, berlin))).toBe('2026-10-26T01:30:00.000Z');
});

test('of several missed dates the last one counts, with the number of the others', () => {
  const due = at('2026-11-30T06:00:00Z');
  expect(lastDate(monday, due, at('2026-12-06T06:00:00Z'), zone)).toEqual({
    date: due,
    skipped: 0,
    next: at('2026-12-07T06:00:00Z'),
  });
  expect(lastDate(monday, due, at('2026-12-16T06:00:00Z'), zone)).toEqual({
    date: at('2026-12-14T06:00:00Z'),
    skipped: 2,
    next: at('2026-12-21T06:00:00Z'),
  });
});

test('periods are whole days that end before the date', () => {
  const due = at('2026-11-29T21:30:00Z');
  expect(daysOf({ ...monday, period: 'yesterday' }, due, zone)).toEqual({ from: '2026-11-29', to: '2026-11-29' });
  expect(daysOf(monday, due, zone)).toEqual({ from: '2026-11-23', to: '2026-11-29' });
  expect(daysOf(monday, at('2026-11-29T12:00:00Z'), zone)).toEqual({ from: '2026-11-16', to: '2026-11-22' });
  expect(daysOf({ ...monday, period: 'month' }, due, zone)).toEqual({ from: '2026-10-01', to: '2026-10-31' });
});

// Proves: analytics#url
import { lengthOf } from '../../../shared/rules/days.ts';
import { localDay } from '../../platform/zone-offset.ts';
import { parsePeriod } from './analytics-input.ts';

const today = '2026-11-22';

test.each([
  [{}, '2026-10-24', '2026-11-22'],
  [{ to: '2026-03-30' }, '2026-03-01', '2026-03-30'],
  [{ from: '2026-11-01' }, '2026-11-01', '2026-11-22'],
  [{ from: '2027-01-01' }, '2027-01-01', '2027-01-01'],
  [{ from: '2026-11-01T10:00:00+03:00', to: '2026-11-01T10:59:59.999+03:00' }, '2026-11-01', '2026-11-01'],
  [{ from: '2024-02-29', to: '2025-02-28' }, '2024-02-29', '2025-02-28'],
])('%j is the period from %s to %s', (query, from, to) => {
  const period = parsePeriod(query, today);
  expect(period).toMatchObject({ from, to, typed: { from, to }, error: null, shortened: false });
  expect(lengthOf(period)).toBeLessThanOrEqual(366);
});

test('a period of more than 366 days is its last 366, and keeps what was entered', () => {
  const query = { from: '2020-01-01', to: '2026-11-22' };
  const period = parsePeriod(query, today);
  expect(period).toEqual({ from: '2025-11-22', to: '2026-11-22', typed: query, error: null, shortened: true });
  expect(lengthOf(period)).toBe(366);
});

test.each([
  [{ from: '2026-02-03', to: '2026-02-01' }, 'order', { from: '2026-02-03', to: '2026-02-01' }],
  [{ from: '2026-02-31', to: '2026-03-01' }, 'day', { from: '2026-02-31', to: '2026-03-01' }],
  [{ to: 'вчера' }, 'day', { from: '', to: 'вчера' }],
])('%j is an error that keeps what was entered', (query, error, typed) => {
  expect(parsePeriod(query, today)).toMatchObject({ error, typed });
});

test('today is the local day', () => {
  expect(localDay(Date.parse('2026-11-21T21:00:00Z'), 'Europe/Moscow')).toBe('2026-11-22');
  expect(localDay(Date.parse('2026-11-22T20:59:59Z'), 'Europe/Moscow')).toBe('2026-11-22');
});

import { formatDate, formatDateTime, formatShownOfTotal } from './format.ts';

test('a time is shown in the console’s zone', () => {
  expect(formatDate('2026-11-01T22:30:00Z', 'Europe/Moscow')).toBe('02.11.2026');
  expect(formatDateTime('2026-11-01T22:30:00Z', 'Europe/Moscow')).toBe('02.11.2026, 01:30');
  expect(formatDateTime('2026-11-01T22:30:00Z', 'Asia/Yekaterinburg')).toBe('02.11.2026, 03:30');
});

test('a time that cannot be read is null, not a crash', () => {
  expect(formatDate('yesterday', 'Europe/Moscow')).toBeNull();
});

test('shown of total: 0 is a dash, -1 is infinity, thousands are grouped', () => {
  expect(formatShownOfTotal(0, 0)).toBe('0 / —');
  expect(formatShownOfTotal(100, -1)).toBe('100 / ∞');
  expect(formatShownOfTotal(100, 12_345)).toBe('100 / 12\u00a0345');
});

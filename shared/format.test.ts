import { formatCounted, formatDate, formatDateTime, formatShownOfTotal, type PluralForms } from './format.ts';

test('formatDate and formatDateTime use the given time zone', () => {
  expect(formatDate('2026-11-01T22:30:00Z', 'Europe/Moscow')).toBe('02.11.2026');
  expect(formatDateTime('2026-11-01T22:30:00Z', 'Europe/Moscow')).toBe('02.11.2026, 01:30');
  expect(formatDateTime('2026-11-01T22:30:00Z', 'Asia/Yekaterinburg')).toBe('02.11.2026, 03:30');
});

test('formatDate returns null for an invalid time', () => {
  expect(formatDate('yesterday', 'Europe/Moscow')).toBeNull();
});

test('formatDate is right for more times than it caches', () => {
  const days = Array.from({ length: 5000 }, (_, index) => new Date(Date.UTC(2020, 0, 1 + index)));
  for (const day of [...days, ...days]) {
    const [year, month, date] = day.toISOString().slice(0, 10).split('-');
    expect(formatDate(day.toISOString(), 'UTC')).toBe(`${date}.${month}.${year}`);
  }
});

test('formatShownOfTotal shows 0 as a dash and -1 as infinity, and groups thousands', () => {
  expect(formatShownOfTotal(0, 0)).toBe('0 / —');
  expect(formatShownOfTotal(100, -1)).toBe('100 / ∞');
  expect(formatShownOfTotal(100, 12_345)).toBe('100 / 12\u00a0345');
});

const posts: PluralForms = ['пост', 'поста', 'постов'];

test.each([
  [0, '0 постов'],
  [1, '1 пост'],
  [2, '2 поста'],
  [4, '4 поста'],
  [5, '5 постов'],
  [11, '11 постов'],
  [12, '12 постов'],
  [21, '21 пост'],
  [22, '22 поста'],
  [111, '111 постов'],
  [1001, '1\u00a0001 пост'],
  [2.5, '2,5 поста'],
])('%d is written as %s', (count, text) => {
  expect(formatCounted(count, posts)).toBe(text);
});

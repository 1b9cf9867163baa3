import { formatQuery, formatSort, orderOf, parseDay, parseId, parsePage, parseSort, toggleSort } from './list-query.ts';

const columns = ['word_id', 'text'] as const;
const fallback = { column: 'word_id', descending: true } as const;

test('formatSort returns the text that parseSort read', () => {
  for (const text of ['text', '-text', 'word_id', '-word_id']) {
    expect(formatSort(parseSort(text, columns, fallback))).toBe(text);
  }
});

test.each([undefined, '', '-', 'password', '--text', ['text']])('parseSort returns the default for %j', (value) => {
  expect(parseSort(value, columns, fallback)).toEqual(fallback);
});

test('toggleSort sorts ascending first and then descending', () => {
  const first = toggleSort<'word_id' | 'text'>(fallback, 'text');
  expect(first).toEqual({ column: 'text', descending: false });
  expect(toggleSort(first, 'text')).toEqual({ column: 'text', descending: true });
  expect(orderOf(first)).toEqual({ orderBy: 'text', orderDirection: 'ASC' });
});

test('parsePage returns 1 for an invalid page', () => {
  expect(['1', '7', '0', '-1', '1.5', 'x', undefined].map(parsePage)).toEqual([1, 7, 1, 1, 1, 1, 1]);
});

test('parseId accepts positive and negative integers', () => {
  expect(['7', '-7', '0', '1e3', '9'.repeat(16), undefined].map(parseId)).toEqual([7, -7, null, null, null, null]);
});

test('parseDay accepts only days that exist', () => {
  expect(['2026-02-28', '2026-02-30', '2026-13-01', '28.02.2026', ''].map(parseDay)).toEqual([
    '2026-02-28',
    null,
    null,
    null,
    null,
  ]);
});

test('formatQuery omits empty values', () => {
  expect(formatQuery({ a: 1, b: '', c: null, d: undefined, e: 'ё&' })).toBe('?a=1&e=%D1%91%26');
  expect(formatQuery({ b: '' })).toBe('');
});

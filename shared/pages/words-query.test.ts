// Proves: phrases#filters-of-phrases
import { formatQuery } from '../list-query.ts';
import { formatWordFilters, hasWordFilters, parseWordFilters } from './words-query.ts';

const query = { text: ' метро ', state: 'freeze', health: 'silent', client: 'город', show: 'deleted' };

test('an administrator has all filters, and the address keeps them', () => {
  const filters = parseWordFilters(query, 'admin', 'own');
  expect(filters).toEqual({ text: 'метро', state: 'freeze', health: 'silent', client: 'город', deleted: true });
  const address = formatQuery(formatWordFilters(filters));
  expect(parseWordFilters(Object.fromEntries(new URLSearchParams(address)), 'admin', 'own')).toEqual(filters);
});

test('a client can filter neither by client nor by deletion', () => {
  expect(parseWordFilters(query, 'client', 'own')).toEqual({
    text: 'метро',
    state: 'freeze',
    health: 'silent',
    client: null,
    deleted: null,
  });
});

test('with an existing backend there are no filters', () => {
  expect(hasWordFilters(parseWordFilters(query, 'admin', 'specified'))).toBe(false);
});

test.each([
  [{ text: ['a', 'b'] }],
  [{ text: '\ud800' }],
  [{ text: ' \0 ' }],
  [{ state: 'gone' }],
  [{ health: 'ill' }],
  [{ show: 'all' }],
])('%j filters nothing', (source) => {
  expect(hasWordFilters(parseWordFilters(source, 'admin', 'own'))).toBe(false);
});

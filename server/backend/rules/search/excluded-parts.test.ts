import { excludedParts, isExcluded, type SearchQuery } from './query-tree.ts';
import { parseSearchQuery } from './search-query.ts';

const partsOf = (typed: string) => {
  const query = parseSearchQuery(typed);
  return query ? excludedParts(query) : [];
};

test.each([
  ['метро', []],
  ['метро -сбой', [['сбой', 'метро']]],
  [
    'метро -«авария в метро» -(а OR б)',
    [
      ['«авария в метро»', 'метро -(а OR б)'],
      ['(а OR б)', 'метро -«авария в метро»'],
    ],
  ],
  [
    '(метро -сбой) OR (дороги -ремонт)',
    [
      ['сбой', 'метро OR (дороги -ремонт)'],
      ['ремонт', '(метро -сбой) OR дороги'],
    ],
  ],
  ['метро OR -сбой', []],
] as const)('%s: %j', (typed, expected) => {
  expect(partsOf(typed)).toEqual(expected.map(([text, rest]) => ({ text, rest: parseSearchQuery(rest) })));
});

test('without its only part a search is empty', () => {
  expect(partsOf('-сбой')).toEqual([{ text: 'сбой', rest: null }]);
});

test.each([
  ['метро -сбой', 'Сбой на линии', true],
  ['метро -сбой', 'Открыли станцию', false],
  ['(метро -сбой) OR дороги', 'Сбой на линии', false],
  ['(метро -сбой) OR (дороги -сбой)', 'Сбой на линии', true],
  ['метро', 'Сбой на линии', false],
])('whether a minus of «%s» excludes «%s»: %j', (typed, text, expected) => {
  expect(isExcluded(text, parseSearchQuery(typed) as SearchQuery)).toBe(expected);
});

import { excludedParts } from './query-tree.ts';
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

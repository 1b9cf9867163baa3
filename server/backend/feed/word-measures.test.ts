// Proves: phrases#card-of-a-phrase
import fc from 'fast-check';
import { findOverlaps, indexRows } from './word-measures.ts';

type Row = readonly [story: number, word: number];

/** Rows of the stories from `first` to `last` under the phrase. */
const under = (word: number, first: number, last: number): Row[] =>
  Array.from({ length: last - first + 1 }, (_, index) => [first + index, word] as const);

test.each([
  [
    '9 of 10 stories are under the other phrase',
    [...under(1, 1, 10), ...under(2, 2, 30)],
    [{ otherId: 2, stories: 9 }],
  ],
  ['8 of 10 are', [...under(1, 1, 10), ...under(2, 3, 30)], []],
  ['all of 9 are', [...under(1, 1, 9), ...under(2, 1, 30)], []],
  ['stories have several rows', [...under(1, 1, 10), ...under(1, 1, 10), ...under(2, 1, 5), ...under(2, 1, 5)], []],
  [
    'several phrases overlap',
    [...under(1, 1, 20), ...under(2, 1, 18), ...under(3, 1, 20), ...under(4, 1, 20)],
    [
      { otherId: 3, stories: 20 },
      { otherId: 4, stories: 20 },
      { otherId: 2, stories: 18 },
    ],
  ],
])('the overlaps of a phrase when %s', (_, rows, overlaps) => {
  expect(findOverlaps(indexRows(rows), 1)).toEqual(overlaps);
});

test('overlaps and counts equal a naive computation', () => {
  const row = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 6 }));
  fc.assert(
    fc.property(fc.array(row, { maxLength: 400 }), (rows) => {
      const index = indexRows(rows);
      const storiesOf = (word: number) => new Set(rows.filter((row) => row[1] === word).map(([story]) => story));
      for (let word = 1; word <= 6; word += 1) {
        const own = storiesOf(word);
        const naive = [1, 2, 3, 4, 5, 6]
          .map((otherId) => ({ otherId, stories: [...storiesOf(otherId)].filter((story) => own.has(story)).length }))
          .filter(({ otherId, stories }) => otherId !== word && own.size >= 10 && stories * 10 >= own.size * 9)
          .sort((a, b) => b.stories - a.stories || a.otherId - b.otherId);
        expect(findOverlaps(index, word)).toEqual(naive);
        expect(index.rowsOfWord.get(word) ?? 0).toBe(rows.filter((row) => row[1] === word).length);
      }
    }),
  );
});

// Proves: phrases#check-of-the-query
import { chooseMinusWords, findCandidates, proposalsMax } from './minus-words.ts';

const wordsOf = (rejected: readonly string[], others: readonly string[], wanted: string[] = []) =>
  findCandidates(rejected, others, new Set(wanted)).map(({ word }) => word);

describe('candidates', () => {
  test('are words of at least three rejected texts, in their most frequent form', () => {
    const rejected = ['Матч и гол', 'Матча ждут', 'Перед матчем', 'После матча', 'Гол'];
    expect(wordsOf(rejected, ['Мост'])).toEqual(['матча']);
  });

  test('are neither function words, short words, numbers, nor words of the search', () => {
    const rejected = Array.from({ length: 3 }, () => 'Это для 2026 г ФК Спартак и ЦСКА');
    expect(wordsOf(rejected, [], ['спартак'])).toEqual(['цска']);
  });

  test('are rare in the other texts', () => {
    const rejected = ['гол матч', 'гол матч', 'гол матч'];
    const others = Array.from({ length: 100 }, (_, index) => (index < 5 ? 'гол' : 'мост'));
    expect(wordsOf(rejected, others)).toEqual(['матч']);
  });
});

/** A story for each entry, with one row; the words that its row has. */
function choose(stories: readonly { words: string; isRejected: boolean }[], isAllowed = () => true) {
  const found = { storyOf: stories.map((_, story) => story), isRejected: stories.map(({ isRejected }) => isRejected) };
  const names = [...new Set(stories.flatMap(({ words }) => words.split(' ')))].filter((name) => name !== '').sort();
  const words = names.map((word) => ({
    word,
    rows: [...stories.keys()].filter((row) => stories[row]?.words.split(' ').includes(word)),
  }));
  return chooseMinusWords(found, words, isAllowed).map(({ word, gain, loss }) => ({ word, gain, loss }));
}

const many = (count: number, words: string, isRejected: boolean) =>
  Array.from({ length: count }, () => ({ words, isRejected }));

describe('chosen words', () => {
  test('remove three rejected stories or more', () => {
    expect(choose([...many(2, 'гол', true), ...many(3, 'шайба', true)])).toEqual([{ word: 'шайба', gain: 3, loss: 0 }]);
  });

  test('remove stories that the words before them leave', () => {
    const stories = [...many(5, 'гол матч', true), ...many(2, 'гол', true), ...many(3, 'ринг', true)];
    expect(choose(stories)).toEqual([
      { word: 'гол', gain: 7, loss: 0 },
      { word: 'ринг', gain: 3, loss: 0 },
    ]);
  });

  test('together remove at most 2 % of the other stories', () => {
    const rejected = [...many(30, 'ринг', true), ...many(29, 'гол', true), ...many(15, 'бой', true)];
    const others = [...many(1, 'ринг', false), ...many(1, 'гол', false)];
    expect(choose([...rejected, ...others, ...many(97, '', false)])).toEqual([
      { word: 'ринг', gain: 30, loss: 1 },
      { word: 'бой', gain: 15, loss: 0 },
    ]);
    expect(choose([...rejected, ...others, ...many(98, '', false)])).toEqual([
      { word: 'ринг', gain: 30, loss: 1 },
      { word: 'гол', gain: 29, loss: 1 },
      { word: 'бой', gain: 15, loss: 0 },
    ]);
  });

  test('are at most eight', () => {
    const stories = Array.from({ length: 12 }, (_, index) => many(3, `слово${index}`, true)).flat();
    expect(choose(stories)).toHaveLength(proposalsMax);
  });

  test('are allowed', () => {
    expect(choose(many(3, 'гол', true), () => false)).toEqual([]);
  });
});

test('a story is removed when all its rows have the word', () => {
  const found = { storyOf: [0, 0, 1, 2, 3], isRejected: [true, true, true, true] };
  const [all] = chooseMinusWords(found, [{ word: 'гол', rows: [0, 2, 3, 4] }], () => true);
  expect(all).toMatchObject({ gain: 3, gone: [1, 2, 3] });
  const [more] = chooseMinusWords(found, [{ word: 'гол', rows: [0, 1, 2, 3, 4] }], () => true);
  expect(more).toMatchObject({ gain: 4, gone: [0, 1, 2, 3] });
});

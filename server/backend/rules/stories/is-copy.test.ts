// Proves: query-language#forms-and-numbers, stories#stories
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type FoldedText, foldPostText } from './folded-text.ts';
import { isCopy } from './is-copy.ts';

type Pair = { kind: string; texts: [string, string] };
/** Written by hand: copies as people and editors make them, and different posts that look alike. */
const pairs: Record<'copies' | 'different', Pair[]> = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'text-pairs.json'), 'utf8'),
);

const fold = (text: string) => foldPostText(text) as FoldedText;

/** Whether the second text would join the story of the first: it is found by its keys, and judged a copy. */
function joins([first, second]: [string, string]): boolean {
  const [a, b] = [fold(first), fold(second)];
  const isFound = a.key === b.key || a.bands.filter((band) => b.bands.includes(band)).length >= 2;
  return isFound && isCopy(a, b);
}

const kindsOf = (wanted: Pair[]) => wanted.map(({ kind }) => kind).sort();

describe('pairs of texts', () => {
  test('43 of 50 copies join; copies that are much shorter or retold do not', () => {
    const missed = pairs.copies.filter(({ texts }) => !joins(texts));
    expect([pairs.copies.length, missed.length]).toEqual([50, 7]);
    expect(kindsOf(missed)).toEqual(['cut', 'cut', 'cut half', 'cut half', 'retold', 'short', 'word']);
  });

  test('of 50 different posts only those join that differ in one word, which is neither a number nor a name', () => {
    const joined = pairs.different.filter(({ texts }) => joins(texts));
    expect([pairs.different.length, kindsOf(joined)]).toEqual([50, ['word', 'word']]);
  });

  test('soft hyphens and zero-width spaces inside words make no difference', () => {
    for (const [text] of pairs.copies.map(({ texts }) => texts)) {
      const hyphenated = text.replace(/(?<=\p{L}{2})(?=\p{L}{2})/gu, '\u00AD\u200B');
      expect([hyphenated.length > text.length, fold(hyphenated).key]).toEqual([true, fold(text).key]);
    }
  });

  test('the order of a pair does not matter', () => {
    const reversed = [...pairs.copies, ...pairs.different].filter(
      ({ texts: [first, second] }) => joins([first, second]) !== joins([second, first]),
    );
    expect(reversed).toEqual([]);
  });
});

test.each([
  ['Подробнее: https://example.ru/1', 'Подробнее: https://example.ru/2'],
  ['Концерт 12 марта', 'Концерт 13 марта'],
  ['Сдам гараж', 'Сдам гараж у рынка'],
])('short texts are copies only when they are equal: «%s» and «%s»', (a, b) => {
  expect(joins([a, b])).toBe(false);
  expect(joins([a, `${a}!!!`])).toBe(true);
});

test.each([null, '', '🔥🔥', '!!!'])('%j has no word, so it is not a copy', (text) => {
  expect(foldPostText(text)).toBeNull();
});

/** Keys are stored: texts of earlier releases must still be found. */
test('keys and hashes never change', () => {
  const long = fold(
    'Жители Самары жалуются на отключение горячей воды: её обещают вернуть 25 ноября, подробности на example.ru',
  );
  expect(long.key).toBe(2_997_871_063_991_531);
  expect(long.bands).toEqual([
    2_423_992_320_127_991, 2_717_653_503_115_038, 3_940_121_988_199_451, 938_634_013_377_646, 2_433_750_967_020_084,
    1_306_527_045_129_472, 4_030_224_398_056_079, 2_456_175_034_290_885,
  ]);
  expect([...long.shingles.subarray(0, 3)]).toEqual([248_251_943, 555_390_371, 988_231_871]);
  expect(fold('Нет воды #самара').key).toBe(915_909_890_692_963);
});

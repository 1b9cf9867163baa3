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
  test('43 of 50 copies join; those that are much shorter or retold do not', () => {
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

test.each([null, '', '🔥🔥', '!!!'])('%j has no word, so it is no copy', (text) => {
  expect(foldPostText(text)).toBeNull();
});

// Proves: collection#walls
import fc from 'fast-check';
import { createPhraseMatcher } from './match-phrases.ts';
import { matchesSearch } from './query-tree.ts';
import { parseSearchQuery } from './search-query.ts';

const word = fc.constantFrom('выборы', 'метро', 'ремонт', 'станция', 'вода', 'ёлка');
const part = fc.oneof(
  word,
  word.map((one) => `-${one}`),
  fc.tuple(word, word).map(([a, b]) => `"${a} ${b}"`),
  fc.tuple(word, word).map(([a, b]) => `(${a} | ${b})`),
  fc.tuple(word, word).map(([a, b]) => `(${a} | -${b})`),
);
const phrase = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' '));

test('many phrases match a text exactly as each of them alone', () => {
  fc.assert(
    fc.property(fc.array(phrase, { maxLength: 12 }), fc.array(word, { maxLength: 8 }), (texts, words) => {
      const text = words.join(' ');
      const phrases = texts.map((one, index) => ({ wordId: index + 1, text: one }));
      const expected = phrases.filter((one) => {
        const query = parseSearchQuery(one.text);
        return query !== null && matchesSearch(text, query);
      });
      const found = createPhraseMatcher(phrases)(text).sort((a, b) => a - b);
      expect(found).toEqual(expected.map(({ wordId }) => wordId));
    }),
  );
});

test('a text is compared only with phrases that share a word with it', () => {
  const phrases = Array.from({ length: 10_000 }, (_, index) => ({
    wordId: index + 1,
    text: `дом${index} улица${index}`,
  }));
  const match = createPhraseMatcher(phrases);
  expect(match('Прорвало трубу: дом77 на улица77 без воды')).toEqual([78]);
  expect(match('')).toEqual([]);
});

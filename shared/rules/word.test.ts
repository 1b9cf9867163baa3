// Proves: collection#posts, phrases#text-of-a-phrase
import { cleanWordText, matchWords, suggestWords, wordTextError } from './word.ts';

test('a phrase needs a text of at most 255 characters', () => {
  expect(wordTextError('  ')).toBe('Введите текст');
  expect(wordTextError('ремонт дорог')).toBeNull();
  expect(wordTextError('ё'.repeat(256))).toContain('255');
});

test.each([
  ['zero width space', '\u200B'],
  ['zero width joiners', '\u200C\u200D\u2060\uFEFF'],
  ['soft hyphen', '\u00AD'],
  ['bidirectional marks', '\u200E\u200F\u061C\u202E\u2066'],
  ['variation selectors', '\uFE0F\u{E0101}'],
  ['no-break spaces', '\u00A0\u202F\u3000'],
  ['control characters', '\u0001\u007F\u0085'],
  ['Hangul fillers', '\u115F\u3164\uFFA0'],
  ['combining grapheme joiner and braille blank', '\u034F\u2800'],
])('a phrase of only invisible characters is empty: %s', (_name, characters) => {
  expect(wordTextError(` ${characters} `)).toBe('Введите текст');
  expect(wordTextError(`${characters}а${characters}`)).toBeNull();
});

test('characters that separate lines become spaces in a phrase', () => {
  expect(cleanWordText('ремонт\vдорог\f и\u0085мостов\r\n')).toBe('ремонт дорог и мостов');
});

test('dashes that can only be a minus become one, and others stay', () => {
  expect(cleanWordText('–а −"б" (—в |―(г)) ‒#д －5')).toBe('-а -"б" (-в |-(г)) -#д -5');
  expect(cleanWordText('метро – центр, север–юг, –!')).toBe('метро – центр, север–юг, –!');
});

const existing = (...texts: string[]) => texts.map((text) => ({ text }));
const suggest = (texts: string[], typed: string) => suggestWords(existing(...texts), typed).map(({ text }) => text);

test('suggestWords returns at most 8 phrases that contain the text in any case, without the exact match', () => {
  const texts = ['Ремонт дорог', 'ремонт', ...Array.from({ length: 20 }, (_, index) => `ремонт ${index}`)];
  const suggestions = suggest(texts, ' РЕМОНТ ');
  expect(suggestions).toHaveLength(8);
  expect(suggestions[0]).toBe('Ремонт дорог');
  expect(suggestions).not.toContain('ремонт');
  expect(suggest(texts, ' ')).toEqual([]);
});

test('suggestWords treats ё and е as equal', () => {
  expect(suggest(['Новогодняя ёлка', 'ёлка', 'елка в парке'], 'елка')).toEqual(['Новогодняя ёлка', 'елка в парке']);
  expect(suggest(['ЕЛКА В ПАРКЕ'], 'ёлка')).toEqual(['ЕЛКА В ПАРКЕ']);
});

test('matchWords returns the exact match first', () => {
  const texts = [...Array.from({ length: 20 }, (_, index) => `ёлка ${index}`), 'Елка'];
  const matches = matchWords(existing(...texts), 'ёлка').map(({ text }) => text);
  expect(matches).toHaveLength(8);
  expect(matches.slice(0, 2)).toEqual(['Елка', 'ёлка 0']);
  expect(matchWords(existing(...texts), '')).toEqual([]);
});

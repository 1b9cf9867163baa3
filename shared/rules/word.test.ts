import { suggestWords, wordTextError } from './word.ts';

test('a phrase needs a text', () => {
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
])('a phrase of invisible characters alone is empty: %s', (_name, characters) => {
  expect(wordTextError(` ${characters} `)).toBe('Введите текст');
  expect(wordTextError(`${characters}а${characters}`)).toBeNull();
});

test('suggestions contain the text whatever the case, at most 8, never the exact match', () => {
  const existing = ['Ремонт дорог', 'ремонт', ...Array.from({ length: 20 }, (_, index) => `ремонт ${index}`)];
  const suggestions = suggestWords(existing, ' РЕМОНТ ');
  expect(suggestions).toHaveLength(8);
  expect(suggestions[0]).toBe('Ремонт дорог');
  expect(suggestions).not.toContain('ремонт');
  expect(suggestWords(existing, ' ')).toEqual([]);
});

test('suggestions do not tell ё from е', () => {
  expect(suggestWords(['Новогодняя ёлка', 'ёлка', 'елка в парке'], 'елка')).toEqual([
    'Новогодняя ёлка',
    'елка в парке',
  ]);
  expect(suggestWords(['ЕЛКА В ПАРКЕ'], 'ёлка')).toEqual(['ЕЛКА В ПАРКЕ']);
});

import { suggestWords, wordTextError } from './word.ts';

test('a phrase needs a text', () => {
  expect(wordTextError('  ')).toBe('Введите текст');
  expect(wordTextError('ремонт дорог')).toBeNull();
  expect(wordTextError('ё'.repeat(256))).toContain('255');
});

test('suggestions contain the text whatever the case, at most 8, never the exact match', () => {
  const existing = ['Ремонт дорог', 'ремонт', ...Array.from({ length: 20 }, (_, index) => `ремонт ${index}`)];
  const suggestions = suggestWords(existing, ' РЕМОНТ ');
  expect(suggestions).toHaveLength(8);
  expect(suggestions[0]).toBe('Ремонт дорог');
  expect(suggestions).not.toContain('ремонт');
  expect(suggestWords(existing, ' ')).toEqual([]);
});

// Proves: collection#comments
import { cleanText } from './clean-text.ts';
import { withoutNames } from './comment-text.ts';

test.each([
  ['[id123|Анна], спасибо', '@id123, спасибо'],
  ['Спросите [id123|Анну Петрову] и [id7:bp-45_678|Ивана]', 'Спросите @id123 и @id7'],
  ['Это @id123 (Анна) и *id7 (Иван (сосед)).', 'Это @id123 и @id7.'],
  ['[https://vk.com/id5|Пётр] и [vk.ru/id6|Мария]', '@id5 и @id6'],
  ['[https://vk.com/id5?from=search|Пётр] и [https://vk.com/id6/|Мария]', '@id5 и @id6'],
  ['[#alias|Пётр|https://vk.com/id5]', '@id5'],
  ['[id123|Анна] [id7|Иван]', '@id123 @id7'],
  ['[id123|]', '@id123'],
])('%s keeps IDs of people in place of their names', (text, expected) => {
  expect(withoutNames(text, false)).toBe(expected);
});

test.each([
  ['[id123|Анна], спасибо', 'спасибо'],
  [' @id123 (Анна)  спасибо', 'спасибо'],
  ['[id123|Анна], [id7|Иван]: спросите [id8|Олега]', 'спросите @id8'],
  ['[id123|Анна]', ''],
  ['Спасибо, [id123|Анна]', 'Спасибо, @id123'],
  ['@id123, спасибо', '@id123, спасибо'],
  ['[club1|Город], почините', '[club1|Город], почините'],
])('a reply %s loses the people whom it addresses', (text, expected) => {
  expect(withoutNames(text, true)).toBe(expected);
});

test('communities and other links keep their labels, and a second pass changes nothing', () => {
  const text =
    '[id1|Анна], см. [club5|Город] и [https://vk.com/page-1|правила], [identity|нет], a@id1 (x), @idea (Идея)';
  const once = withoutNames(text, false);
  expect(once).toBe(text.replace('[id1|Анна]', '@id1'));
  expect(withoutNames(once, true)).toBe(once);
  expect(cleanText(once)).toBe('@id1, см. Город и правила, [identity|нет], a@id1 (x), @idea (Идея)');
});

test('long hostile texts take no time', () => {
  const started = performance.now();
  for (const part of [
    '[id1|',
    '@id1 (',
    '@id1 ((',
    '[https://vk.com/id',
    '[#alias|',
    '[https://vk.com/id1?',
    ' ,',
    '[id1|a],',
  ]) {
    withoutNames(part.repeat(20_000), true);
  }
  expect(performance.now() - started).toBeLessThan(5000);
});

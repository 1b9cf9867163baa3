// Proves: collection#posts
import { beginningOf, cleanText, limitText, lineOf, storableText, textMax } from './clean-text.ts';

describe('storableText', () => {
  test('removes NUL, control characters and lone surrogates', () => {
    expect(storableText('a\0b\u0007c\u0080d\ud800e\udc00f')).toBe('abcdef');
  });

  test('replaces control characters that separate lines by spaces', () => {
    expect(storableText('a\vb\fc\u0085d')).toBe('a b c d');
  });

  test('keeps tabs, line breaks as line feeds, and whole emoji', () => {
    expect(storableText('a\tb\r\nc\rd\n👩‍🚀')).toBe('a\tb\nc\nd\n👩‍🚀');
  });

  test.each([null, undefined, '', ' \n ', '\0'])('returns null for the blank text %j', (text) => {
    expect(storableText(text)).toBeNull();
  });
});

describe('cleanText', () => {
  test.each([
    ['&lt;b&gt; &quot;Q&quot; &amp; &#39;x&#39;', `<b> "Q" & 'x'`],
    ['&#127183;&#x1F600;', '🃏😀'],
    ['&#55357;&#56832;', '😀'],
    ['&laquo;Да&raquo;&nbsp;&mdash; &hellip;', '«Да»\u00a0— …'],
  ])('decodes the entities of %s', (text, expected) => {
    expect(cleanText(text)).toBe(expected);
  });

  test('decodes once', () => {
    expect(cleanText('&amp;lt; &amp;amp;')).toBe('&lt; &amp;');
  });

  test.each(['AT&T; R&D', '&bogus; & &;', '&#1114112;'])('keeps %s, which is not an entity', (text) => {
    expect(cleanText(text)).toBe(text);
  });

  test('removes characters that entities must not bring in', () => {
    expect(cleanText('a&#0;b&#55357;c')).toBe('abc');
  });

  test.each([
    ['[id1|Павел] и [club22822305|Команда]', 'Павел и Команда'],
    ['[public7|Газета], [event5|Встреча]', 'Газета, Встреча'],
    ['читайте [https://vk.com/wall-1_2|здесь] и там', 'читайте здесь и там'],
    ['[#alias|подробнее|https://vk.com/app1]', 'подробнее'],
    ['[id1:bp-2_3|Имя], спасибо', 'Имя, спасибо'],
    ['[club1|Q&amp;A]', 'Q&A'],
  ])('reduces the links of %s to their labels', (text, expected) => {
    expect(cleanText(text)).toBe(expected);
  });

  test.each(['[a|b]', 'массив[0]', '[id|x]', '[id1|]', '[видео]'])('keeps %s, which is not a link', (text) => {
    expect(cleanText(text)).toBe(text);
  });

  test('does not read a bracket that was written as an entity as a link', () => {
    expect(cleanText('&#91;id1|Имя&#93;')).toBe('[id1|Имя]');
  });

  test('reads 100,000 open brackets in linear time', () => {
    const text = '[id1|'.repeat(20_000);
    expect(cleanText(text)).toBe(text);
  });
});

describe('limitText', () => {
  const mark = '… (текст сокращён)';
  const room = textMax - mark.length;

  test('keeps a text of the maximum length, and cuts a longer one to it with a mark', () => {
    const longest = 'ж'.repeat(textMax);
    expect(limitText(longest)).toBe(longest);
    expect(limitText(`${longest}ж`)).toBe('ж'.repeat(room) + mark);
    expect(limitText(null)).toBeNull();
  });

  test('never leaves half of a character', () => {
    const text = 'ж'.repeat(room - 1) + '😀'.repeat(textMax);
    expect(limitText(text)).toBe('ж'.repeat(room - 1) + mark);
  });
});

test('a line has no line breaks, direction marks, lone surrogates or surrounding blanks', () => {
  expect(lineOf(' \u202eПервая\r\n\n\tвторая\u2028третья\ud83d\u0007 ')).toBe('Первая вторая третья\ufffd');
});

test('the beginning of a text counts characters, and ends with an ellipsis only when something is missing', () => {
  expect(beginningOf('Вода\nесть', 9)).toBe('Вода есть');
  expect(beginningOf('Вода есть', 5)).toBe('Вода…');
  expect(beginningOf('😀😀😀', 2)).toBe('😀😀…');
});

import fc from 'fast-check';
import { escapeHighlighted, parseHighlighted } from './highlight.ts';

const textOf = (html: string) =>
  parseHighlighted(html)
    .map((part) => part.text)
    .join('');

describe('parseHighlighted', () => {
  test('marks become marked parts', () => {
    expect(parseHighlighted('Итоги <mark>выборов</mark> &amp; прогноз')).toEqual([
      { text: 'Итоги ', marked: false },
      { text: 'выборов', marked: true },
      { text: ' & прогноз', marked: false },
    ]);
  });

  test('a foreign tag stays text', () => {
    const html = '<script>alert(1)</script><mark onclick="x">a</mark>';
    expect(textOf(html)).toBe('<script>alert(1)</script><mark onclick="x">a');
  });

  test('an unclosed mark runs to the end, a stray end changes nothing', () => {
    expect(parseHighlighted('a</mark><mark>b')).toEqual([
      { text: 'a', marked: false },
      { text: 'b', marked: true },
    ]);
  });

  test('a doubly escaped text is unescaped once', () => {
    expect(textOf('&amp;lt;mark&amp;gt;')).toBe('&lt;mark&gt;');
  });

  test('any escaped text is read back as it was', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => textOf(escapeHighlighted(text)) === text));
  });
});

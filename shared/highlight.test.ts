import fc from 'fast-check';
import { escapeHighlighted, parseHighlighted, truncateHighlighted } from './highlight.ts';

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

describe('truncateHighlighted', () => {
  const plain = (text: string) => ({ text, marked: false });
  const marked = (text: string) => ({ text, marked: true });

  test('what is short enough stays as it is', () => {
    const parts = [plain('abc'), marked('de')];
    expect(truncateHighlighted(parts, 5)).toEqual(parts);
  });

  test('a longer text is cut and gets an ellipsis', () => {
    expect(truncateHighlighted([plain('abc'), marked('de'), plain('f')], 5)).toEqual([
      plain('abc'),
      marked('de'),
      plain('…'),
    ]);
    expect(truncateHighlighted([plain('ab cd')], 3)).toEqual([plain('ab…')]);
  });

  test('a mark is left out rather than cut', () => {
    expect(truncateHighlighted([plain('abc'), marked('def')], 4)).toEqual([plain('abc'), plain('…')]);
  });

  test('a mark with nothing before it is cut', () => {
    expect(truncateHighlighted([marked('abcdef')], 4)).toEqual([marked('abcd…')]);
  });

  test('a character of two units is never halved', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, max) => {
        const kept = truncateHighlighted([plain(text)], max).map((part) => part.text);
        const cut = kept.join('');
        return cut === text || ([...cut].length <= max + 1 && text.startsWith(cut.slice(0, -1)) && cut.isWellFormed());
      }),
    );
  });
});

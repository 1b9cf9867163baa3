// Proves: api#replies, feed#table
import fc from 'fast-check';
import { character } from '../test/support/arbitraries.ts';
import { hostileTexts } from '../test/support/xss-payloads.ts';
import { escapeHtml, excerptHighlighted, findMatches, markMatches, truncateHighlighted } from './highlight.ts';

const plain = (text: string) => ({ text, marked: false });
const marked = (text: string) => ({ text, marked: true });
const mark = (text: string, html: string) => markMatches(text, findMatches(text, html));
const textOf = (parts: readonly { text: string }[]) => parts.map((part) => part.text).join('');

/** Tags of search engines around a match. */
const tags: [open: string, close: string][] = [
  ['<mark>', '</mark>'],
  ['<em>', '</em>'],
  ['<b>', '</b>'],
  ['<strong>', '</strong>'],
  ['<em class="hlt1">', '</em>'],
  ["<b style='color: red'>", '</b>'],
  ['<mark data-match=1 >', '</mark >'],
  ['<STRONG>', '</STRONG>'],
];
const encodings: [name: string, encode: (text: string) => string][] = [
  ['plain', (text) => text],
  ['escaped', escapeHtml],
  ['escaped with numbers', (text) => text.replace(/[&<>"'/]/g, (sign) => `&#x${sign.charCodeAt(0).toString(16)};`)],
];

describe.each(encodings)('a highlight of %s text', (_name, encode) => {
  test.each(tags)('with %s marks the match', (open, close) => {
    const html = `${encode('Итоги "')}${open}${encode('выборов')}${close}${encode('" & прогноз <5')}`;
    expect(mark('Итоги "выборов" & прогноз <5', html)).toEqual([
      plain('Итоги "'),
      marked('выборов'),
      plain('" & прогноз <5'),
    ]);
  });

  test('marks the same parts as the source, for any text and any parts', () => {
    const part = fc.record({ text: fc.string({ unit: character, minLength: 1 }), marked: fc.boolean() });
    fc.assert(
      fc.property(fc.array(part), fc.constantFrom(...tags), (parts, [open, close]) => {
        const text = textOf(parts);
        // Unescaped tags in the text cannot be distinguished from marks with the same name.
        fc.pre(encode !== encodings[0]?.[1] || !text.includes('<'));
        const html = parts.map((each) => (each.marked ? open + encode(each.text) + close : encode(each.text))).join('');
        const marks = (list: { text: string; marked: boolean }[]) =>
          list.flatMap((each) => [...each.text].map(() => each.marked));
        expect(marks(mark(text, html))).toEqual(marks(parts));
      }),
    );
  });
});

describe('a highlight', () => {
  test('a fragment is marked at its position in the whole text', () => {
    expect(mark('Утром открыли метро в центре', 'открыли <em>метро</em>')).toEqual([
      plain('Утром открыли '),
      marked('метро'),
      plain(' в центре'),
    ]);
  });

  test('other tags in the text remain text', () => {
    expect(mark('<b>метро</b> и <i>парк</i>', '<b><em>метро</em></b> и <i>парк</i>')).toEqual([
      plain('<b>'),
      marked('метро'),
      plain('</b> и <i>парк</i>'),
    ]);
  });

  test.each([
    ['a different text', 'Открыли <em>метро</em>'],
    ['joined fragments', 'открыт <em>парк</em> … <em>парк</em>'],
    ['a tag that is not a mark', '<i>парк</i> открыт'],
    ['an empty highlight', ''],
  ])('nothing is marked for %s', (_name, html) => {
    expect(mark('Сегодня парк открыт', html)).toEqual([plain('Сегодня парк открыт')]);
  });

  test('nested, unclosed and stray tags are accepted', () => {
    expect(mark('abcd', 'a</em><em><em>b</em>c</em>d')).toEqual([plain('a'), marked('bc'), plain('d')]);
    expect(mark('abc', 'a<em>bc')).toEqual([plain('a'), marked('bc')]);
  });

  test('escaped text that looks like an entity is decoded once', () => {
    expect(mark('&lt;b&gt;', '&amp;lt;<b>b</b>&amp;gt;')).toEqual([plain('&lt;'), marked('b'), plain('&gt;')]);
  });

  test('an empty text has no parts', () => {
    expect(mark('', '<em>a</em>')).toEqual([]);
  });

  test('the parts always add up to the post’s text, for any highlight', () => {
    const piece = fc.oneof(
      fc.constantFrom(...tags.flat(), ...hostileTexts, '&', '&#1114112;', '&#x110000;', '&#0;', '<', '>', '<em', '</'),
      fc.string({ unit: character }),
    );
    const html = fc.array(piece).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(html, html, (text, highlight) => {
        expect(textOf(mark(text, highlight))).toBe(text);
        expect(textOf(mark(text, text + highlight))).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  test.each(['<em '.repeat(50_000), `<em ${' '.repeat(200_000)}`, '<em>'.repeat(50_000), '&#'.repeat(100_000)])(
    'a very long highlight that starts with %.10s is parsed in linear time',
    (html) => {
      expect(textOf(mark('текст', html))).toBe('текст');
    },
  );
});

describe('truncateHighlighted', () => {
  test('a short text is returned unchanged', () => {
    const parts = [plain('abc'), marked('de')];
    expect(truncateHighlighted(parts, 5)).toEqual(parts);
  });

  test('a longer text is cut and ends with an ellipsis', () => {
    expect(truncateHighlighted([plain('abc'), marked('de'), plain('f')], 5)).toEqual([
      plain('abc'),
      marked('de'),
      plain('…'),
    ]);
    expect(truncateHighlighted([plain('ab cd')], 3)).toEqual([plain('ab…')]);
  });

  test('a marked part that does not fit is omitted', () => {
    expect(truncateHighlighted([plain('abc'), marked('def')], 4)).toEqual([plain('abc'), plain('…')]);
  });

  test('a marked part at the beginning is cut', () => {
    expect(truncateHighlighted([marked('abcdef')], 4)).toEqual([marked('abcd…')]);
  });

  test('surrogate pairs are never split', () => {
    fc.assert(
      fc.property(fc.string({ unit: character }), fc.nat(20), (text, max) => {
        const kept = truncateHighlighted([plain(text)], max).map((part) => part.text);
        const cut = kept.join('');
        return cut === text || ([...cut].length <= max + 1 && text.startsWith(cut.slice(0, -1)) && cut.isWellFormed());
      }),
    );
  });
});

describe('excerptHighlighted', () => {
  const words = (count: number) => 'слово '.repeat(count);

  test('a match that begins early is shown where it is', () => {
    const parts = [plain(words(20)), marked('метро'), plain(words(50))];
    expect(excerptHighlighted(parts, 200)).toEqual(truncateHighlighted(parts, 200));
  });

  test('a match below the cut is shown after the first words and the words before it', () => {
    const shown = excerptHighlighted([plain(`Начало ${words(100)}рядом с `), marked('метро'), plain(words(50))], 300);
    expect(shown[0]?.text).toMatch(/^Начало (слово ?){8} … (слово ){8}рядом с $/);
    expect(shown[1]).toEqual(marked('метро'));
    expect(shown[2]?.text).toMatch(/…$/);
  });

  test('surrogate pairs are never split', () => {
    const [shown] = excerptHighlighted([plain(`a${'😀'.repeat(100)}`), marked('метро')], 300);
    expect(shown?.text.isWellFormed()).toBe(true);
  });
});

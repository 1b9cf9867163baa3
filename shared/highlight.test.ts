import fc from 'fast-check';
import { hostileTexts } from '../test/support/xss-payloads.ts';
import { escapeHighlighted, markMatches, truncateHighlighted } from './highlight.ts';

const plain = (text: string) => ({ text, marked: false });
const marked = (text: string) => ({ text, marked: true });
const textOf = (parts: readonly { text: string }[]) => parts.map((part) => part.text).join('');

/** What search engines put around a match. */
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
  ['escaped', escapeHighlighted],
  ['escaped with numbers', (text) => text.replace(/[&<>"'/]/g, (sign) => `&#x${sign.charCodeAt(0).toString(16)};`)],
];

describe.each(encodings)('a highlight of %s text', (_name, encode) => {
  test.each(tags)('with %s is read', (open, close) => {
    const html = `${encode('Итоги "')}${open}${encode('выборов')}${close}${encode('" & прогноз <5')}`;
    expect(markMatches('Итоги "выборов" & прогноз <5', html)).toEqual([
      plain('Итоги "'),
      marked('выборов'),
      plain('" & прогноз <5'),
    ]);
  });

  test('of any text, with any parts of it marked, marks these parts', () => {
    const part = fc.record({ text: fc.string({ unit: 'binary', minLength: 1 }), marked: fc.boolean() });
    fc.assert(
      fc.property(fc.array(part), fc.constantFrom(...tags), (parts, [open, close]) => {
        const text = textOf(parts);
        // A text that holds tags of the same name unescaped cannot be told from its marks.
        fc.pre(encode !== encodings[0]?.[1] || !text.includes('<'));
        const html = parts.map((each) => (each.marked ? open + encode(each.text) + close : encode(each.text))).join('');
        const marks = (list: { text: string; marked: boolean }[]) =>
          list.flatMap((each) => [...each.text].map(() => each.marked));
        expect(marks(markMatches(text, html))).toEqual(marks(parts));
      }),
    );
  });
});

describe('markMatches', () => {
  test('a fragment marks its place in the whole text', () => {
    expect(markMatches('Утром открыли метро в центре', 'открыли <em>метро</em>')).toEqual([
      plain('Утром открыли '),
      marked('метро'),
      plain(' в центре'),
    ]);
  });

  test('other tags of the text stay its text', () => {
    expect(markMatches('<b>метро</b> и <i>парк</i>', '<b><em>метро</em></b> и <i>парк</i>')).toEqual([
      plain('<b>'),
      marked('метро'),
      plain('</b> и <i>парк</i>'),
    ]);
  });

  test.each([
    ['another text', 'Открыли <em>метро</em>'],
    ['fragments that are joined', 'открыт <em>парк</em> … <em>парк</em>'],
    ['a tag that is no mark', '<i>парк</i> открыт'],
    ['nothing', ''],
    ['null', null],
  ])('%s marks nothing', (_name, html) => {
    expect(markMatches('Сегодня парк открыт', html)).toEqual([plain('Сегодня парк открыт')]);
  });

  test('nested, unclosed and stray tags are read', () => {
    expect(markMatches('abcd', 'a</em><em><em>b</em>c</em>d')).toEqual([plain('a'), marked('bc'), plain('d')]);
    expect(markMatches('abc', 'a<em>bc')).toEqual([plain('a'), marked('bc')]);
  });

  test('an escaped text that reads like an entity is decoded once', () => {
    expect(markMatches('&lt;b&gt;', '&amp;lt;<b>b</b>&amp;gt;')).toEqual([plain('&lt;'), marked('b'), plain('&gt;')]);
  });

  test('a text without characters has no parts', () => {
    expect(markMatches('', '<em>a</em>')).toEqual([]);
  });

  test('whatever the highlight is, the parts are the post’s own text', () => {
    const piece = fc.oneof(
      fc.constantFrom(...tags.flat(), ...hostileTexts, '&', '&#1114112;', '&#x110000;', '&#0;', '<', '>', '<em', '</'),
      fc.string({ unit: 'binary' }),
    );
    const html = fc.array(piece).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(html, html, (text, highlight) => {
        expect(textOf(markMatches(text, highlight))).toBe(text);
        expect(textOf(markMatches(text, text + highlight))).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  test.each(['<em '.repeat(50_000), `<em ${' '.repeat(200_000)}`, '<em>'.repeat(50_000), '&#'.repeat(100_000)])(
    'an endless highlight that begins with %.10s is read in linear time',
    (html) => {
      expect(textOf(markMatches('текст', html))).toBe('текст');
    },
  );
});

describe('truncateHighlighted', () => {
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

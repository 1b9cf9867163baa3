import fc from 'fast-check';
import { markMatches } from '../../../shared/highlight.ts';
import { highlight } from './highlight.ts';
import { parseSearchQuery } from './search-query.ts';

const mark = (text: string, ...typed: string[]) =>
  highlight(
    text,
    typed.flatMap((one) => parseSearchQuery(one) ?? []),
  );

describe('highlight', () => {
  test('every form of a word is marked', () => {
    expect(mark('Выборы, выборам и выбор', 'выборы')).toBe(
      '<mark>Выборы</mark>, <mark>выборам</mark> и <mark>выбор</mark>',
    );
  });

  test('a phrase in quotes is marked only where its words stand together', () => {
    expect(mark('новой станции нет, станция новая', '"новая станция"')).toBe(
      '<mark>новой станции</mark> нет, станция новая',
    );
  });

  test('phrases that overlap give one mark', () => {
    expect(mark('новая станция метро', '"новая станция"', '"станция метро"')).toBe('<mark>новая станция метро</mark>');
  });

  test('an excluded word is not marked', () => {
    expect(mark('метро и автобус', 'метро -автобус')).toBe('<mark>метро</mark> и автобус');
  });

  test('markup in the text is escaped', () => {
    expect(mark('<img src=x onerror="a"> & метро', 'метро')).toBe(
      '&lt;img src=x onerror=&quot;a&quot;&gt; &amp; <mark>метро</mark>',
    );
  });

  test('any text and search give no tag but mark, and reading it returns the text', () => {
    const word = fc.constantFrom('метро', 'выборы', '<mark>', '</mark>', '"', '&lt;', '<b>', '-сбой');
    const text = fc.array(fc.oneof(word, fc.string({ unit: 'binary' }))).map((parts) => parts.join(' '));
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 2 }), (original, typed) => {
        const html = mark(original, ...typed);
        expect(html.replace(/<\/?mark>/g, '')).not.toMatch(/[<>"']/);
        expect((html.match(/<mark>/g) ?? []).length).toBe((html.match(/<\/mark>/g) ?? []).length);
        const read = markMatches(original, html)
          .map((part) => part.text)
          .join('');
        expect(read).toBe(original);
      }),
      { numRuns: 500 },
    );
  });
});

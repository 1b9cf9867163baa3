// Proves: query-language#forms-and-numbers, query-language#operators
import fc from 'fast-check';
import { findMatches, markMatches, readHighlighted } from '../../../../shared/highlight.ts';
import { character } from '../../../../test/support/arbitraries.ts';
import { highlight } from './highlight.ts';
import { parseSearchQuery } from './search-query.ts';

const mark = (text: string, ...typed: string[]) =>
  highlight(
    text,
    typed.flatMap((one) => parseSearchQuery(one) ?? []),
  );

describe('highlight', () => {
  test('marks every form of a word', () => {
    expect(mark('Выборы, выборам и выбор', 'выборы')).toBe(
      '<mark>Выборы</mark>, <mark>выборам</mark> и <mark>выбор</mark>',
    );
  });

  test('marks a word with soft hyphens and a grouped number as they are written', () => {
    expect(mark('На вок\u00ADза\u200Bлах 1\u00A0000 человек', 'вокзал 1000')).toBe(
      'На <mark>вок\u00ADза\u200Bлах</mark> <mark>1\u00A0000</mark> человек',
    );
  });

  test('marks a phrase in quotes only where its words are adjacent', () => {
    expect(mark('новой станции нет, станция новая', '"новая станция"')).toBe(
      '<mark>новой станции</mark> нет, станция новая',
    );
  });

  test('marks overlapping phrases as one', () => {
    expect(mark('новая станция метро', '"новая станция"', '"станция метро"')).toBe('<mark>новая станция метро</mark>');
  });

  test('does not mark an excluded word', () => {
    expect(mark('метро и автобус', 'метро -автобус')).toBe('<mark>метро</mark> и автобус');
  });

  test('marks the words of all alternatives, and nothing of an excluded group', () => {
    expect(mark('кот, пёс, рыба и сом', '(кот OR пёс) -(рыба сом)')).toBe(
      '<mark>кот</mark>, <mark>пёс</mark>, рыба и сом',
    );
  });

  test('omits a lone word of one or two letters, unless it is a name or the only match', () => {
    expect(mark('К мэру шли к обращению к мэру', 'обращение к мэру')).toBe(
      '<mark>К</mark> <mark>мэру</mark> шли <mark>к</mark> <mark>обращению</mark> <mark>к</mark> <mark>мэру</mark>',
    );
    expect(mark('Депутаты вернулись к вопросу: обращение', 'обращение к мэру')).toBe(
      'Депутаты вернулись к вопросу: <mark>обращение</mark>',
    );
    expect(mark('ЧП в городе, авария', 'ЧП OR авария')).toBe('<mark>ЧП</mark> в городе, <mark>авария</mark>');
    expect(mark('Он шёл к дому', 'к')).toBe('Он шёл <mark>к</mark> дому');
  });

  test('escapes markup in the text', () => {
    expect(mark('<img src=x onerror="a"> & метро', 'метро')).toBe(
      '&lt;img src=x onerror=&quot;a&quot;&gt; &amp; <mark>метро</mark>',
    );
  });

  test('returns no tag but mark for any text and search, and keeps the text', () => {
    const word = fc.constantFrom('метро', 'выборы', '<mark>', '</mark>', '"', '&lt;', '<b>', '-сбой');
    const text = fc.array(fc.oneof(word, fc.string({ unit: character }))).map((parts) => parts.join(' '));
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 2 }), (original, typed) => {
        const html = mark(original, ...typed);
        expect(html.replace(/<\/?mark>/g, '')).not.toMatch(/[<>"']/);
        expect((html.match(/<mark>/g) ?? []).length).toBe((html.match(/<\/mark>/g) ?? []).length);
        const read = markMatches(original, findMatches(original, html));
        expect(read.map((part) => part.text).join('')).toBe(original);
        expect(readHighlighted(html)).toEqual(read);
      }),
      { numRuns: 500 },
    );
  });
});

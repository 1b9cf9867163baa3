import fc from 'fast-check';
import { matchesSearch, parseSearchQuery } from './search-query.ts';
import { stemText, tokenise } from './tokenise.ts';

const matches = (text: string, typed: string) => {
  const query = parseSearchQuery(typed);
  return query !== null && matchesSearch(text, query);
};

describe('tokenise', () => {
  test.each(['выборов', 'Выборам', 'ВЫБОРАХ', 'выборами'])('%s has the stem of «выборы»', (form) => {
    expect(stemText(form)).toBe(stemText('выборы'));
  });

  test('ё equals е, also as е with a combining mark', () => {
    expect(stemText('Ёлка')).toBe(stemText('елка'));
    expect(stemText('е\u0308лка')).toBe(stemText('елка'));
  });

  test('Latin words are stemmed as English', () => {
    expect(stemText('Elections')).toBe(stemText('election'));
  });

  test('positions of tokens match their words in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const tokens = tokenise(text);
        return tokens.every(
          ({ stem, start, end }, at) =>
            start < end && end <= text.length && start >= (tokens[at - 1]?.end ?? 0) && /^[\p{L}\p{N}]+$/u.test(stem),
        );
      }),
    );
  });
});

describe('parseSearchQuery', () => {
  test('distinguishes words, quotes and exclusions', () => {
    expect(parseSearchQuery('метро "новая станция" -«платная парковка» -сбой')).toEqual({
      required: [['метр'], ['нов', 'станц']],
      excluded: [['платн', 'парковк'], ['сбо']],
    });
  });

  test.each(['', '  ', '-', '"', '""', '!!! 🔥', '- -'])('returns null for %j', (text) => {
    expect(parseSearchQuery(text)).toBeNull();
  });

  test('an unclosed quote ends at the end of the text', () => {
    expect(parseSearchQuery('"новая станция')?.required).toEqual([['нов', 'станц']]);
  });

  test('a hyphen inside a word excludes nothing', () => {
    expect(parseSearchQuery('санкт-петербург')).toEqual({ required: [['санкт', 'петербург']], excluded: [] });
  });

  test('parses any text without an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        const query = parseSearchQuery(typed);
        return query === null || [...query.required, ...query.excluded].every((phrase) => phrase.length > 0);
      }),
    );
  });
});

describe('matchesSearch', () => {
  const text = 'Явка на выборах губернатора оказалась выше прошлогодней';
  test.each([
    ['выборы', true],
    ['губернатор выборы', true],
    ['"выборы губернатора"', true],
    ['"губернатор выборы"', false],
    ['выборы -явка', false],
    ['-мэр', true],
    ['-явка', false],
    ['выборы мэра', false],
  ])('%s: %s', (typed, found) => {
    expect(matches(text, typed)).toBe(found);
  });
});

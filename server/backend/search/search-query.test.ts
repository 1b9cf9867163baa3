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

  test('ё and е are one letter, also when the dots stand apart', () => {
    expect(stemText('Ёлка')).toBe(stemText('елка'));
    expect(stemText('е\u0308лка')).toBe(stemText('елка'));
  });

  test('Latin words are stemmed as English', () => {
    expect(stemText('Elections')).toBe(stemText('election'));
  });

  test('tokens stand where their words stand in any text', () => {
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
  test('words, quotes and exclusions are told apart', () => {
    expect(parseSearchQuery('метро "новая станция" -«платная парковка» -сбой')).toEqual({
      required: [['метр'], ['нов', 'станц']],
      excluded: [['платн', 'парковк'], ['сбо']],
    });
  });

  test.each(['', '  ', '-', '"', '""', '!!! 🔥', '- -'])('%j has nothing to search', (text) => {
    expect(parseSearchQuery(text)).toBeNull();
  });

  test('a quote left open runs to the end', () => {
    expect(parseSearchQuery('"новая станция')?.required).toEqual([['нов', 'станц']]);
  });

  test('a hyphen inside a word excludes nothing', () => {
    expect(parseSearchQuery('санкт-петербург')).toEqual({ required: [['санкт', 'петербург']], excluded: [] });
  });

  test('any typed text is read without an error', () => {
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

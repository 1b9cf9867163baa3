// Proves: query-language#search-at-vk
import fc from 'fast-check';
import { demoPhrases } from '../../../../scripts/demo/world/phrases.ts';
import { plainSearches } from './phrase-text.ts';
import { matchesSearch } from './query-tree.ts';
import { parsePlainQuery, parseSearchQuery, searchTextError } from './search-query.ts';

describe('plainSearches', () => {
  test.each([
    ['новая  "станция метро" -сбой', ['новая  "станция метро" -сбой']],
    ['кот OR пёс', ['кот', 'пёс']],
    ['(кот|пёс) -сбой', ['кот -сбой', 'пёс -сбой']],
    ['(кот OR пёс) ("белый хвост" OR рыжий)', ['кот "белый хвост"', 'кот рыжий', 'пёс "белый хвост"', 'пёс рыжий']],
    ['метро -(сбой OR «авария в метро»)', ['метро -сбой -«авария в метро»']],
    ['метро -(сбой авария)', ['метро']],
    ['-(сбой авария)', ['-(сбой авария)']],
    ['(метро -сбой) OR дороги', ['метро -сбой', 'дороги']],
    ['кот OR кот', ['кот']],
    ['метро :)', ['метро :)']],
    ['кот AND пёс И рыба', ['кот пёс рыба']],
    ['метро НЕ авария NOT "белый кот" И НЕ (сбой || пожар)', ['метро -авария -"белый кот" -сбой -пожар']],
    ['ВОЙНА И МИР', ['ВОЙНА И МИР']],
    ['СССР', ['СССР', 'CCCP']],
    ['кот -CCCP', ['кот -CCCP', 'кот -СССР']],
    ['1С OR кот OR BBC', ['1С', 'кот', 'BBC', '1C', 'ВВС']],
    ['(СССР|2|3|4)', ['СССР', '2', '3', '4', 'CCCP']],
    ['СССР BBC', ['СССР BBC', 'СССР ВВС', 'CCCP BBC']],
    ['кот || пёс', ['кот', 'пёс']],
    ['1 | 2 | 3 | 4 | 5', null],
    ['(1|2) (3|4) (5|6)', null],
    [`${'(а|б) '.repeat(16)}`, null],
  ])('%s: %j', (text, searches) => expect(plainSearches(text)).toEqual(searches));

  test('a phrase of the demo is searched as it is written', () => {
    for (const { text } of demoPhrases) expect(plainSearches(text)).toEqual([text]);
  });

  test('the plain searches find every post that matches the phrase', () => {
    const piece = fc.constantFrom(
      'кот',
      'пёс',
      '-рыба',
      '"кот пёс"',
      'OR',
      '(',
      '-(',
      ')',
      'И',
      'НЕ',
      '||',
      '1С',
      '-1C',
      '1C',
    );
    const text = fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(' '));
    const post = fc
      .array(fc.constantFrom('кот', 'пёс', 'рыба', 'сом', '1С', '1C'), { maxLength: 5 })
      .map((words) => words.join(' '));
    fc.assert(
      fc.property(text, post, (phrase, found) => {
        const query = parseSearchQuery(phrase);
        const searches = plainSearches(phrase);
        fc.pre(searchTextError(phrase) === null && query !== null && searches !== null);
        if (searches.includes(phrase) || !matchesSearch(found, query)) return true;
        return searches.some((search) => {
          const plain = parsePlainQuery(search);
          return plain !== null && matchesSearch(found, plain);
        });
      }),
      { numRuns: 1000 },
    );
  });
});

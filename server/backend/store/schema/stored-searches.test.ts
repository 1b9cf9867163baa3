// Proves: query-language#stored-phrases
import fc from 'fast-check';
import { readTokens } from '../../rules/search/query-tokens.ts';
import { parsePlainQuery, parseSearchQuery } from '../../rules/search/search-query.ts';
import { keepFormerMeaning, rewriteSearches } from './stored-searches.ts';

test.each([
  ['метро НЕ авария', 'метро не авария'],
  ['кот AND пёс И рыба', 'кот and пёс и рыба'],
  ['кот NEAR/3 пёс XOR сом', 'кот near/3 пёс xor сом'],
  ['метро –авария', 'метро – авария'],
  ['метро −(сбой OR авария)', 'метро − (сбой OR авария)'],
  ['кот !пёс ~сом', 'кот ! пёс ~ сом'],
  ['кот !НЕ пёс', 'кот ! не пёс'],
  ['кот –OR пёс', 'кот – or пёс'],
  ['кот || пёс OR рыба', 'кот | | пёс OR рыба'],
  ['"кот НЕ" «–пёс» -НЕ', '"кот НЕ" «–пёс» -НЕ'],
  ['ВОЙНА И МИР', 'ВОЙНА И МИР'],
  ['МЫ НЕ РАБЫ', 'МЫ не РАБЫ'],
  ['И кот -пёс OR (рыба | "сом")', 'И кот -пёс OR (рыба | "сом")'],
  ['кот–пёс, R&D && C++', 'кот–пёс, R&D && C++'],
])('«%s» becomes «%s»', (stored, kept) => expect(keepFormerMeaning(stored)).toBe(kept));

test('what is rewritten has no operator that is new, and all its words', () => {
  const words = ['кот', '"белый пёс"', 'ВОЙНА', 'OR', 'ИЛИ', 'AND', 'И', 'НЕ', 'NOT', 'NEAR/2', 'XOR'];
  const piece = fc.constantFrom(...words, ' ', ' ', ' ', '(', ')', '|', '||', '-', '–', '−', '!', '~', '«', '»');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const text = pieces.join('');
      const kept = keepFormerMeaning(text);
      expect(keepFormerMeaning(kept)).toBe(kept);
      const tokens = readTokens(kept);
      expect(
        tokens.filter(({ kind, text: part }) => ['and', 'not', 'refused'].includes(kind) || part === '||'),
      ).toEqual([]);
      expect(kept.replaceAll(' ', '').toLowerCase()).toBe(text.replaceAll(' ', '').toLowerCase());
    }),
    { numRuns: 1000 },
  );
});

test('a search that two bars made an error still requires all its words', () => {
  expect(parseSearchQuery(keepFormerMeaning('кот || пёс OR рыба'))).toEqual(parsePlainQuery('кот пёс OR рыба'));
});

test('phrases, links, saved filters and waiting messages of alerts are rewritten, each change of a phrase with its record', () => {
  const statements = rewriteSearches({
    words: [
      { id: 1, text: 'метро –авария', tracked: 1 },
      { id: 2, text: 'метро – авария', tracked: 1 },
      { id: 3, text: 'кот', tracked: 1 },
      { id: 4, text: 'метро не авария', tracked: 1 },
    ],
    links: [
      { id: 11, word: 1, client: 'client-1001', text: 'метро –авария' },
      { id: 12, word: 1, client: 'client-1002', text: 'Метро –авария' },
      { id: 13, word: 4, client: 'client-1002', text: 'метро НЕ авария' },
    ],
    views: [
      { id: 21, query: '?text=%D0%BA%D0%BE%D1%82+NOT+%D0%BF%D1%91%D1%81&unread=1' },
      { id: 22, query: '?text=NOTE&unread=1' },
    ],
    waiting: [{ id: 31, query: '?text=%D0%BA%D0%BE%D1%82+NOT+%D0%BF%D1%91%D1%81' }],
  });
  const changes = statements
    .filter(([sql]) => sql.startsWith('UPDATE'))
    .map(([sql, ...values]) => [sql.split(' ')[1], ...values]);
  expect(changes).toEqual([
    ['words', 'метро – авария.', 'метро – авария.', 1],
    ['word_clients', 'метро – авария.', 11],
    ['word_clients', 'Метро – авария.', 12],
    ['word_clients', 'метро не авария', 13],
    ['views', '?text=%D0%BA%D0%BE%D1%82+not+%D0%BF%D1%91%D1%81&unread=1', 21],
    ['deliveries', '?text=%D0%BA%D0%BE%D1%82+not+%D0%BF%D1%91%D1%81', 31],
  ]);
  const records = statements
    .filter(([sql]) => sql.startsWith('INSERT INTO journal'))
    .map(([, , who, , event]) => [who, JSON.parse(String(event)).clientId]);
  expect(records).toEqual([
    ['Служба', null],
    ['Служба', 'client-1002'],
    ['Служба', 'client-1002'],
  ]);
});

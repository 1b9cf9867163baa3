// Proves: query-language#errors
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { parseSearchQuery, searchTextError } from '../rules/search/search-query.ts';
import { hasQuery, hasTerm, matchExpression, termsOfQuery } from './search-expression.ts';

const db = new DatabaseSync(':memory:');
db.exec("CREATE VIRTUAL TABLE post_search USING fts5(text, terms, content = '', tokenize = 'ascii')");
const find = db.prepare('SELECT rowid FROM post_search WHERE post_search MATCH ?');
afterAll(() => db.close());

const levels = 10;
/** Each adds a level around a group. FTS5 needs the most stack for what stands before a group. */
const wrappers: readonly ((group: string) => string)[] = [
  (group) => `(б OR -${group})`,
  (group) => `(б OR в -${group})`,
  (group) => `(б -${group})`,
  (group) => `(СССР OR "ТТХ BBC" -${group})`,
  (group) => `(б ${group})`,
  (group) => `(${group} OR -б)`,
  (group) => `-(-в ${group} OR б)`,
];

test('FTS5 compiles every search that the grammar allows, with the terms of filters', () => {
  const wrapper = fc.constantFrom(...wrappers);
  const chosen = fc.oneof(
    wrapper.map((one) => Array(levels).fill(one)),
    fc.array(wrapper, { maxLength: levels }),
  );
  fc.assert(
    fc.property(chosen, (wraps: (typeof wrappers)[number][]) => {
      const text = wraps.reduce((group, wrap) => wrap(group), 'а');
      // Two minuses, or a group of one word, may leave fewer levels, never more.
      expect(searchTextError(text)).toBeNull();
      const query = parseSearchQuery(text);
      if (!query) throw new Error('A search without a word');
      const { wanted, unwanted } = termsOfQuery(query);
      const expression = matchExpression({
        wanted: [...wanted, hasTerm('w1', 'w2'), hasTerm('o1')],
        unwanted: [...unwanted, hasTerm('u1', 'u2'), hasQuery(query)],
      });
      expect(find.all(expression)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

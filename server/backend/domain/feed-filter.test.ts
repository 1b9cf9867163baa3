// Proves: saved-filters#filters-of-rules
/** An address and the parameters that the console sends for it select the same posts. */
import fc from 'fast-check';
import * as v from 'valibot';
import { formatQuery } from '../../../shared/list-query.ts';
import { allFilters, type PostsQuery } from '../../../shared/pages/post-filters.ts';
import { formatPostsQuery, noPostFilters, postFiltersOf } from '../../../shared/pages/posts-query.ts';
import { filterOfCall, postFiltersQuery, toFeedFilter } from './feed-filter.ts';
import { parseViewQuery } from './saved-filter.ts';

const viewer = { type: 'client', clientId: 'client-1', person: { personId: 7, login: 'anna' } } as never;
const timeZone = 'Europe/Moscow';

const id = fc.option(fc.integer({ min: 1, max: 9 }));
const bound = fc.constantFrom('', '2026-02-03', '2026-02-03T10:00:00+03:00');
const queries: fc.Arbitrary<PostsQuery> = fc
  .record({
    word: id,
    owner: fc.option(fc.constantFrom(-7, 7)),
    text: fc.constantFrom('', '  ', 'метро', ' метро -"ремонт" '),
    from: bound,
    to: bound,
    city: fc.option(fc.nat(3)),
    words: fc.constantFrom([], [3, 7]),
    weekday: fc.option(fc.integer({ min: 1, max: 7 })),
    hour: fc.option(fc.nat(23)),
    copies: fc.constantFrom('show', 'hide'),
    unread: fc.boolean(),
    photo: fc.boolean(),
    since: fc.option(fc.nat(9)),
    until: id,
    first: fc.boolean(),
    story: id,
    state: fc.constantFrom('', 'open'),
    assignee: fc.constantFrom('', 'me', 'none', '0', '5'),
    tag: id,
    tone: fc.constantFrom('', 'none', 'negative'),
  })
  .map((filters) => ({ ...noPostFilters, sort: { column: 'post_dt', descending: true }, ...filters }) as PostsQuery);

/** The filter of the call that the console makes for the address. */
function callOf(query: PostsQuery) {
  const sent = new URLSearchParams(formatQuery(postFiltersOf(query, allFilters)));
  return filterOfCall(viewer, timeZone, v.parse(postFiltersQuery, Object.fromEntries(sent)));
}

test('an address and the call for it have the same filter', () => {
  fc.assert(
    fc.property(queries, (drawn) => {
      const query = parseViewQuery(formatPostsQuery(drawn));
      expect(toFeedFilter(viewer, timeZone, query)).toEqual(callOf(query));
    }),
  );
});

test('a text that cannot be read gives no filter, and an invalid value is ignored', () => {
  const filterOf = (query: string) => toFeedFilter(viewer, timeZone, parseViewQuery(query));
  expect(filterOf('?text=(метро')).toBeNull();
  expect(filterOf('?text=a%00b')).toBeNull();
  expect(filterOf('?weekday=8&owner=x&from=yesterday&word=3')).toEqual(filterOf('?word=3'));
});

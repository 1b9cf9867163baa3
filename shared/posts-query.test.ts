import { defaultPostSort } from './api/posts.ts';
import {
  formatPostsQuery,
  isFiltered,
  noPostFilters,
  type PostsQuery,
  parsePostsQuery,
  postFiltersOf,
} from './posts-query.ts';

const unfiltered: PostsQuery = { ...noPostFilters, sort: defaultPostSort };
const parse = (query: string) => parsePostsQuery(Object.fromEntries(new URLSearchParams(query)), defaultPostSort);

test('parsePostsQuery reads the URL that formatPostsQuery returns', () => {
  const query: PostsQuery = {
    word: 7,
    owner: -15,
    text: ' c++ & «ёлка» ',
    from: '2026-01-31',
    to: '2026-02-01',
    city: 3,
    sort: { column: 'user_id', descending: false },
    page: 2,
  };
  expect(parse(formatPostsQuery(query))).toEqual(query);
});

test('an empty URL has no filters and the stored sort', () => {
  const stored = { column: 'update_dt', descending: false } as const;
  expect(parsePostsQuery({}, stored)).toEqual({ ...unfiltered, sort: stored });
});

test.each([
  'word=-7',
  'word=x',
  'owner=0',
  'city=1.5',
  'city=-1',
  'from=2026-02-30',
  'to=yesterday',
  'sort=password',
  'page=0',
])('%s is ignored', (query) => {
  expect(parse(query)).toEqual(unfiltered);
});

test('a repeated parameter is ignored', () => {
  expect(parsePostsQuery({ text: ['a', 'b'], word: ['1', '2'] }, defaultPostSort)).toEqual(unfiltered);
});

test('the text is truncated to the maximum length of a phrase', () => {
  expect(parse(`text=${'я'.repeat(300)}`).text).toHaveLength(255);
});

test('the URL always contains the sort, and the page unless it is the first', () => {
  expect(formatPostsQuery(unfiltered)).toBe('?sort=-post_dt');
  expect(formatPostsQuery({ ...unfiltered, page: 3 })).toBe('?sort=-post_dt&page=3');
});

test('spaces around the text and the page are not filters', () => {
  expect(postFiltersOf({ ...unfiltered, text: ' дума ' }).text).toBe('дума');
  expect(isFiltered({ ...unfiltered, text: '  ', page: 2 })).toBe(false);
});

test.each([{ word: 1 }, { owner: -1 }, { text: 'a' }, { from: '2026-01-01' }, { to: '2026-01-01' }, { city: 1 }])(
  'isFiltered is true for %j',
  (filter) => {
    expect(isFiltered({ ...unfiltered, ...filter })).toBe(true);
  },
);

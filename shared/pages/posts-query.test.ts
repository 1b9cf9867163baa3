// Proves: stories#copies
import { defaultPostSort } from '../api/posts.ts';
import { allFilters, type FilterReach, type PostsQuery } from './post-filters.ts';
import {
  formatPostsQuery,
  hasReversedDays,
  isFiltered,
  noPostFilters,
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
    words: [],
    weekday: 2,
    hour: 0,
    copies: 'show',
    unread: true,
    photo: true,
    kind: 'comments',
    views: 1000,
    ratio: 2.5,
    edited: true,
    deleted: true,
    since: 41,
    until: 57,
    first: true,
    story: 12,
    state: 'returned',
    assignee: 'me',
    tag: 4,
    tone: 'none',
    view: 5,
    sort: { column: 'user_id', descending: false },
    page: 2,
  };
  expect(parse(formatPostsQuery(query))).toEqual(query);
  const ofWords = { ...query, word: null, words: [3, 7], city: 0, weekday: null };
  expect(parse(formatPostsQuery(ofWords))).toEqual(ofWords);
});

test.each([
  [{ words: '7' }, { word: 7, words: [] }],
  [{ words: '7,3,7,x,-1' }, { word: null, words: [7, 3] }],
  [{ words: ['3', '7,8'] }, { word: null, words: [3, 7, 8] }],
  [{ words: '1,2,3,4,5,6,7' }, { word: null, words: [1, 2, 3, 4, 5, 6] }],
  [
    { word: '5', words: '3,7' },
    { word: 5, words: [] },
  ],
])('%j selects several phrases as a list, and a single one as the phrase', (query, expected) => {
  expect(parsePostsQuery(query, defaultPostSort)).toMatchObject(expected);
});

test('a chosen phrase replaces the list', () => {
  expect(formatPostsQuery({ ...unfiltered, word: 5, words: [3, 7] })).toBe('?word=5&sort=-post_dt');
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
  'from=2026-02-30T10:00:00Z',
  'from=2026-02-03T25:00:00Z',
  'to=2026-02-03T10:00:00',
  'copies=yes',
  'unread=true',
  'since=-1',
  'until=0',
  'state=old',
  'assignee=x',
  'tag=0',
  'tone=loud',
  'story=0',
  'view=x',
  'words=x,0',
  'weekday=0',
  'weekday=8',
  'hour=24',
  'hour=01',
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

const specified: FilterReach = { backendKind: 'specified', hasWork: false };

test('bounds are days or times', () => {
  const bounds = { from: '2026-02-03T10:00:00+03:00', to: '2026-02-03T10:59:59.999+03:00' };
  const query = { ...unfiltered, ...bounds };
  expect(parse(formatPostsQuery(query))).toEqual(query);
  expect(postFiltersOf(query, allFilters)).toMatchObject({ postDtFrom: bounds.from, postDtTo: bounds.to });
  expect(postFiltersOf(query, specified)).toMatchObject({ postDtFrom: '2026-02-03', postDtTo: '2026-02-03' });
});

test.each([
  ['2026-02-03T10:00:00+03:00', '2026-02-03T08:00:00Z', false],
  ['2026-02-03T10:00:00+03:00', '2026-02-03T06:00:00Z', true],
  ['2026-02-03T10:00:00+03:00', '2026-02-03', false],
  ['2026-02-03', '2026-02-02T23:00:00+03:00', true],
  ['', '2026-02-02', false],
])('the bounds from «%s» to «%s» are reversed: %s', (from, to, reversed) => {
  expect(hasReversedDays({ from, to })).toBe(reversed);
});

test('filters that an existing backend lacks are not sent to it', () => {
  const query = {
    ...unfiltered,
    unread: true,
    since: 0,
    until: 9,
    story: 12,
    city: 0,
    words: [3, 7],
    weekday: 1,
    hour: 0,
  };
  const none = {
    cityId: null,
    wordIds: null,
    weekday: null,
    hour: null,
    copies: null,
    unread: null,
    since: null,
    until: null,
    storyId: null,
  };
  expect(postFiltersOf(query, specified)).toMatchObject(none);
  expect(isFiltered(query, specified)).toBe(false);
  expect(postFiltersOf(query, allFilters)).toMatchObject({
    copies: null,
    unread: 'true',
    since: 0,
    until: 9,
    storyId: 12,
  });
  expect(postFiltersOf(query, allFilters)).toMatchObject({ cityId: 0, wordIds: '3,7', weekday: 1, hour: 0 });
});

test('our own backend hides copies by default, except for one story', () => {
  expect(postFiltersOf(unfiltered, allFilters).copies).toBe('hide');
  expect(postFiltersOf({ ...unfiltered, copies: 'show' }, allFilters).copies).toBeNull();
  expect(postFiltersOf({ ...unfiltered, story: 3 }, allFilters).copies).toBeNull();
  expect(isFiltered(unfiltered, allFilters)).toBe(false);
});

test('spaces around the text, the page and the view are not filters', () => {
  expect(postFiltersOf({ ...unfiltered, text: ' дума ' }, allFilters).text).toBe('дума');
  expect(isFiltered({ ...unfiltered, text: '  ', page: 2, view: 5 }, allFilters)).toBe(false);
});

test.each([
  { word: 1 },
  { owner: -1 },
  { text: 'a' },
  { from: '2026-01-01' },
  { to: '2026-01-01' },
  { city: 1 },
  { city: 0 },
  { words: [3, 7] },
  { weekday: 7 },
  { hour: 0 },
  { unread: true },
  { since: 0 },
  { until: 1 },
  { story: 1 },
])('isFiltered is true for %j', (filter) => {
  expect(isFiltered({ ...unfiltered, ...filter }, allFilters)).toBe(true);
});

// Proves: collection#what-vk-finds
import type { SearchQuery } from '../../rules/search/query-tree.ts';
import { parseSearchQuery } from '../../rules/search/search-query.ts';
import type { FoundPage, FoundPost } from '../../store/collection-store.ts';
import { pageToStore } from './run-phrase.ts';

const post = (postId: number, text: string | null): FoundPost => ({
  ownerId: -postId,
  postId,
  userId: postId,
  cityId: postId,
  comment: null,
  postedAt: 0,
  text,
  textParts: [],
  photoUrl: null,
  facts: { likes: 1, reposts: null, comments: null, views: null, isAd: false, editedAt: null, repostOf: null },
});

const page = (...texts: (string | null)[]): FoundPage => {
  const posts = texts.map((text, index) => post(index + 1, text));
  return {
    posts,
    owners: posts.map(({ ownerId }) => ({ ownerId, ownerType: 'group', name: 'x', domain: null, photoUrl: null })),
    users: posts.map(({ userId }) => ({ userId, name: 'x', domain: null, photoUrl: null })),
    cities: posts.map(({ postId }) => ({ cityId: postId, name: 'x', country: null })),
  };
};

const query = (text: string) => parseSearchQuery(text) as SearchQuery;

const idsOf = (found: FoundPage, text: string, search = text) =>
  pageToStore(found, query(text), query(search)).posts.map(({ postId }) => postId);

test('posts that the network found are kept whether or not the query of the phrase matches, and marked if not', () => {
  const found = page('выборы мэра', 'Вокзалы города', null);
  expect(pageToStore(found, query('выборы'), query('выборы'))).toEqual({
    ...found,
    posts: found.posts.map((one, index) => ({ ...one, foundByVk: index > 0 })),
  });
});

test('a page without the posts that a minus excludes has no data about their sources, users and cities', () => {
  const found = page('Новая станция метро', 'Авария', 'новой станции нет: авария', 'Станция новая');
  const { posts, owners, users, cities } = pageToStore(found, query('"новая станция" -авария'), null);
  expect(posts.map(({ postId }) => postId)).toEqual([1, 4]);
  expect(owners.map(({ ownerId }) => ownerId)).toEqual([-1, -4]);
  expect(users.map(({ userId }) => userId)).toEqual([1, 4]);
  expect(cities.map(({ cityId }) => cityId)).toEqual([1, 4]);
});

test.each([
  ['метро -(сбой линия)', 'метро', [1, 2, 4]],
  ['метро -"сбой на линии"', 'метро', [1, 2, 4]],
  ['метро -сбой -вокзал', 'метро', [1]],
  ['(метро -сбой) OR вокзал', 'метро -сбой', [1, 4]],
  ['(метро -сбой) OR вокзал', 'вокзал', [1, 2, 3, 4]],
  ['метро -(сбой OR вокзал)', 'метро', [1]],
])('in the search «%s», sent as «%s», a minus drops the posts that it excludes', (text, search, kept) => {
  const found = page('метро', 'метро: сбой', 'сбой на линии', 'метро и вокзал');
  expect(idsOf(found, text, search)).toEqual(kept);
});

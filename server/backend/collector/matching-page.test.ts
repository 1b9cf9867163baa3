import type { SearchQuery } from '../search/query-tree.ts';
import { parseSearchQuery } from '../search/search-query.ts';
import { matchingPage } from './matching-page.ts';
import type { FoundPage, FoundPost } from './search-source.ts';

const post = (postId: number, text: string | null): FoundPost => ({
  ownerId: -postId,
  postId,
  userId: postId,
  cityId: postId,
  postedAt: 0,
  text,
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

test('a page without its non-matching posts has no data about their sources, users and cities', () => {
  const found = page('Новая станция метро', 'Станция новая', 'новой станции нет: авария', null);
  const { posts, owners, users, cities } = matchingPage(found, query('"новая станция" -авария'));
  expect(posts.map(({ postId }) => postId)).toEqual([1]);
  expect(owners.map(({ ownerId }) => ownerId)).toEqual([-1]);
  expect(users.map(({ userId }) => userId)).toEqual([1]);
  expect(cities.map(({ cityId }) => cityId)).toEqual([1]);
});

test('a page of matching posts is unchanged', () => {
  const found = page('выборы мэра', 'Мэр и выборы');
  expect(matchingPage(found, query('мэр выборы'))).toEqual(found);
});

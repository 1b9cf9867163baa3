import { accountUrl, ownerUrl, wallUrl } from './network-urls.ts';

describe('ownerUrl', () => {
  test.each([
    ['club_1', 'https://vk.com/club_1'],
    ['id310400', 'https://vk.com/id310400'],
    ['ru.news', 'https://vk.com/ru.news'],
  ])('returns the URL of %s: %s', (domain, url) => {
    expect(ownerUrl(domain)).toBe(url);
  });

  test.each(['', '..', 'a/b', 'a?b', 'evil.example/@', 'привет', 'https://vk.com/a', 'a b'])(
    'returns null for %j, which is not a screen name',
    (domain) => {
      expect(ownerUrl(domain)).toBeNull();
    },
  );
});

test.each([
  [{ id: -7, type: 'group', domain: 'city' }, 'https://vk.com/city'],
  [{ id: -7, type: 'group', domain: null }, 'https://vk.com/club7'],
  [{ id: 7, type: 'user', domain: 'a b' }, 'https://vk.com/id7'],
])('the URL of the account %j', (account, url) => {
  expect(accountUrl(account)).toBe(url);
});

describe('wallUrl', () => {
  test.each([
    ['user', 15, 'https://vk.com/wall15_7'],
    ['user', -15, 'https://vk.com/wall15_7'],
    ['group', 15, 'https://vk.com/wall-15_7'],
    ['group', -15, 'https://vk.com/wall-15_7'],
    ['', 15, 'https://vk.com/wall-15_7'],
  ])('returns the URL of a post of a source with type «%s» and ID %i: %s', (ownerType, ownerId, url) => {
    expect(wallUrl({ ownerType, ownerId, postId: 7 })).toBe(url);
  });
});

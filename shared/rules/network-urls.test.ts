import { ownerUrl, wallUrl } from './network-urls.ts';

describe("a source's address on the social network", () => {
  test.each([
    ['club_1', 'https://vk.com/club_1'],
    ['id310400', 'https://vk.com/id310400'],
    ['ru.news', 'https://vk.com/ru.news'],
  ])('of the screen name %s is %s', (domain, url) => {
    expect(ownerUrl(domain)).toBe(url);
  });

  test.each(['', '..', 'a/b', 'a?b', 'evil.example/@', 'привет', 'https://vk.com/a', 'a b'])(
    'is none for %j, which is no screen name',
    (domain) => {
      expect(ownerUrl(domain)).toBeNull();
    },
  );
});

describe("a post's address on the social network", () => {
  test.each([
    ['user', 15, 'https://vk.com/wall15_7'],
    ['user', -15, 'https://vk.com/wall15_7'],
    ['group', 15, 'https://vk.com/wall-15_7'],
    ['group', -15, 'https://vk.com/wall-15_7'],
    ['', 15, 'https://vk.com/wall-15_7'],
  ])('of a source of the type «%s» with the ID %i is %s', (ownerType, ownerId, url) => {
    expect(wallUrl({ ownerType, ownerId, postId: 7 })).toBe(url);
  });
});

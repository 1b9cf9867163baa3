// Proves: feed#table, security#statements
import { accountUrl, ownerUrl, safeNextPath, wallUrl, webUrl } from './urls.ts';

describe('webUrl', () => {
  test.each(['https://vk.com/a.jpg?x=1#y', 'http://10.0.0.1/photo', 'http://[::1]/'])('accepts %s', (address) => {
    expect(webUrl(address)).toBe(address);
  });

  test.each([
    null,
    '',
    'photo.jpg',
    '//vk.com/a.jpg',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'ftp://vk.com/a.jpg',
    'https://',
    'https://a"b/',
    'https://a" onerror="b/',
    "https://a'b/",
  ])('returns null for %j', (address) => {
    expect(webUrl(address)).toBeNull();
  });
});

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
    expect(wallUrl({ ownerType, ownerId, postId: 7, parentPostId: null, threadId: null })).toBe(url);
  });

  test('of a comment leads to it below its post, in a thread with the top comment', () => {
    const comment = { ownerId: -15, ownerType: 'group', postId: 9, parentPostId: 7 };
    expect(wallUrl({ ...comment, threadId: null })).toBe('https://vk.com/wall-15_7?reply=9');
    expect(wallUrl({ ...comment, threadId: 8 })).toBe('https://vk.com/wall-15_7?reply=9&thread=8');
  });
});

test.each(['/profile', '/ldvknf/words?sort=-text', '/ldvknf/posts?text=%D1%91%2F&word=7', '/'])(
  '%s is accepted',
  (next) => {
    expect(safeNextPath(next)).toBe(next);
  },
);

const hostile = [
  '',
  'profile',
  'http://evil.test',
  'https:/evil.test',
  'https:evil.test',
  '//evil.test',
  '///evil.test',
  '////evil.test',
  '/\\evil.test',
  '\\/evil.test',
  '\\\\evil.test',
  '/\\/evil.test',
  '/%5cevil.test',
  '/%5Cevil.test',
  '/%2fevil.test',
  '/%2Fevil.test',
  '%2f%2fevil.test',
  '/%2f/evil.test',
  '/a//evil.test',
  '/.//evil.test',
  '/..//evil.test',
  '/./evil',
  '/a/../..//evil.test',
  '/%2e%2e/evil.test',
  '/%2e/evil.test',
  '/.%2e/',
  '/\tevil.test',
  '/\n/evil.test',
  '/\r\n/evil.test',
  '\t//evil.test',
  ' //evil.test',
  ' /evil.test',
  '/\u0000/evil.test',
  '/%09/evil.test',
  '/%0a/evil.test',
  '/%0d%0aSet-Cookie:a=b',
  '/%00',
  '/%7f',
  '/%255cevil.test',
  '/%252fevil.test',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  '/\u2028evil.test',
  '/\u2029evil.test',
  '/\u0085evil.test',
  'http:///evil.test',
  'http:\\\\evil.test',
  '@evil.test',
  '.evil.test',
  ':80',
  '?next=//evil.test',
  '#//evil.test',
  `/${'a'.repeat(2001)}`,
  '〱//evil.test',
  '／／evil.test',
];

test.each(hostile)('%j is rejected', (next) => {
  expect(safeNextPath(next)).toBeNull();
});

test.each([undefined, null, 7, ['/profile'], {}])('%p is rejected', (next) => {
  expect(safeNextPath(next)).toBeNull();
});

test('accepted paths stay on the origin when a browser resolves them', () => {
  for (const next of [...hostile, '/a?b=//evil.test', '/a#//evil.test', '/a?b=\\evil']) {
    const path = safeNextPath(next);
    if (path !== null) expect(new URL(path, 'http://console.test').origin).toBe('http://console.test');
  }
});

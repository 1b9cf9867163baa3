import { atomPath, claimedFeed, opensFeed } from './atom-token.ts';

const secret = 'secret-'.repeat(5);
const former = 'former-'.repeat(5);
const feed = { feedId: 7, nonce: new Uint8Array([1, 2, 3]) };

const tokenOf = (of: typeof feed, secrets: string[]) => atomPath(of, secrets).replace('/atom/', '');
const token = tokenOf(feed, [secret]);

test('the path has the feed and 256 bits', () => {
  expect(atomPath(feed, [secret, former])).toMatch(/^\/atom\/7-[\w-]{43}$/);
  expect(claimedFeed(token)).toBe(7);
});

test('every secret of the list opens the feed, others do not', () => {
  expect(opensFeed(tokenOf(feed, [former]), feed, [secret, former])).toBe(true);
  expect(opensFeed(token, feed, [former])).toBe(false);
});

test('a token opens its own feed only, and only until the nonce changes', () => {
  expect(opensFeed(token, feed, [secret])).toBe(true);
  expect(opensFeed(token, { ...feed, feedId: 8 }, [secret])).toBe(false);
  expect(opensFeed(token.replace('7-', '8-'), { ...feed, feedId: 8 }, [secret])).toBe(false);
  expect(opensFeed(token, { ...feed, nonce: new Uint8Array([1, 2, 4]) }, [secret])).toBe(false);
});

test.each([
  '',
  '7',
  '7-',
  `${token}a`,
  token.slice(0, -1),
  `0${token}`,
  `-${token}`,
  `${token}\n`,
  token.replace('-', '—'),
])('the token %j is malformed', (malformed) => {
  expect(claimedFeed(malformed)).toBeNull();
  expect(opensFeed(malformed, feed, [secret])).toBe(false);
});

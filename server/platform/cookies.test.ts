import { formatCookies, formatSetCookie, parseCookies } from './cookies.ts';

test('a header is parsed into values by name, whatever surrounds them', () => {
  expect([...parseCookies('theme=dark; access_token=a=b; x; =y; refresh_token=')]).toEqual([
    ['theme', 'dark'],
    ['access_token', 'a=b'],
    ['refresh_token', ''],
  ]);
  expect(parseCookies(undefined).size).toBe(0);
});

test('a name that occurs twice is left out, also with equal values', () => {
  expect([...parseCookies('a=1; b=2; a=3; c=4; c=4')]).toEqual([['b', '2']]);
});

test('cookies are formatted as a header', () => {
  expect(formatCookies(parseCookies('a=1;b=2'))).toBe('a=1; b=2');
});

test('a set cookie is HttpOnly, SameSite=Lax and host-only at the root, and Secure where asked', () => {
  expect(formatSetCookie('a', '1', ['Max-Age=9'], false)).toBe('a=1; Max-Age=9; Path=/; HttpOnly; SameSite=Lax');
  expect(formatSetCookie('a', '1', [], true)).toBe('a=1; Path=/; HttpOnly; SameSite=Lax; Secure');
});

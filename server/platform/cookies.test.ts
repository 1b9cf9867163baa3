import { formatCookies, formatSetCookie, parseCookies } from './cookies.ts';

test('parseCookies returns values by name and skips malformed parts', () => {
  expect([...parseCookies('theme=dark; access_token=a=b; x; =y; refresh_token=')]).toEqual([
    ['theme', 'dark'],
    ['access_token', 'a=b'],
    ['refresh_token', ''],
  ]);
  expect(parseCookies(undefined).size).toBe(0);
});

test('parseCookies omits a name that occurs twice, even with equal values', () => {
  expect([...parseCookies('a=1; b=2; a=3; c=4; c=4')]).toEqual([['b', '2']]);
});

test('formatCookies returns a Cookie header', () => {
  expect(formatCookies(parseCookies('a=1;b=2'))).toBe('a=1; b=2');
});

test('formatSetCookie returns a host-only, HttpOnly, SameSite=Lax cookie, Secure on request', () => {
  expect(formatSetCookie('a', '1', ['Max-Age=9'], false)).toBe('a=1; Max-Age=9; Path=/; HttpOnly; SameSite=Lax');
  expect(formatSetCookie('a', '1', [], true)).toBe('a=1; Path=/; HttpOnly; SameSite=Lax; Secure');
});

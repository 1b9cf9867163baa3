import { cookieValues, formatCookies, formatSetCookie, parseCookiePairs } from './cookies.ts';

const header = 'theme=dark; access_token=a=b; x; =y; theme=light; theme=; refresh_token=';

test('parseCookiePairs skips malformed parts, and formatCookies writes them again', () => {
  expect(formatCookies(parseCookiePairs(header))).toBe(
    'theme=dark; access_token=a=b; theme=light; theme=; refresh_token=',
  );
  expect(parseCookiePairs(undefined)).toEqual([]);
});

test('cookieValues returns the first four values of a name, without empty ones', () => {
  expect(cookieValues(header, 'theme')).toEqual(['dark', 'light']);
  expect(cookieValues(header, 'access_token')).toEqual(['a=b']);
  expect(cookieValues(header, 'refresh_token')).toEqual([]);
  expect(cookieValues('a=1;'.repeat(9), 'a')).toHaveLength(4);
});

test('formatSetCookie returns a host-only, HttpOnly, SameSite=Lax cookie, Secure on request', () => {
  expect(formatSetCookie('a', '1', ['Max-Age=9'], false)).toBe('a=1; Max-Age=9; Path=/; HttpOnly; SameSite=Lax');
  expect(formatSetCookie('a', '1', [], true)).toBe('a=1; Path=/; HttpOnly; SameSite=Lax; Secure');
});

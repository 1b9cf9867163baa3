import { adoptSetCookie, applySetCookies, backendCookies, removalLines } from './cookies.ts';

test('the backend gets every cookie but the console’s own', () => {
  expect(
    backendCookies('access_token=a=b; console_session=s; console_preferences=x; __Host-console_session=y; z=1'),
  ).toBe('access_token=a=b; z=1');
  expect(backendCookies(undefined)).toBe('');
});

test('a cookie that the backend sets is adopted host-only, whatever path, domain and SameSite it wrote', () => {
  expect(adoptSetCookie('t=1; Path=/api; Domain=b.internal; Secure; SameSite=None; Max-Age=9', false)).toBe(
    't=1; Max-Age=9; Path=/; HttpOnly; SameSite=Lax',
  );
  expect(adoptSetCookie('t=1', true)).toBe('t=1; Path=/; HttpOnly; SameSite=Lax; Secure');
});

test('a backend cannot set the console’s own cookie', () => {
  expect(adoptSetCookie('console_session=forged', false)).toBeNull();
});

test('cookies of a refresh take effect on later calls of the same request', () => {
  expect(applySetCookies('a=1; b=2', ['a=3; Path=/', 'b=; Max-Age=0', 'c=4'])).toBe('a=3; c=4');
  expect(applySetCookies('a=1', ['a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT'])).toBe('');
});

test('signing out removes what the browser sent', () => {
  expect(removalLines('a=1; console_session=s', false)).toEqual(['a=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax']);
});

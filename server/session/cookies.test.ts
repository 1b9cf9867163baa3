import { adoptSetCookie, applySetCookies, backendCookies, removalLines } from './cookies.ts';

const header = 'access_token=a=b; console_session=s; console_preferences=x; __Host-console_session=y; z=1';

test('over plain HTTP the backend receives all cookies except the console’s own', () => {
  expect(backendCookies(header, false)).toBe('access_token=a=b; z=1');
  expect(backendCookies(undefined, false)).toBe('');
});

test('over HTTPS the backend receives only the __Host- cookies, without the prefix', () => {
  expect(backendCookies(`${header}; __Host-access_token=t; __Host-refresh_token=r; __Host-=e`, true)).toBe(
    'access_token=t; refresh_token=r',
  );
});

test('the backend receives all values of a name', () => {
  expect(backendCookies('access_token=1; z=1; access_token=2', false)).toBe('access_token=1; z=1; access_token=2');
});

test('a cookie of the backend becomes host-only, regardless of its path, domain and SameSite', () => {
  expect(adoptSetCookie('t=1; Path=/api; Domain=b.internal; Secure; SameSite=None; Max-Age=9', false)).toBe(
    't=1; Max-Age=9; Path=/; HttpOnly; SameSite=Lax',
  );
  expect(adoptSetCookie('t=1', true)).toBe('__Host-t=1; Path=/; HttpOnly; SameSite=Lax; Secure');
});

test('a backend cannot set the console’s own cookie', () => {
  expect(adoptSetCookie('console_session=forged', false)).toBeNull();
  expect(adoptSetCookie('console_session=forged', true)).toBeNull();
});

test('applySetCookies changes, adds and removes cookies', () => {
  expect(applySetCookies('a=1; b=2', ['a=3; Path=/', 'b=; Max-Age=0', 'c=4'])).toBe('a=3; c=4');
  expect(applySetCookies('a=1; b=2; a=3', ['a=4'])).toBe('b=2; a=4');
  expect(applySetCookies('a=1', ['a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT'])).toBe('');
});

test('removalLines removes the backend’s cookies once each', () => {
  expect(removalLines('a=1; console_session=s; a=2', false)).toEqual(['a=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax']);
  expect(removalLines('__Host-a=1; b=2; __Host-console_session=s', true)).toEqual([
    '__Host-a=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure',
  ]);
});

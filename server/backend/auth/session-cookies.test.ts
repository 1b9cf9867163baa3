import { sessionCookies, type Tokens } from './session-cookies.ts';

const tokens: Tokens = { access: 'a1', accessMs: 900_000, refresh: 'r1', refreshMs: 2_592_000_000 };

function open(header: string | undefined, secure = false) {
  const written: string[] = [];
  return { written, cookies: sessionCookies(header, secure, (line) => written.push(line)) };
}

describe('session cookies', () => {
  test('a header with both gives both, whatever stands around them', () => {
    const { cookies } = open('theme=dark; access_token=a=b; x; refresh_token=r1');
    expect([cookies.access, cookies.refresh]).toEqual(['a=b', 'r1']);
  });

  test('a missing header or empty values give null', () => {
    expect(open(undefined).cookies.access).toBeNull();
    expect(open('access_token=; refresh_token').cookies).toMatchObject({ access: null, refresh: null });
  });

  test('set cookies are HttpOnly, SameSite=Lax and host-only at the root', () => {
    const { written, cookies } = open(undefined);
    cookies.set(tokens);
    expect(written).toEqual([
      'access_token=a1; Path=/; Max-Age=900; HttpOnly; SameSite=Lax',
      'refresh_token=r1; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax',
    ]);
  });

  test('under HTTPS they are Secure as well', () => {
    const { written, cookies } = open(undefined, true);
    cookies.set(tokens);
    expect(written.every((line) => line.endsWith('; Secure'))).toBe(true);
  });

  test('cleared cookies end at once', () => {
    const { written, cookies } = open(undefined);
    cookies.clear();
    expect(written.map((line) => line.split('; ').slice(0, 3))).toEqual([
      ['access_token=', 'Path=/', 'Max-Age=0'],
      ['refresh_token=', 'Path=/', 'Max-Age=0'],
    ]);
  });
});

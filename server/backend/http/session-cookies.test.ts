import { sessionCookies, type Tokens } from './session-cookies.ts';

const tokens: Tokens = { access: 'a1', accessMs: 900_000, refresh: 'r1', refreshMs: 2_592_000_000 };

function open(header: string | undefined, secure = false) {
  const written: string[] = [];
  return { written, cookies: sessionCookies(header, secure, (line) => written.push(line)) };
}

describe('session cookies', () => {
  test('are read from a header', () => {
    const { cookies } = open('theme=dark; access_token=a=b; refresh_token=r1');
    expect([cookies.access, cookies.refresh]).toEqual([['a=b'], ['r1']]);
  });

  test('are all values of a name, none for a missing header and empty values', () => {
    expect(open(undefined).cookies.access).toEqual([]);
    expect(open('access_token=; refresh_token').cookies).toMatchObject({ access: [], refresh: [] });
    expect(open('access_token=1; access_token=2; refresh_token=r').cookies).toMatchObject({
      access: ['1', '2'],
      refresh: ['r'],
    });
  });

  test('are set as HttpOnly, SameSite=Lax and host-only', () => {
    const { written, cookies } = open(undefined);
    cookies.set(tokens);
    expect(written).toEqual([
      'access_token=a1; Max-Age=900; Path=/; HttpOnly; SameSite=Lax',
      'refresh_token=r1; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax',
    ]);
  });

  test('are Secure over HTTPS', () => {
    const { written, cookies } = open(undefined, true);
    cookies.set(tokens);
    expect(written.every((line) => line.endsWith('; Secure'))).toBe(true);
  });

  test('expire at once when cleared', () => {
    const { written, cookies } = open(undefined);
    cookies.clear();
    expect(written.map((line) => line.split('; ').slice(0, 3))).toEqual([
      ['access_token=', 'Max-Age=0', 'Path=/'],
      ['refresh_token=', 'Max-Age=0', 'Path=/'],
    ]);
  });
});

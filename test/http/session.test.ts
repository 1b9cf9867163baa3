// Proves: README#users, api#calls, api#failures, security#statements, sign-in#sessions, sign-in#sign-in
// Proves: sign-on#openid-connect
/** Sign-in, sign-out, the console cookie and token refresh (docs/product/sign-in.md). */
import request from 'supertest';
import { type StandIn, startStandIn } from '../support/stand-in-backend.ts';
import {
  createTestConsole,
  createVisitor,
  signInAsAdmin,
  signInAsClient,
  type TestConsole,
  testSecret,
  type Visitor,
} from '../support/test-console.ts';

let backend: StandIn;
let console: TestConsole;
let visitor: Visitor;

beforeEach(async () => {
  backend = await startStandIn();
  console = createTestConsole({ apiUrl: backend.url });
  visitor = createVisitor(console.app);
});
afterEach(() => backend.close());

const cookieLines = (response: { get(name: string): string[] | undefined }) => response.get('Set-Cookie') ?? [];
const callsTo = (path: string) => backend.calls.filter((call) => call.path.startsWith(path));

describe('sign-in', () => {
  test('an administrator is redirected to the clients, a client to the feed', async () => {
    expect((await signInAsAdmin(visitor)).headers.location).toBe('/ldserver/clients');
    expect((await signInAsClient(createVisitor(console.app))).headers.location).toBe('/ldvknf/posts');
  });

  test('an observer’s pages disable controls that change something, and give the reason', async () => {
    const admin = { admin_id: 7, username: 'olga', observer: true };
    backend.on('POST /admin/auth/login', () => ({ body: admin, headers: { 'Set-Cookie': 'access_token=a1; Path=/' } }));
    await signInAsAdmin(visitor);
    const { text } = await visitor.get('/ldserver/clients');
    expect(text).toContain('Наблюдатель');
    expect(text).toMatch(/<button type="submit"[^>]* disabled="" title="Режим просмотра: изменения запрещены"/);
    expect(text).not.toContain('Войти как клиент</span>');
    const profile = (await visitor.get('/profile')).text;
    expect(/<button[^>]*>(?:(?!<\/button>).)*Изменить пароль/s.exec(profile)?.[0]).not.toContain('disabled');
  });

  test('cookies of the backend become host-only, HttpOnly and Lax, whatever their path and domain', async () => {
    const lines = cookieLines(await signInAsAdmin(visitor));
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      expect(line).toMatch(/; ?Path=\//i);
      expect(line).toMatch(/HttpOnly/i);
      expect(line).toMatch(/SameSite=Lax/i);
      expect(line).not.toMatch(/Domain|Secure|SameSite=None/i);
      expect(line.length).toBeLessThan(4096);
    }
  });

  test('over HTTPS all cookies are Secure with the __Host- prefix, and the backend receives its own names', async () => {
    const { app } = createTestConsole({ apiUrl: backend.url, environment: { COOKIE_SECURE: 'on' } });
    const secure = createVisitor(app, 'https://console.test');
    const lines = cookieLines(await signInAsAdmin(secure));
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(line).toMatch(/^__Host-[^;]+; .*; Secure/i);
    expect((await secure.get('/ldserver/clients')).status).toBe(200);
    expect(callsTo('/server/clients')[0]?.headers.cookie).toBe('access_token=a1; refresh_token=r1');
    await secure.postForm('/logout');
    expect(secure.cookies.size).toBe(0);
  });

  test('a session of one copy of the console is valid on another copy with the same secret', async () => {
    await signInAsAdmin(visitor);
    const other = createVisitor(createTestConsole({ apiUrl: backend.url }).app);
    for (const [name, value] of visitor.cookies) other.cookies.set(name, value);
    expect((await other.get('/ldvknf/words')).status).toBe(200);
  });

  test('of several session cookies, the valid one counts', async () => {
    const { app } = createTestConsole({ apiUrl: backend.url });
    const own = createVisitor(app);
    await signInAsAdmin(own);
    const cookie = [...own.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sendCookie = (value: string) => request(app).get('/profile').set('Cookie', value);
    expect((await sendCookie(cookie)).status).toBe(200);
    const others = 'console_session=other; console_session=j%3A%7B%22type%22%3A%22admin%22%7D';
    expect((await sendCookie(`${others}; ${cookie}`)).status).toBe(200);
    expect((await sendCookie(others)).status).toBe(303);
  });

  test('the JSON reply has the identity without the tokens of the backend’s reply', async () => {
    const response = await visitor.postJson('/api/v1/admin/auth/login', { username: 'root', password: 'password' });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ admin_id: 1, username: 'root' });
  });

  test('a rejected sign-in shows the server’s message, keeps the typed name, and sets no session', async () => {
    backend.on('POST /admin/auth/login', () => ({ status: 401, body: { message: 'Неверный <b>пароль</b>' } }));
    const response = await visitor.postForm('/login', { type: 'admin', username: 'boss', password: 'x' });
    expect(response.status).toBe(401);
    expect(response.text).toContain('Ошибка входа');
    expect(response.text).toContain('Неверный &lt;b&gt;пароль&lt;/b&gt;');
    expect(response.text).toContain('value="boss"');
    expect(visitor.cookies.has('console_session')).toBe(false);
  });

  test('a rejection without a message shows «Login failed»', async () => {
    backend.on('POST /server/auth/login', () => ({ status: 403 }));
    expect((await signInAsClient(visitor)).text).toContain('Login failed');
  });

  test('too many attempts show the waiting time', async () => {
    backend.on('POST /admin/auth/login', () => ({ status: 429, headers: { 'Retry-After': '42' } }));
    const response = await signInAsAdmin(visitor);
    expect(response.status).toBe(429);
    expect(response.headers['retry-after']).toBe('42');
    expect(response.text).toContain('Слишком много попыток. Повторите через 42 с.');
  });

  test('a form of another site is rejected before the backend', async () => {
    const response = await createVisitor(console.app).postForm('/login', {});
    expect(response.status).not.toBe(403);
    const { default: request } = await import('supertest');
    for (const headers of [
      { Origin: 'http://evil.test' },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://console.test' },
      {},
    ]) {
      const before = backend.calls.length;
      const refused = await request(console.app)
        .post('/login')
        .set('Host', 'console.test')
        .set(headers)
        .send('type=admin');
      expect(refused.status).toBe(403);
      expect(backend.calls.length).toBe(before);
    }
  });
});

describe('the console cookie', () => {
  const page = '/profile';

  test('is an anonymous visitor’s when it was changed', async () => {
    await signInAsAdmin(visitor);
    const value = visitor.cookies.get('console_session') ?? '';
    visitor.cookies.set('console_session', value.replace('admin', 'admix'));
    expect((await visitor.get(page)).status).toBe(303);
  });

  test('is signed with the first secret and verified with all; a removed secret signs out', async () => {
    await signInAsAdmin(visitor);
    const later = (sessionSecrets: string[]) => {
      const other = createVisitor(createTestConsole({ apiUrl: backend.url, sessionSecrets }).app);
      for (const [name, value] of visitor.cookies) other.cookies.set(name, value);
      return other.get(page);
    };
    expect((await later(['n'.repeat(32), testSecret])).status).toBe(200);
    expect((await later(['n'.repeat(32)])).status).toBe(303);
  });

  test('is rejected when it is older than 30 days', async () => {
    await signInAsAdmin(visitor);
    const app = createTestConsole({ apiUrl: backend.url, now: () => Date.now() + 31 * 24 * 3600 * 1000 }).app;
    const later = createVisitor(app);
    for (const [name, value] of visitor.cookies) later.cookies.set(name, value);
    expect((await later.get(page)).status).toBe(303);
  });
});

describe('sign-out', () => {
  test('ends the session on the backend and removes every cookie', async () => {
    await signInAsAdmin(visitor);
    const response = await visitor.postForm('/logout');
    expect(response.status).toBe(303);
    expect(response.headers.location).toBe('/login');
    expect(callsTo('/admin/auth/logout')[0]?.headers.cookie).toContain('access_token=a1');
    expect([...visitor.cookies.keys()]).toEqual([]);
  });

  test.each([
    ['reset', 502],
    ['hang', 504],
    ['status 500', 502],
  ] as const)(
    'when the backend fails (%s), removes the cookies and warns that the session may continue',
    async (fault, status) => {
      const text = 'В этом браузере вы вышли, но сервис данных не подтвердил завершение сеанса.';
      for (const send of [() => visitor.postForm('/logout'), () => visitor.postJson('/api/v1/admin/auth/logout')]) {
        backend.misbehave(null);
        await signInAsAdmin(visitor);
        backend.misbehave(fault);
        const response = await send();
        expect([response.status, response.text]).toEqual([status, expect.stringContaining(text)]);
        expect(visitor.cookies.size).toBe(0);
      }
      const page = await visitor.postForm('/logout');
      expect(page.text).toContain('Ошибка выхода');
      expect(page.text).toContain('action="/login"');
    },
  );

  test('with an expired token refreshes once, so that the backend also ends the refreshed session', async () => {
    await signInAsAdmin(visitor);
    backend.on('POST /admin/auth/refresh', () => ({
      body: { status: 'ok' },
      headers: { 'Set-Cookie': ['access_token=a2; Path=/api', 'refresh_token=r2; Path=/api'] },
    }));
    backend.on('POST /admin/auth/logout', ({ headers }) => ({
      status: headers.cookie?.includes('access_token=a2') ? 204 : 401,
    }));
    const replay = createVisitor(console.app);
    for (const [name, value] of visitor.cookies) replay.cookies.set(name, value);
    expect((await visitor.postForm('/logout')).headers.location).toBe('/login');
    expect(callsTo('/admin/auth/logout').map(({ headers }) => headers.cookie)).toEqual([
      expect.stringContaining('access_token=a1'),
      'access_token=a2; refresh_token=r2',
    ]);
    expect(visitor.cookies.size).toBe(0);
    // The new tokens of the ended session are not given to a late request with the old ones.
    backend.on('POST /admin/auth/refresh', () => ({ status: 401 }));
    expect((await replay.postJson('/api/v1/admin/auth/refresh')).status).toBe(401);
  });

  test('succeeds when the backend no longer knows the session', async () => {
    await signInAsAdmin(visitor);
    backend.on('POST /admin/auth/logout', () => ({ status: 401 }));
    expect((await visitor.postForm('/logout')).headers.location).toBe('/login');
    expect(visitor.cookies.size).toBe(0);
  });
});

describe('refresh', () => {
  const expired = () => {
    backend.on('GET /vknf/words/paginated', ({ headers }) =>
      headers.cookie?.includes('access_token=a2') ? { body: { words: null, total: 0 } } : { status: 401 },
    );
    backend.on('POST /admin/auth/refresh', () => ({
      body: { status: 'ok' },
      headers: { 'Set-Cookie': ['access_token=a2; Path=/api', 'refresh_token=r2; Path=/api'] },
    }));
  };

  test('a page with an expired token refreshes once, retries and sets the new cookies', async () => {
    await signInAsAdmin(visitor);
    expired();
    const response = await visitor.get('/ldvknf/words');
    expect(response.status).toBe(200);
    expect(response.text).toContain('Нет слов');
    expect(callsTo('/admin/auth/refresh')).toHaveLength(1);
    expect(visitor.cookies.get('access_token')).toBe('a2');
  });

  test('20 parallel pages and calls with an expired token cause one refresh and all succeed', async () => {
    await signInAsAdmin(visitor);
    expired();
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0 ? visitor.get('/ldvknf/words') : visitor.postJson('/api/v1/admin/auth/refresh'),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(callsTo('/admin/auth/refresh')).toHaveLength(1);
  });

  test.each([401, 403])(
    'a refresh that is rejected with %i signs out: the page redirects to /login with the way back, the call returns 401',
    async (status) => {
      await signInAsAdmin(visitor);
      backend.on('GET /vknf/words/paginated', () => ({ status: 401 }));
      backend.on('POST /admin/auth/refresh', () => ({ status }));
      const call = createVisitor(console.app);
      for (const [name, value] of visitor.cookies) call.cookies.set(name, value);
      expect((await call.postJson('/api/v1/admin/auth/refresh')).status).toBe(401);
      expect(call.cookies.size).toBe(0);
      const page = await visitor.get('/ldvknf/words?sort=text');
      expect(page.headers.location).toBe('/login?next=%2Fldvknf%2Fwords%3Fsort%3Dtext&over=admin');
      const { text: login } = await visitor.get(String(page.headers.location));
      expect(login).toMatch(/role="status"[^>]*>Сеанс истёк, войдите снова/);
      expect(visitor.cookies.size).toBe(0);
    },
  );

  test('a refresh that fails with a fault does not sign out, and the page shows the load error', async () => {
    await signInAsAdmin(visitor);
    backend.on('GET /vknf/words/paginated', () => ({ status: 401 }));
    backend.misbehave('reset', '/admin/auth/refresh');
    const page = await visitor.get('/ldvknf/words');
    expect(page.status).toBe(503);
    expect(page.text).toContain('Ошибка загрузки слов');
    expect((await visitor.postJson('/api/v1/admin/auth/refresh')).status).toBe(502);
    expect(visitor.cookies.has('console_session')).toBe(true);
  });

  test('a client’s session is refreshed by the client’s call', async () => {
    await signInAsClient(visitor);
    await visitor.postJson('/api/v1/server/auth/refresh');
    expect(callsTo('/server/auth/refresh')).toHaveLength(1);
  });
});

test('a browser that does not store the sign-in is told so', async () => {
  const { app } = createTestConsole({ apiUrl: backend.url });
  const form = { type: 'client', client_id: 'client-1001', password: 'password' };
  const text = 'Браузер не сохранил вход. Разрешите cookie для этого адреса';
  const referer = { Referer: 'http://console.test/login' };
  const comeBack = async () => (await createVisitor(app, 'http://console.test', referer).get('/login')).text;
  expect(await comeBack()).not.toContain(text);
  expect((await createVisitor(app).postForm('/login', form)).status).toBe(303);
  expect(await comeBack()).toContain(text);
  expect((await createVisitor(app).get('/login')).text).not.toContain(text);
});

describe('next', () => {
  test('a same-origin path is followed after signing in', async () => {
    const response = await visitor.postForm('/login', {
      type: 'client',
      client_id: 'c',
      password: 'p',
      next: '/ldvknf/words?sort=text',
    });
    expect(response.headers.location).toBe('/ldvknf/words?sort=text');
  });

  test('another origin is ignored', async () => {
    const response = await visitor.postForm('/login', {
      type: 'client',
      client_id: 'c',
      password: 'p',
      next: '//evil.test',
    });
    expect(response.headers.location).toBe('/ldvknf/posts');
  });
});

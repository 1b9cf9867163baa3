// Proves: people#api-keys, security#statements
/** Statements 1–5 (docs/product/security.md): sessions and cookies, with the embedded and with an existing backend. */
import { createHmac } from 'node:crypto';
import request from 'supertest';
import { lifetimes, makeTokens } from '../../server/backend/resources/auth/sessions.ts';
import { readConfig } from '../../server/platform/read-config.ts';
import { routes } from '../../shared/routes.ts';
import { signInNameMax } from '../../shared/rules/limits.ts';
import { backendAdmin, clientPassword, startTestBackend, type TestBackend } from '../support/backend.ts';
import { addressOf } from '../support/route-addresses.ts';
import { type StandIn, startStandIn } from '../support/stand-in-backend.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';
import {
  createTestConsole,
  createVisitor,
  signInAsAdmin,
  startImpersonation,
  testSecret,
  type Visitor,
} from '../support/test-console.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const dataCall = '/api/v1/vknf/words/paginated?limit=1';
const page = '/ldvknf/words';

const linesOf = (response: { get(name: string): string[] | undefined }) => response.get('Set-Cookie') ?? [];

/** Returns another visitor with a copy of the visitor's cookies. */
function copyOf(visitor: Visitor, app: Parameters<typeof createVisitor>[0]): Visitor {
  const copy = createVisitor(app);
  for (const [name, value] of visitor.cookies) copy.cookies.set(name, value);
  return copy;
}

describe('with the embedded backend', () => {
  let backend: TestBackend;
  let clock: TestClock;
  let app: ReturnType<typeof createTestConsole>['app'];
  let visitor: Visitor;

  beforeEach(async () => {
    clock = createTestClock();
    backend = await startTestBackend({ now: clock.now });
    app = createTestConsole({ apiUrl: backend.url, now: clock.now }).app;
    visitor = createVisitor(app);
    await signIn(visitor);
  });
  afterEach(() => backend.close());

  const signIn = (who: Visitor) => who.postForm('/login', { type: 'admin', ...backendAdmin });
  const statusOfCall = async (who: Visitor) => (await who.get(dataCall)).status;
  const refresh = (who: Visitor) => who.postJson('/api/v1/admin/auth/refresh');

  test('[1] a token is 256 random bits: 1,000 are all different and every character varies', () => {
    const tokens = Array.from(
      { length: 500 },
      () => makeTokens({ config: readConfig({ SESSION_SECRET: testSecret }), now: 0 }).tokens,
    ).flatMap(({ access, refresh }) => [access, refresh]);
    expect(new Set(tokens).size).toBe(1000);
    expect(tokens.filter((token) => Buffer.from(token, 'base64url').length !== 32)).toEqual([]);
    for (let at = 0; at < 32; at += 1) {
      expect(new Set(tokens.map((token) => Buffer.from(token, 'base64url')[at])).size).toBeGreaterThan(200);
    }
  });

  test('[1] a second sign-in starts a new session and ends the old one', async () => {
    const old = copyOf(visitor, app);
    await signIn(visitor);
    expect(visitor.cookies.get('access_token')).not.toBe(old.cookies.get('access_token'));
    expect(await statusOfCall(visitor)).toBe(200);
    expect(await statusOfCall(old)).toBe(401);
    expect((await refresh(old)).status).toBe(401);
  });

  test('[1] cookies set before a sign-in do not become its session', async () => {
    const fixed = createVisitor(app);
    fixed.cookies.set('access_token', 'a'.repeat(43)).set('refresh_token', 'b'.repeat(43));
    await signIn(fixed);
    expect(fixed.cookies.get('access_token')).not.toBe('a'.repeat(43));
    expect(fixed.cookies.get('refresh_token')).not.toBe('b'.repeat(43));
  });

  test('[1] after sign-out replayed cookies get 401, also from refresh, and pages redirect to /login', async () => {
    const replay = copyOf(visitor, app);
    await visitor.postForm('/logout');
    expect(await statusOfCall(replay)).toBe(401);
    expect((await copyOf(replay, app).get(page)).headers.location).toBe('/login?next=%2Fldvknf%2Fwords&over=admin');
    expect((await refresh(replay)).status).toBe(401);
  });

  test('[1] cookies refreshed just before the sign-out get 401 too', async () => {
    const replay = copyOf(visitor, app);
    expect((await refresh(visitor)).status).toBe(200);
    expect((await refresh(copyOf(replay, app))).status).toBe(200);
    await visitor.postForm('/logout');
    const reply = await refresh(replay);
    expect([reply.status, replay.cookies.size]).toEqual([401, 0]);
  });

  test('[1] an idle session ends after 30 days, one in use after 90 days', async () => {
    const idle = copyOf(visitor, app);
    await signIn(visitor);
    for (let days = 0; days < 80; days += 10) {
      clock.advance(10 * day);
      expect((await refresh(visitor)).status).toBe(200);
    }
    clock.advance(lifetimes.sessionMs - 80 * day);
    expect((await refresh(visitor)).status).toBe(401);
    expect((await idle.get(page)).status).toBe(303);
  });

  test('[3] an administrator’s console cookie with a client’s tokens gets no data of the administrator', async () => {
    await backend.createClient('ООО «Тайна»');
    const { clientId } = await backend.createClient('ООО «Своё»');
    const client = createVisitor(app);
    await client.postForm('/login', { type: 'client', client_id: clientId, password: clientPassword });
    client.cookies.set('console_session', visitor.cookies.get('console_session') ?? '');
    const page = await client.get('/ldserver/clients');
    expect([page.text.includes('Ошибка загрузки клиентов'), page.text.includes('Тайна')]).toEqual([true, false]);
    expect((await client.postJson('/api/v1/admin/impersonate', { client_id: clientId })).status).toBe(403);
    expect((await client.get('/api/v1/server/clients')).status).toBe(403);
    await refresh(client);
    expect((await client.get('/api/v1/server/clients')).status).toBe(403);
  });

  test('an API key needs no origin, replaces the cookies, sets none, and opens no page and no session', async () => {
    const made = await visitor.postJson('/api/v1/server/keys/create', { Name: 'Отчёты', Scopes: ['read', 'load'] });
    const authorization = `Bearer ${made.body.Key}`;
    const withKey = (path: string, body?: object) => {
      const call = body ? request(app).post(path).send(body) : request(app).get(path);
      return call.set({ authorization, cookie: [...visitor.cookies].map((pair) => pair.join('=')).join('; ') });
    };
    expect((await request(app).get(dataCall).set({ authorization })).status).toBe(200);
    const author = { UserID: 7, Name: 'Автор' };
    const created = await request(app).post('/api/v1/vknf/users/create').set({ authorization }).send(author);
    expect(created.status).toBe(201);
    const { clientId } = await backend.createClient();
    const sessionCalls = [
      ['/api/v1/admin/auth/login', backendAdmin],
      ['/api/v1/admin/auth/refresh', {}],
      ['/api/v1/admin/auth/logout', {}],
      ['/api/v1/admin/impersonate', { client_id: clientId }],
      ['/api/v1/server/keys/create', { Name: 'Второй', Scopes: ['read'] }],
    ] as const;
    for (const [path, body] of sessionCalls) {
      const reply = await withKey(path, body);
      expect([path, reply.status, linesOf(reply)]).toEqual([path, 403, []]);
    }
    expect((await withKey(page)).headers.location).toBe('/login?next=%2Fldvknf%2Fwords');
    expect(await statusOfCall(visitor)).toBe(200);
    const environment = { API_URL: backend.url, SESSION_SECRET: testSecret };
    const before = createTestConsole({ apiUrl: backend.url, now: clock.now, environment }).app;
    expect((await request(before).get(dataCall).set({ authorization })).status).toBe(401);
  });

  test('[5] 20 parallel pages with an expired token cause one refresh and all succeed', async () => {
    clock.advance(16 * minute);
    const replies = await Promise.all(Array.from({ length: 20 }, () => copyOf(visitor, app).get(page)));
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(replies.map((reply) => linesOf(reply).find((line) => line.startsWith('access_token')))).size).toBe(
      1,
    );
    expect(backend.log.filter(({ msg, path }) => msg === 'request' && String(path).includes('refresh'))).toHaveLength(
      1,
    );
  });
});

describe('with an existing backend', () => {
  let backend: StandIn;
  beforeEach(async () => {
    backend = await startStandIn();
  });
  afterEach(() => backend.close());

  const create = (environment: Record<string, string> = {}, sessionSecrets = [testSecret]) =>
    createTestConsole({ apiUrl: backend.url, environment, sessionSecrets }).app;
  const callsTo = (path: string) => backend.calls.filter((call) => call.path.startsWith(path));

  describe('[2] cookies', () => {
    test.each(['on', 'off'])('with COOKIE_SECURE=%s all are HttpOnly, SameSite=Lax and host-only', async (secure) => {
      const origin = secure === 'on' ? 'https://console.test' : 'http://console.test';
      const lines = linesOf(await signInAsAdmin(createVisitor(create({ COOKIE_SECURE: secure }), origin)));
      expect(lines).toHaveLength(3);
      for (const line of lines) {
        expect(line).toMatch(/; HttpOnly/i);
        expect(line).toMatch(/; SameSite=Lax/i);
        expect(line).toMatch(/; Path=\/(;|$)/i);
        expect(line).not.toMatch(/Domain=/i);
        expect(/; Secure/i.test(line)).toBe(secure === 'on');
      }
      expect(lines.map((line) => line.startsWith('__Host-'))).toEqual(lines.map(() => secure === 'on'));
    });

    test('a cookie without the __Host- prefix is ignored under TLS, where another host could set it', async () => {
      const visitor = createVisitor(create());
      await signInAsAdmin(visitor);
      const secured = copyOf(visitor, create({ COOKIE_SECURE: 'on' }));
      expect((await secured.get('/profile')).status).toBe(303);
    });

    test('the longest names stay under 4,096 bytes, also during an impersonation; longer ones are rejected', async () => {
      const longest = 'Щ'.repeat(signInNameMax);
      backend.on('POST /admin/auth/login', () => ({ body: { username: longest } }));
      backend.on('POST /admin/impersonate', () => ({ body: { client_id: longest, impersonated_by: longest } }));
      const visitor = createVisitor(create());
      const replies = [
        await visitor.postForm('/login', { type: 'admin', username: longest, password: 'p' }),
        await startImpersonation(visitor, longest),
      ];
      expect(replies.map(({ status }) => status)).toEqual([303, 200]);
      const lines = replies.flatMap(linesOf);
      expect(lines.length).toBeGreaterThan(1);
      expect(lines.filter((line) => Buffer.byteLength(line) >= 4096)).toEqual([]);
      expect((await visitor.get('/profile')).text).toContain(longest);
      const tooLong = { type: 'admin', username: `${longest}Щ`, password: 'p' };
      expect((await createVisitor(create()).postForm('/login', tooLong)).status).toBe(400);
    });
  });

  describe('[3] the console’s cookie', () => {
    const sign = (value: string, secret: string) =>
      `s:${value}.${createHmac('sha256', secret).update(value).digest('base64').replace(/=+$/, '')}`;
    const signed = (value: unknown, secret = testSecret) =>
      encodeURIComponent(sign(`j:${JSON.stringify(value)}`, secret));
    const statusWith = async (value: string, secrets?: string[]) => {
      const visitor = createVisitor(create({}, secrets));
      visitor.cookies.set('console_session', value);
      return (await visitor.get('/profile')).status;
    };
    const validFields = () => ({ type: 'admin', name: 'root', id: '1', issuedAt: Date.now() });

    test('of several secrets the first signs and all verify; a removed one no longer does', async () => {
      const [old, fresh] = ['o'.repeat(32), 'n'.repeat(32)] as const;
      expect(await statusWith(signed(validFields(), old), [fresh, old])).toBe(200);
      expect(await statusWith(signed(validFields(), old), [fresh])).toBe(303);
      const visitor = createVisitor(create({}, [fresh, old]));
      await signInAsAdmin(visitor);
      expect(await statusWith(visitor.cookies.get('console_session') ?? '', [fresh])).toBe(200);
    });

    test('with any character changed is an anonymous visitor’s', async () => {
      const value = sign(`j:${JSON.stringify(validFields())}`, testSecret);
      expect(await statusWith(encodeURIComponent(value))).toBe(200);
      for (let at = 0; at < value.length; at += 3) {
        const changed = value.slice(0, at) + (value[at] === 'A' ? 'B' : 'A') + value.slice(at + 1);
        expect([at, await statusWith(encodeURIComponent(changed))]).toEqual([at, 303]);
      }
    });

    test.each([
      ['without a signature', encodeURIComponent(`j:${JSON.stringify(validFields())}`)],
      ['signed with another secret', signed(validFields(), 'x'.repeat(32))],
      ['signed with an empty secret', signed(validFields(), '')],
      ['that is empty', ''],
      ['with a malformed encoding', '%E0%A4%A'],
      ['that is no object', signed(7)],
      ['of null', signed(null)],
      ['of a list', signed([validFields()])],
      ['without a name', signed({ ...validFields(), name: undefined })],
      ['of another type of user', signed({ ...validFields(), type: 'root' })],
      ['without a time', signed({ ...validFields(), issuedAt: undefined })],
      ['with a bad impersonation', signed({ ...validFields(), acting: 7 })],
      ['that is too old', signed({ ...validFields(), issuedAt: Date.now() - 31 * day })],
    ])('%s is an anonymous visitor’s and causes no error', async (_form, value) => {
      expect(await statusWith(value)).toBe(303);
    });
  });

  test('[4] no page or JSON reply contains a token', async () => {
    const visitor = createVisitor(create());
    const login = await visitor.postJson('/api/v1/admin/auth/login', { username: 'root', password: 'password' });
    const tokens = ['secret-token-in-json', 'token-a-0123456789', 'token-r-0123456789'];
    backend.on('POST /admin/auth/refresh', () => ({
      body: { access_token: tokens[0] },
      headers: { 'Set-Cookie': [`access_token=${tokens[1]}`, `refresh_token=${tokens[2]}`] },
    }));
    const replies = [
      login,
      await visitor.postJson('/api/v1/admin/auth/refresh'),
      await visitor.postJson('/api/v1/admin/impersonate', { client_id: 'client-1' }),
      await visitor.postJson('/api/v1/admin/impersonate/stop'),
    ];
    expect(visitor.cookies.get('access_token')).toBeDefined();
    for (const route of routes) replies.push(await visitor.get(addressOf(route)));
    replies.push(await visitor.postJson('/api/v1/admin/auth/logout'));
    const bodies = replies.map(({ text }) => text);
    expect(bodies.filter((body) => tokens.some((token) => body.includes(token)))).toEqual([]);
    expect(bodies.filter((body) => body.includes('console_session'))).toEqual([]);
  });

  describe('[5] an expired token', () => {
    const expire = () => backend.on('GET /vknf/words/paginated', () => ({ status: 401 }));

    test('with a rejected refresh causes one refresh and one 401, and signs out', async () => {
      const app = create();
      const visitor = createVisitor(app);
      await signInAsAdmin(visitor);
      expire();
      backend.on('POST /admin/auth/refresh', () => ({ status: 401 }));
      const call = await copyOf(visitor, app).postJson('/api/v1/admin/auth/refresh');
      expect([call.status, callsTo('/admin/auth/refresh').length]).toEqual([401, 1]);
      expect((await visitor.get(page)).headers.location).toBe('/login?next=%2Fldvknf%2Fwords&over=admin');
      // For two seconds the failure of the first one also answers for the page.
      expect([1, 2]).toContain(callsTo('/admin/auth/refresh').length);
      expect(callsTo('/vknf/words')).toHaveLength(1);
      expect(visitor.cookies.size).toBe(0);
    });

    test('that is still rejected after a refresh causes exactly one more call', async () => {
      const visitor = createVisitor(create());
      await signInAsAdmin(visitor);
      expire();
      expect((await visitor.get(page)).status).toBe(303);
      expect([callsTo('/admin/auth/refresh').length, callsTo('/vknf/words').length]).toEqual([1, 2]);
    });

    test.each(['reset', 'hang', 'status 500', 'garbage', 'html', 'truncated'] as const)(
      'with the fault «%s» at the refresh does not sign out',
      async (fault) => {
        const visitor = createVisitor(create({ API_TIMEOUT_MS: '1500' }));
        await signInAsAdmin(visitor);
        expire();
        backend.misbehave(fault, '/admin/auth/refresh');
        const reply = await visitor.get(page);
        expect(reply.status).toBe(503);
        expect(reply.text).toContain('Ошибка загрузки слов');
        expect(visitor.cookies.has('console_session')).toBe(true);
        expect(visitor.cookies.has('refresh_token')).toBe(true);
      },
    );
  });
});

/** Checklist 8, 9, 11 and 12: who may ask, where an answer may lead, who may keep it, and what an error tells. */
import path from 'node:path';
import request, { type Response } from 'supertest';
import { readAssets } from '../../server/render/assets.ts';
import * as messages from '../../shared/messages.ts';
import { routes } from '../../shared/routes.ts';
import { safeNextPath } from '../../shared/rules/next-path.ts';
import { exchangeBytes, listen, statusesOf } from '../support/raw-http.ts';
import { type Misbehaviour, type StandIn, startStandIn } from '../support/stand-in-backend.ts';
import {
  createTestConsole,
  createVisitor,
  signInAsAdmin,
  type TestConsole,
  type Visitor,
} from '../support/test-console.ts';

let backend: StandIn;
let console: TestConsole;
let admin: Visitor;

beforeAll(async () => {
  backend = await startStandIn();
});
beforeEach(async () => {
  backend.misbehave(null);
  console = createTestConsole({ apiUrl: backend.url, environment: { API_TIMEOUT_MS: '1500' } });
  admin = createVisitor(console.app);
  await signInAsAdmin(admin);
  backend.calls.splice(0);
});
afterAll(() => backend.close());

const forms = ['/login', '/logout', '/impersonation/start', '/impersonation/stop'];
/** Every call of section 7 of the specification that changes something. */
const changes = [
  ...['vknf/users/create', 'vknf/words/create', 'vknf/words/update', 'vknf/words/delete', 'vknf/owners/create'],
  ...['server/clients/create', 'server/clients/update', 'server/clients/delete'],
  ...['server/clients/password/set', 'server/clients/password/generate', 'vknf/wordclients/create'],
  ...['vknf/wordclients/delete', 'admin/auth/login', 'server/auth/login', 'admin/auth/refresh', 'server/auth/refresh'],
  ...['admin/auth/logout', 'admin/impersonate', 'admin/impersonate/stop', 'client/password/change'],
  'admin/password/change',
].map((call) => `/api/v1/${call}`);

describe('[8] another site', () => {
  const cookies = () => [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const send = (method: 'post' | 'put' | 'patch' | 'delete', address: string, headers: Record<string, string>) =>
    request(console.app)
      [method](address)
      .set({ Host: 'console.test', Cookie: cookies(), ...headers })
      .redirects(0);

  const own = 'http://console.test';
  const foreign: Record<string, string>[] = [
    { 'Sec-Fetch-Site': 'cross-site', Origin: own },
    { 'Sec-Fetch-Site': 'same-site', Origin: own },
    { 'Sec-Fetch-Site': 'nonsense', Origin: own },
    { Origin: 'http://evil.test' },
    { Origin: 'http://console.test.evil.test' },
    { Origin: 'http://evil-console.test' },
    { Origin: 'http://console.test:8080' },
    { Origin: 'http://console.test@evil.test' },
    { Origin: 'null' },
    { Origin: '' },
    { Origin: 'console.test' },
    { Referer: 'http://console.test/' },
    {},
  ];

  test.each([...forms, ...changes])('%s: refused with 403, and the backend hears nothing', async (address) => {
    for (const headers of foreign) {
      for (const method of ['post', 'put', 'patch', 'delete'] as const) {
        const reply = await send(method, address, headers);
        expect([method, headers, reply.status]).toEqual([method, headers, 403]);
      }
    }
    expect(backend.calls).toEqual([]);
  });

  test('our own pages are let in, by Sec-Fetch-Site and where that is not sent by Origin', async () => {
    const ownHeaders: Record<string, string>[] = [{ 'Sec-Fetch-Site': 'same-origin' }, { Origin: own }];
    for (const headers of ownHeaders) {
      expect((await send('post', '/logout', headers)).status).toBe(303);
    }
  });

  test.each(['GET', 'HEAD'])(
    '%s changes nothing: no address makes the backend be asked for more than reading',
    async (method) => {
      for (const address of [...routes.map((route) => route.path), ...forms, '/', '/nowhere', '/healthz', '/readyz']) {
        await request(console.app)[method === 'GET' ? 'get' : 'head'](address).set('Cookie', cookies());
      }
      expect(backend.calls.length).toBeGreaterThan(3);
      expect(backend.calls.filter((call) => call.method !== 'GET')).toEqual([]);
    },
  );

  test.each(changes)('%s by GET, as a link would send it, gets 405 before the backend', async (address) => {
    for (const method of ['get', 'head'] as const) {
      const reply = await request(console.app)[method](`${address}?id=1`).set('Cookie', cookies());
      expect(reply.status).toBe(405);
    }
    expect(backend.calls).toEqual([]);
  });
});

describe('[9] ?next= and every other way out', () => {
  const starts = [
    ...['//', '///', '////', '/\\', '\\/', '\\\\', '/\\/', '/\t/', '/\n/', '/\r/', '\t//', ' //', '/ /', '/./', '/../'],
    ...[
      '/.//',
      '/..//',
      '/a/..//',
      '/a/../../',
      '/%2f',
      '/%2F/',
      '/%5c',
      '/%5C/',
      '/%09/',
      '/%0a/',
      '/%0d%0a/',
      '/%00/',
    ],
    ...['/%252f', '/%255c', '/%2e%2e//', '/;//', '/?//', '/#//', '/@', '@', ':', '.', 'http:', 'http:/', 'http://'],
    ...['https:', 'HTTPS://', 'hTTp:\\\\', 'ftp://', 'javascript:', 'java\nscript:', 'data:text/html,', 'vbscript:'],
    ...['\u0000//', '\u2028//', '／／', '/〳', '〱〱', '/\u00ad/', '%2f%2f', '%5c%5c', '?', '#', 'console.test//'],
  ];
  const ends = [
    'evil.test',
    'evil.test/ldvknf/posts',
    'console.test@evil.test',
    '@evil.test',
    'evil%2etest',
    '[::1]:80',
  ];
  const corpus = starts.flatMap((start) => ends.map((end) => start + end));
  const base = 'http://console.test/login';

  /** Where a browser would go: its own reading of the address, from the sign-in page. */
  const originOf = (location: string) => new URL(location, base).origin;

  test(`${corpus.length} addresses: signing in leads to none of them`, async () => {
    expect(corpus.length).toBeGreaterThan(300);
    for (const next of corpus) {
      const reply = await createVisitor(console.app).postForm('/login', {
        type: 'client',
        client_id: 'c',
        password: 'p',
        next,
      });
      const { location = '' } = reply.headers;
      expect([next, reply.status, originOf(location)]).toEqual([next, 303, 'http://console.test']);
      expect(location).toMatch(/^\/(?![/\\])/);
    }
  });

  test('nor does the page of sign-in carry one on', async () => {
    for (const next of corpus) {
      const { text } = await createVisitor(console.app).get(`/login?next=${encodeURIComponent(next)}`);
      const [, kept = '/'] = /name="next" value="([^"]*)"/.exec(text) ?? [];
      expect([next, originOf(kept)]).toEqual([next, 'http://console.test']);
    }
  });

  test('nor the start and end of acting as a client', async () => {
    for (const next of corpus.filter((_, index) => index % 7 === 0)) {
      for (const form of ['/impersonation/start', '/impersonation/stop']) {
        const { location = '' } = (await admin.postForm(form, { client_id: 'client-1', next })).headers;
        expect([next, originOf(location)]).toEqual([next, 'http://console.test']);
      }
    }
  });

  test('the way to the sign-in carries no address that signing in would not follow', async () => {
    for (const target of [
      '/ldvknf/words?x=%0d%0aX:y',
      `/ldvknf/words?x=${'a'.repeat(2000)}`,
      '/ldvknf/words?x=\u2028',
    ]) {
      const { headers } = await createVisitor(console.app).get(target);
      const next = new URL(headers.location ?? '', base).searchParams.get('next');
      expect([target, next === null || safeNextPath(next) === next]).toEqual([target, true]);
      expect(headers.location?.length).toBeLessThan(4000);
    }
  });

  test('a request line of another origin gets no answer that leads there, nor a page that links there', async () => {
    const server = await listen(console.app);
    for (const target of [
      '//evil.test/profile',
      '//evil.test',
      'http://evil.test/profile',
      '//evil.test/%ff',
      '/\\evil.test',
      '//evil.test/ldvknf/words?sort=x',
    ]) {
      const answer = await exchangeBytes(
        server.port,
        `GET ${target} HTTP/1.1\r\nHost: console.test\r\nConnection: close\r\n\r\n`,
      );
      const [, location = '/'] = /\r\nlocation: (.*)\r\n/i.exec(answer) ?? [];
      expect([target, originOf(location)]).toEqual([target, 'http://console.test']);
      const links = [...answer.matchAll(/(?:href|action|src)="([^"]*)"/g)].map(([, link = '']) => originOf(link));
      expect([target, links.filter((origin) => origin !== 'http://console.test')]).toEqual([target, []]);
    }
    await server.close();
  });
});

describe('[11] caches', () => {
  const folder = path.join(import.meta.dirname, '../../dist/client');

  test('pages, JSON, redirects and errors are no-store, signed in or not', async () => {
    const addresses = [...routes.map((route) => route.path), '/', '/nowhere', '/healthz', '/readyz'];
    addresses.push('/api/v1/vknf/words/paginated', '/api/v1/nowhere', '/api/v1/a%2fb');
    const visitors = [admin, createVisitor(console.app)];
    for (const visitor of visitors) {
      const replies: Response[] = [];
      for (const address of addresses) replies.push(await visitor.get(address));
      for (const form of forms) replies.push(await visitor.postForm(form));
      replies.push(await visitor.postJson('/api/v1/admin/auth/refresh'));
      const kept = replies.filter(({ headers }) => headers['cache-control'] !== 'no-store');
      expect(kept.map((reply) => reply.request.url)).toEqual([]);
    }
  });

  test('every static file has a hash in its name and is immutable', async () => {
    const { app } = createTestConsole({ apiUrl: backend.url, assets: readAssets(folder) });
    const html = (await createVisitor(app).get('/login')).text;
    const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) {
      expect(file).toMatch(/[-.][A-Za-z0-9_-]{8,}\.(js|css)$/);
      const { status, headers } = await createVisitor(app).get(file);
      expect([file, status, headers['cache-control']]).toEqual([file, 200, 'public, max-age=31536000, immutable']);
      expect(headers['set-cookie']).toBeUndefined();
    }
    expect((await createVisitor(app).get('/assets/nothing-12345678.js')).headers['cache-control']).toBe('no-store');
  });
});

describe('[12] errors', () => {
  const inside = /node_modules|\.tsx?\b|\bat \S+ \(|127\.0\.0\.1|backend\.internal|panic|internal\.go|ECONN|Error:/;
  const json = (address: string, body: string, type = 'application/json') =>
    request(console.app)
      .post(address)
      .set({ Host: 'console.test', Origin: 'http://console.test', 'Content-Type': type })
      .send(body);

  const formType = 'application/x-www-form-urlencoded';
  const big = 'x'.repeat(20_000);
  const callBackend = () => admin.get('/api/v1/vknf/words');
  const signIn = () => signInAsAdmin(createVisitor(console.app));

  type Fault = { name: string; status: number; act: () => PromiseLike<Response>; how: Misbehaviour | null };
  const fault = (name: string, status: number, act: Fault['act'], how: Misbehaviour | null = null): Fault => ({
    name,
    status,
    act,
    how,
  });

  /** Every kind of refusal and fault, of calls and of pages. */
  const faults: Fault[] = [
    fault('a body that is no JSON', 400, () => json('/api/v1/admin/auth/login', '{"username":')),
    fault('a body in an unknown charset', 415, () => json('/login', 'a=b', `${formType}; charset=x-user`)),
    fault('a body over the limit', 413, () => json('/api/v1/admin/auth/login', JSON.stringify({ username: big }))),
    fault('a form over the limit', 413, () => json('/login', big, formType)),
    fault('a path with a second spelling', 400, () => admin.get('/api/v1/a%2fb')),
    fault('a call of another site', 403, () => request(console.app).post('/api/v1/vknf/words/create')),
    fault('a form of another site', 403, () => request(console.app).post('/login')),
    fault('a call by another method', 405, () => admin.get('/api/v1/vknf/words/delete')),
    fault('nobody signed in', 401, () => createVisitor(console.app).postJson('/api/v1/admin/auth/refresh')),
    fault('a page that is not there', 404, () => admin.get('/nowhere')),
    fault('a backend that resets', 502, callBackend, 'reset'),
    fault('a backend that panics', 500, callBackend, 'status 500'),
    fault('a backend that redirects', 502, callBackend, 'status 302'),
    fault('a backend that hangs', 504, callBackend, 'hang'),
    fault('a sign-in on a backend that panics', 502, signIn, 'status 500'),
    fault('a sign-in on a backend that hangs', 504, signIn, 'hang'),
  ];

  /** A fault's words in JSON look like a message to people, and are as much of the inside as a stack. */
  test.each(['error', 'message'])('what a backend’s fault says as {"%s": …} stays inside', async (key) => {
    const faulty = await startStandIn();
    const panic = () => ({ status: 500, body: { [key]: 'dial tcp backend.internal:5432: ECONNREFUSED' } });
    for (const call of ['GET /vknf/words', 'POST /admin/auth/login']) faulty.on(call, panic);
    const visitor = createVisitor(createTestConsole({ apiUrl: faulty.url }).app);
    const replies = [await visitor.get('/api/v1/vknf/words'), await signInAsAdmin(visitor)];
    await faulty.close();
    expect(replies.map(({ status }) => status)).toEqual([500, 502]);
    for (const { text } of replies) {
      expect(text).not.toMatch(inside);
      expect(text).toMatch(/Сервис данных не отвечает|Login failed/);
    }
  });

  test.each(faults)(
    '$name: $status without anything of the inside, and the request id that the log has',
    async ({ status, act, how }) => {
      backend.misbehave(how);
      const reply = await act();
      expect(reply.status).toBe(status);
      const { text, headers } = reply;
      expect(text.replace(/"Ошибка:?/g, '')).not.toMatch(inside);
      expect(JSON.stringify(headers)).not.toMatch(/internal|express/i);
      const id = headers['x-request-id'];
      expect(console.log).toContainEqual(expect.objectContaining({ msg: 'request', requestId: id, status }));
      if (headers['content-type']?.includes('json')) {
        expect(reply.body).toEqual({ error: expect.any(String), message: reply.body.error, request_id: id });
      } else {
        expect(text).toContain('<html lang="ru"');
      }
    },
  );

  test('a fault of our own is a Russian page or JSON with the request id; the cause is in the log alone', async () => {
    // Asked first for whom a page is drawn, then to draw the page of the error.
    let asked = 0;
    const now = () => {
      asked += 1;
      if (asked % 2 === 1) throw new Error('secret-cause');
      return Date.now();
    };
    const broken = createTestConsole({ apiUrl: backend.url, now });
    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    for (const address of ['/ldvknf/words', '/api/v1/vknf/words']) {
      const reply = await request(broken.app).get(address).set('Cookie', cookie);
      expect(reply.status).toBe(500);
      expect(reply.text).toContain(messages.unexpected);
      expect(reply.text).toContain(reply.headers['x-request-id']);
      expect(reply.text).not.toMatch(/secret-cause|\bat \S+ \(/);
    }
    expect(JSON.stringify(broken.log)).toContain('secret-cause');
  });

  test('CR, LF and escape characters in what is logged are encoded: a line stays one line', async () => {
    const forged = 'root\r\n{"level":30,"msg":"forged"}\u001b[2J\u2028\u0000';
    backend.on('POST /admin/auth/login', () => ({ status: 401 }));
    await createVisitor(console.app).postForm('/login', { type: 'admin', username: forged, password: 'p' });
    const server = await listen(console.app);
    const path = '/%0d%0a{"msg":"forged"}';
    expect(
      statusesOf(await exchangeBytes(server.port, `GET ${path} HTTP/1.1\r\nHost: c\r\nConnection: close\r\n\r\n`)),
    ).toEqual([404]);
    await server.close();
    expect(console.lines.filter((line) => !/^\P{Cc}+\n$/u.test(line))).toEqual([]);
    expect(console.log.filter(({ msg }) => msg === 'forged')).toEqual([]);
    expect(console.log.find(({ event }) => event === 'sign-in refused')?.name).toBe(forged.trim());
  });
});

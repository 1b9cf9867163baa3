// Proves: security#statements
/** Statements 8, 9 (docs/product/security.md): accepted origins and methods, and targets of redirects. */
import { Agent } from 'node:http';
import request from 'supertest';
import { apiTable } from '../../server/backend/api-table.ts';
import { routes } from '../../shared/routes.ts';
import { safeNextPath } from '../../shared/rules/urls.ts';
import { exchangeBytes, listen } from '../support/raw-http.ts';
import { addressOf } from '../support/route-addresses.ts';
import { type StandIn, startStandIn } from '../support/stand-in-backend.ts';
import {
  connect,
  createTestConsole,
  createVisitor,
  type Method,
  openAsAdmin,
  sessionForms,
  type TestConsole,
  type Visitor,
} from '../support/test-console.ts';

let backend: StandIn;
let console: TestConsole;
let admin: Visitor;

beforeAll(async () => {
  backend = await startStandIn();
  ({ console, admin } = await openAsAdmin(backend));
});
beforeEach(() => backend.calls.splice(0));
afterAll(() => backend.close());

const addressesOf = (method: 'GET' | 'POST'): string[] =>
  apiTable.filter((call) => call.method === method).map(({ path }) => `/api/v1${path.replaceAll('{id}', '7')}`);

/** Every call of the embedded backend that changes something. */
const changes = addressesOf('POST');

describe('[8] requests of other sites', () => {
  const cookies = () => [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  // These are thousands of requests; new connections would take half of the time.
  const connections = new Agent({ keepAlive: true });
  // The process would wait for the server to close them.
  afterAll(() => connections.destroy());
  const send = async (method: Method, address: string, headers: Record<string, string> = {}) =>
    (await connect(console.app))(method, address)
      .agent(connections)
      .set({ Host: 'console.test', Cookie: cookies(), ...headers });

  const own = 'http://console.test';
  const foreign: Record<string, string>[] = [
    { 'Sec-Fetch-Site': 'cross-site', Origin: own },
    { 'Sec-Fetch-Site': 'same-site', Origin: own },
    { 'Sec-Fetch-Site': 'nonsense', Origin: own },
    { Origin: 'http://evil.test' },
    { Origin: 'https://console.test' },
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

  const methods = ['post', 'put', 'patch', 'delete'] as const;

  /** The check does not depend on the address: forms get all methods with all headers, a call gets each method once. */
  const samples = methods.flatMap((method) => foreign.map((headers) => ({ method, headers })));
  const requests = [...sessionForms, ...changes].map((address, at) => ({
    address,
    sent: sessionForms.includes(address)
      ? samples
      : methods.map((method, place) => ({ method, headers: foreign[(at + place) % foreign.length] ?? {} })),
  }));

  test.each(requests)('to $address get 403 and do not reach the backend', async ({ address, sent }) => {
    for (const { method, headers } of sent) {
      const reply = await send(method, address, headers);
      expect([method, headers, reply.status]).toEqual([method, headers, 403]);
    }
    expect(backend.calls).toEqual([]);
  });

  test('a refused form tells the administrator why, and the log has a line for each kind and hour', async () => {
    const secure = createTestConsole({ apiUrl: 'http://127.0.0.1:9', environment: { COOKIE_SECURE: 'on' } });
    const origins = ['http://console.test', 'http://console.test', 'https://console.test:8443'];
    for (const origin of origins) {
      const page = await request(secure.app).post('/login').set({ Host: 'console.test', Origin: origin });
      expect(page.text).toContain('Администратору: адрес в браузере и адрес сервиса разные, см. его журнал');
    }
    const lines = secure.log.filter(({ msg }) => msg === 'requests of another origin refused');
    const expected = 'https://console.test';
    expect(lines).toMatchObject([
      { level: 40, kind: 'scheme', origin: origins[0], expected, requests: 1 },
      { level: 40, kind: 'host', origin: origins[2], expected, requests: 1 },
    ]);
  });

  test('forms of our own pages are accepted by Sec-Fetch-Site, or by Origin without it', async () => {
    const ownHeaders: Record<string, string>[] = [{ 'Sec-Fetch-Site': 'same-origin' }, { Origin: own }];
    for (const headers of ownHeaders) {
      expect((await send('post', '/logout', headers)).status).toBe(303);
    }
  });

  test.each([
    ['of a trusted proxy', {}, { 'X-Forwarded-Proto': 'https' }, 'https'],
    ['of a proxy that is not trusted', { TRUST_PROXY: 'false' }, { 'X-Forwarded-Proto': 'https' }, 'http'],
    ['that COOKIE_SECURE=on states', { TRUST_PROXY: 'false', COOKIE_SECURE: 'on' }, {}, 'https'],
  ])('an Origin needs the scheme %s', async (_whose, environment, forwarded, scheme) => {
    const { app } = createTestConsole({ apiUrl: backend.url, environment });
    for (const origin of ['http://console.test', 'https://console.test', `${scheme}://console.test:8080`]) {
      const headers = { Host: 'console.test', ...forwarded, Origin: origin };
      const { status } = await (await connect(app))('post', '/logout').set(headers);
      expect([origin, status]).toEqual([origin, origin === `${scheme}://console.test` ? 303 : 403]);
    }
  });

  test.each(addressesOf('GET'))('%s by GET reaches the backend', async (address) => {
    await send('get', address);
    expect(backend.calls.map(({ path }) => `/api/v1${path}`)).toEqual([address]);
  });

  test.each(['GET', 'HEAD'])('%s of any address makes only GET calls to the backend', async (method) => {
    for (const address of [...routes.map(addressOf), ...sessionForms, '/', '/nowhere', '/healthz', '/readyz']) {
      await send(method === 'GET' ? 'get' : 'head', address);
    }
    expect(backend.calls.length).toBeGreaterThan(3);
    expect(backend.calls.filter((call) => call.method !== 'GET')).toEqual([]);
  });

  test.each(changes)('%s by GET or HEAD returns 405 before the backend', async (address) => {
    for (const method of ['get', 'head'] as const) {
      const reply = await send(method, `${address}?id=1`);
      expect([reply.status, reply.headers.allow]).toEqual([405, 'POST']);
    }
    expect(backend.calls).toEqual([]);
  });
});

describe('[9] redirects outside the origin', () => {
  const starts = [
    '//',
    '///',
    '////',
    '/\\',
    '\\/',
    '\\\\',
    '/\\/',
    '/\t/',
    '/\n/',
    '/\r/',
    '\t//',
    ' //',
    '/ /',
    '/./',
    '/../',
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
    '/%252f',
    '/%255c',
    '/%2e%2e//',
    '/;//',
    '/?//',
    '/#//',
    '/@',
    '@',
    ':',
    '.',
    'http:',
    'http:/',
    'http://',
    'https:',
    'HTTPS://',
    'hTTp:\\\\',
    'ftp://',
    'javascript:',
    'java\nscript:',
    'data:text/html,',
    'vbscript:',
    '\u0000//',
    '\u2028//',
    '／／',
    '/〳',
    '〱〱',
    '/\u00ad/',
    '%2f%2f',
    '%5c%5c',
    '?',
    '#',
    'console.test//',
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
  /** Each start is tested once, because a sign-in checks all of them by the same function. */
  const examples = starts.map((start, index) => `${start}${ends[index % ends.length]}`);
  const base = 'http://console.test/login';

  /** The origin that a browser resolves the address to, from the sign-in page. */
  const originOf = (location: string) => new URL(location, base).origin;

  test(`${corpus.length} values of ?next= are not followed after sign-in`, async () => {
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

  test('the sign-in page does not keep them either', async () => {
    for (const next of examples) {
      const { text } = await createVisitor(console.app).get(`/login?next=${encodeURIComponent(next)}`);
      const [, kept = '/'] = /name="next" value="([^"]*)"/.exec(text) ?? [];
      expect([next, originOf(kept)]).toEqual([next, 'http://console.test']);
    }
  });

  test('they are not followed when an impersonation is stopped', async () => {
    for (const next of examples) {
      const { location = '' } = (await admin.postForm('/impersonation/stop', { next })).headers;
      expect([next, originOf(location)]).toEqual([next, 'http://console.test']);
    }
  });

  test('the redirect to the sign-in has a way back only if sign-in would follow it', async () => {
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

  test('a request line with another origin gets no redirect and no link to that origin', async () => {
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

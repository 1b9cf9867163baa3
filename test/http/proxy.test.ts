// Proves: api#calls, security#statements
/** The proxy of /api/v1: passed and rejected calls, and faults of the backend (docs/product/security.md: 4, 10, 14). */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import request from 'supertest';
import { type Misbehaviour, misbehaviours } from '../support/misbehaviours.ts';
import { exchangeBytes, listen as listenRaw, statusesOf } from '../support/raw-http.ts';
import { type StandIn, startStandIn } from '../support/stand-in-backend.ts';
import {
  createTestConsole,
  createVisitor,
  signInAsAdmin,
  type TestConsole,
  type Visitor,
} from '../support/test-console.ts';

let backend: StandIn;
let console: TestConsole;
let shortLimitConsole: TestConsole;
let visitor: Visitor;

beforeAll(async () => {
  backend = await startStandIn();
  console = createTestConsole({ apiUrl: backend.url, environment: { API_TIMEOUT_MS: '20000' } });
  shortLimitConsole = createTestConsole({ apiUrl: backend.url, environment: { API_TIMEOUT_MS: '300' } });
  visitor = createVisitor(console.app);
  await signInAsAdmin(visitor);
});
beforeEach(() => backend.misbehave(null));
afterAll(() => backend.close());

type Raw = { path: string; method?: string; headers?: http.OutgoingHttpHeaders; chunks?: string[] };

/** Sends a malformed request and resolves with the status. */
async function sendRaw({ path, method = 'GET', headers = {}, chunks = [] }: Raw): Promise<number | undefined> {
  const server = await listen();
  const { port } = server.address() as AddressInfo;
  try {
    return await new Promise((resolve, reject) => {
      const call = http.request({ port, method, path, headers: { Host: 'console.test', ...headers } }, (reply) =>
        resolve(reply.resume().statusCode),
      );
      call.on('error', reject);
      for (const chunk of chunks) call.write(chunk);
      call.end();
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const listen = (): Promise<http.Server> =>
  new Promise((resolve) => {
    const server = http.createServer(console.app).listen(0, '127.0.0.1', () => resolve(server));
  });

test('a call keeps its query, and its reply is not cached', async () => {
  const response = await visitor.get('/api/v1/vknf/words/paginated?limit=100&orderBy=word_id');
  expect(response.status).toBe(200);
  expect(response.body.words[0].Text).toBe('ремонт дорог');
  expect(response.headers['cache-control']).toBe('no-store');
  expect(backend.calls.at(-1)?.path).toBe('/vknf/words/paginated?limit=100&orderBy=word_id');
});

test('a body passes unchanged, big integers included', async () => {
  backend.on('POST /vknf/words/create', () => ({ status: 201, body: { status: 'ok' } }));
  const body = '{"Text":"ёлка","big":9007199254740993}';
  const response = await request(console.app)
    .post('/api/v1/vknf/words/create')
    .set('Origin', 'http://console.test')
    .set('Host', 'console.test')
    .type('json')
    .send(body);
  expect(response.status).toBe(201);
  expect(backend.calls.at(-1)?.body).toBe(body);
});

test('the console’s own cookies and headers with an identity or an address never reach the backend', async () => {
  const forged = {
    Cookie: 'console_session=x; access_token=a1; console_preferences=theme=dark; __Host-console_session=y',
    'X-Forwarded-For': '6.6.6.6',
    'X-Forwarded-Host': 'evil.test',
    Forwarded: 'for=6.6.6.6',
    'X-Real-IP': '6.6.6.6',
    'X-User-Id': '1',
    Authorization: 'Bearer forged',
    Connection: 'close, X-Secret',
    'X-Secret': '1',
    Expect: '100-continue',
  };
  await sendRaw({ path: '/api/v1/health', headers: forged });
  const headers: http.IncomingHttpHeaders = backend.calls.at(-1)?.headers ?? {};
  expect(headers.cookie).toBe('access_token=a1');
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  for (const name of ['forwarded', 'x-real-ip', 'x-user-id', 'authorization', 'x-secret', 'expect']) {
    expect(headers).not.toHaveProperty(name);
  }
  expect(headers['x-forwarded-host']).not.toContain('backend.internal');
});

test.each([
  '/api/v1/../admin',
  '/api/v1/vknf/..%2fsecret',
  '/api/v1/%2e%2e/secret',
  '/api/v1/vknf/.%2E/secret',
  '/api/v1//vknf/words',
  '/api/v1/vknf\\words',
  '/api/v1/vknf/%5cwords',
  '/api/v1/vknf/words%00',
  '/api/v1/./vknf',
])('%s is rejected with 400 before the backend', async (path) => {
  const server = await listen();
  const before = backend.calls.length;
  const status = await new Promise<string>((resolve) => {
    const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: console.test\r\nConnection: close\r\n\r\n`),
    );
    socket.once('data', (data) => resolve(data.toString().split(' ')[1] ?? ''));
  });
  server.close();
  expect(status).toBe('400');
  expect(backend.calls.length).toBe(before);
});

test('a body over the limit gets 413, one of unknown length 411', async () => {
  const big = await visitor.postJson('/api/v1/vknf/words/create', { Text: 'x'.repeat(1024 * 1024) });
  expect(big.status).toBe(413);
  const status = await sendRaw({
    method: 'POST',
    path: '/api/v1/vknf/words/create',
    headers: { Origin: 'http://console.test' },
    chunks: ['{"Text":', '"x"}'],
  });
  expect(status).toBe(411);
});

const statuses: Partial<Record<(typeof misbehaviours)[number], number | 'cut off'>> = {
  'status 500': 500,
  'status 302': 502,
  html: 200,
  garbage: 200,
  truncated: 'cut off',
  reset: 502,
  hang: 504,
  trickle: 'cut off',
  huge: 200,
};

/** The time limit is short for replies that never end, and long for 50 MB on a busy machine. */
const appFor = (fault: Misbehaviour) => (fault === 'hang' || fault === 'trickle' ? shortLimitConsole : console).app;

describe.each(misbehaviours)('a backend with the fault «%s»', (fault) => {
  test('a proxied call gets a reply or is cut off, and the next one succeeds', async () => {
    backend.misbehave(fault);
    const outcome = await request(appFor(fault))
      .get('/api/v1/vknf/words')
      .responseType('blob')
      .then(
        ({ status }) => status,
        () => 'cut off' as const,
      );
    expect(outcome).toBe(statuses[fault]);
    backend.misbehave(null);
    expect((await visitor.get('/api/v1/vknf/words/paginated')).status).toBe(200);
  });

  test('the page still renders, with the catalogue’s error and the retry button', async () => {
    const reader = createVisitor(appFor(fault));
    await signInAsAdmin(reader);
    backend.misbehave(fault);
    const page = await reader.get('/ldvknf/words');
    expect(page.status).toBe(503);
    expect(page.text).toContain('Ошибка загрузки слов');
    expect(page.text).toContain('Попробовать снова');
    expect(page.text).not.toContain('internal');
  });
});

test('an error of the proxy is JSON with a request ID and without a host name', async () => {
  backend.misbehave('reset');
  const response = await visitor.get('/api/v1/vknf/words');
  expect(response.body).toEqual({
    error: 'Сервис данных не отвечает. Повторите попытку позже.',
    message: 'Сервис данных не отвечает. Повторите попытку позже.',
    request_id: expect.any(String),
  });
});

test('a slow request body gets no more time than a call: 504 in JSON', async () => {
  const slow = await listenRaw(shortLimitConsole.app);
  const head = 'Host: console.test\r\nOrigin: http://console.test\r\nContent-Type: application/json';
  const beginning = `POST /api/v1/vknf/words/create HTTP/1.1\r\n${head}\r\nContent-Length: 100\r\n\r\n{`;
  const answer = await exchangeBytes(slow.port, beginning);
  await slow.close();
  expect(statusesOf(answer)).toEqual([504]);
  expect(answer).toContain('"request_id"');
});

test.each([
  ['before', 'hang'],
  ['during', 'trickle'],
] as const)(
  'a request that the visitor aborts %s the reply is aborted at the backend, which is no fault',
  async (when, how) => {
    backend.misbehave(how);
    const lines = console.log.length;
    const server = await listen();
    const { port } = server.address() as AddressInfo;
    const earlier = backend.calls.length;
    const replied = Promise.withResolvers<void>();
    const call = http.get({ port, path: '/api/v1/vknf/words' }, (reply) => {
      reply.on('error', () => {});
      replied.resolve();
    });
    call.on('error', () => {});
    while (backend.calls.length === earlier) await new Promise((resolve) => setImmediate(resolve));
    if (when === 'during') await replied.promise;
    const open = backend.openSockets();
    call.destroy();
    while (backend.openSockets() >= open) await new Promise((resolve) => setImmediate(resolve));
    server.close();
    expect(backend.openSockets()).toBeLessThan(open);
    const ended = () => console.log.slice(lines).filter(({ msg }) => msg === 'request');
    while (ended().length === 0) await new Promise((resolve) => setImmediate(resolve));
    // A line about a fault would follow in the next task.
    await new Promise((resolve) => setImmediate(resolve));
    expect(console.log.slice(lines).filter(({ level }) => Number(level) > 30)).toEqual([]);
  },
);

test('/readyz depends on the backend, /healthz only on the console', async () => {
  expect((await visitor.get('/readyz')).status).toBe(200);
  backend.misbehave('status 500');
  expect((await visitor.get('/readyz')).status).toBe(503);
  const { status, body } = await visitor.get('/healthz');
  expect({ status, body }).toEqual({
    status: 200,
    body: { status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
  });
});

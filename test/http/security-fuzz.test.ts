// Proves: security#statements
/** Statement 14 (docs/product/security.md): generated requests to all routes cause no 5xx of the console. */
import { Agent, request } from 'node:http';
import { routes } from '../../shared/routes.ts';
import { Random } from '../support/random.ts';
import { type Listening, listen } from '../support/raw-http.ts';
import { addressOf } from '../support/route-addresses.ts';
import { type StandIn, startStandIn } from '../support/stand-in-backend.ts';
import { createTestConsole, createVisitor, signInAsAdmin, type TestConsole } from '../support/test-console.ts';

const seed = 20_261_120;
const count = 50 * Number(process.env.FUZZ_RUNS ?? 20);
const atOnce = 16;

const methods = ['GET', 'GET', 'GET', 'POST', 'POST', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
const paths = [
  ...routes.map(addressOf),
  '/',
  '/login',
  '/logout',
  '/impersonation/stop',
  '/healthz',
  '/readyz',
  '/metrics',
  '/assets/x.js',
  '/favicon.svg',
  '/nowhere',
  '/api/v1',
  '/api/v1/',
  '/api/v1/vknf/words/paginated',
  '/api/v1/vknf/words/create',
  '/api/v1/admin/auth/login',
  '/api/v1/server/auth/login',
  '/api/v1/admin/impersonate',
  '/api/v1/admin/auth/refresh',
  '/api/v1/admin/auth/logout',
  '/api/v1/admin/impersonate/stop',
];
const queryNames = ['sort', 'page', 'word', 'owner', 'text', 'from', 'to', 'city', 'next', 'type', '__proto__', 'a[b]'];
const scraps = [
  '',
  '1',
  '-1',
  '0',
  '99999999999999999999',
  '1e309',
  'NaN',
  'null',
  'true',
  '-text',
  'word_id',
  '2026-13-45',
  '%',
  '%00',
  '%ff',
  '%E0%A4%A',
  '%2e%2e%2f',
  '..',
  '//',
  '\\',
  '"',
  "'",
  '<b>',
  '{}',
  '[]',
  '[[[[',
  '{"a":',
  '😀',
  'ёлка',
  '\u2028',
  '\ufeff',
  'constructor',
  '__proto__',
  'j:{}',
  's:x.y',
  'a'.repeat(3000),
  '%0d%0aX: y',
];
const types = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
  '',
  ';;;',
  'application/json; charset=koi8-r',
  'application/json; charset=utf-16',
  'multipart/form-data; boundary=',
];
const headerNames = [
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'If-None-Match',
  'Range',
  'Referer',
  'Origin',
  'Sec-Fetch-Site',
  'X-Forwarded-For',
  'X-Forwarded-Proto',
  'X-Forwarded-Host',
  'Content-Encoding',
  'Authorization',
  'User-Agent',
  'X-Request-Id',
  'Upgrade',
  'DNT',
];

type Sample = { method: string; path: string; headers: Record<string, string | string[]>; body: string };

let backend: StandIn;
let console: TestConsole;
let server: Listening;
const agent = new Agent({ keepAlive: true, maxSockets: atOnce });

beforeAll(async () => {
  backend = await startStandIn();
  console = createTestConsole({ apiUrl: backend.url, environment: { METRICS: 'on', LOG_LEVEL: 'debug' } });
  server = await listen(console.app);
});
afterAll(async () => {
  agent.destroy();
  await server.close();
  await backend.close();
});

/** Encodes characters that Node's client refuses to send in a header or a request line. */
const headerText = (text: string) => encodeURI(text.toWellFormed()).replaceAll('%25', '%');

function makeSample(random: Random, cookies: readonly string[]): Sample {
  const scrap = () => random.pick(scraps);
  const path = random.chance(0.2) ? `${random.pick(paths)}/${scrap()}` : random.pick(paths);
  const query = Array.from({ length: random.below(4) }, () => `${random.pick(queryNames)}=${scrap()}`).join('&');
  const extra = Array.from({ length: random.below(4) }, () => [random.pick(headerNames), headerText(scrap())]);
  const fields = Array.from({ length: random.below(4) }, () => [
    random.pick(['username', 'client_id', 'password', 'next', 'type']),
    scrap(),
  ]);
  const bodies = [
    JSON.stringify(Object.fromEntries(fields)),
    new URLSearchParams(fields as [string, string][]).toString(),
    scrap(),
    '',
  ];
  return {
    method: random.pick(methods),
    path: headerText(query === '' ? path : `${path}?${query}`).replaceAll('\\', '%5C'),
    headers: {
      Host: random.chance(0.95) ? 'console.test' : headerText(scrap()),
      ...(random.chance(0.8) ? { Origin: 'http://console.test' } : {}),
      'Content-Type': random.pick(types),
      ...Object.fromEntries(extra),
      Cookie: random.chance(0.7)
        ? random.pick(cookies)
        : headerText(`console_session=${scrap()}; ${scrap()}=${scrap()}; console_preferences=${scrap()}`),
    },
    body: random.pick(bodies),
  };
}

/** Returns the status, or null when the connection was closed without a response. */
function send({ method, path, headers, body }: Sample): Promise<number | null> {
  return new Promise((resolve) => {
    const length = Buffer.byteLength(body);
    const call = request(
      { port: server.port, agent, method, path, headers: { ...headers, 'Content-Length': length } },
      (reply) => {
        reply
          .resume()
          .on('end', () => resolve(reply.statusCode ?? null))
          .on('error', () => resolve(null));
      },
    );
    call.on('error', () => resolve(null));
    call.end(body);
  });
}

test(`[14] ${count} requests cause no 5xx of the console, and it keeps working`, async () => {
  // This backend accepts every sign-in and always returns a name, because a reply without one is a fault.
  backend.on('POST /server/auth/login', () => ({ body: { client_id: 'client-1' } }));
  backend.on('POST /admin/impersonate', () => ({ body: { client_id: 'client-1' } }));
  const visitor = createVisitor(console.app);
  await signInAsAdmin(visitor);
  const admin = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const random = new Random(seed);
  const samples = Array.from({ length: count }, () => makeSample(random, [admin, '']));
  const failed: string[] = [];
  const statuses = new Map<number | null, number>();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let sample = samples.pop(); sample; sample = samples.pop()) {
        const status = await send(sample);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status !== null && status >= 500) failed.push(`${status} ${JSON.stringify(sample).slice(0, 500)}`);
      }
    }),
  );
  expect(failed).toEqual([]);
  expect(console.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  expect([...statuses.values()].reduce((sum, number) => sum + number)).toBe(count);
  expect(statuses.get(200) ?? 0).toBeGreaterThan(count / 20);
  expect(statuses.get(null) ?? 0).toBeLessThan(count / 20);
  expect((await visitor.get('/ldvknf/words')).status).toBe(200);
}, 180_000);

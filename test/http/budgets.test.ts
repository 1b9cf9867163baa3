/** Budgets of a page: bytes sent and calls of the backend. */
import request from 'supertest';
import { demoPhrases } from '../../scripts/demo/world/phrases.ts';
import { places } from '../../scripts/demo/world/sources.ts';
import { routeOf } from '../../shared/routes.ts';
import { wordsPageSize } from '../../shared/rules/limits.ts';
import { offerOwn } from '../support/own-backend.ts';
import { type StandIn, startStandIn } from '../support/stand-in-backend.ts';
import { createTestConsole, createVisitor, signInAsAdmin } from '../support/test-console.ts';

/** Compressed bytes of the phrases page with a full page of different phrases. */
const pageBudgets = { br: 11.5 * 1024, gzip: 12 * 1024 };

let backend: StandIn;
beforeEach(async () => {
  backend = await startStandIn();
});
afterEach(() => backend.close());

const words = Array.from({ length: wordsPageSize }, (_, index) => ({
  WordID: 1000 - index,
  Text: `${demoPhrases[index % demoPhrases.length]?.text} ${places[index % places.length]?.name}`,
  State: index % 9 === 4 ? 'freeze' : 'ready',
  FullSearch: index % 6 === 2,
  Running: index % 3 === 0,
  UpdateDt: {
    Time: new Date(Date.UTC(2026, 10, 1, index % 24, index % 60, (index * 7919) % 60)).toISOString(),
    Valid: true,
  },
  TotalPosts: (index * 7919) % 5000,
  Clients: [`client-${1001 + (index % 40)}`],
}));

async function visitorOf(environment: Record<string, string> = {}) {
  const { app } = createTestConsole({ apiUrl: backend.url, environment });
  const visitor = createVisitor(app);
  await signInAsAdmin(visitor);
  backend.calls.length = 0;
  const getEncoded = (path: string, encoding: string) => {
    const cookies = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return request(app).get(path).set({ Cookie: cookies, 'Accept-Encoding': encoding });
  };
  return { ...visitor, getEncoded };
}

test.each([
  ['gzip, br', 'br'],
  ['gzip, deflate', 'gzip'],
] as const)('for «Accept-Encoding: %s» a full phrases page is sent as %s within its budget', async (accepted, sent) => {
  backend.on('GET /vknf/words/paginated', () => ({ body: { words, total: 5000 } }));
  const { text, headers } = await (await visitorOf()).getEncoded(routeOf('words').path, accepted);
  expect(text.match(/role="row"|<tr/g)?.length).toBe(wordsPageSize + 1);
  expect(headers).toMatchObject({ 'content-encoding': sent, vary: expect.stringContaining('Accept-Encoding') });
  expect(Number(headers['content-length'])).toBeLessThanOrEqual(pageBudgets[sent]);
});

test('with our own backend a full phrases page has at most 69 KB, of which 32 KB become elements with scripts', async () => {
  offerOwn(backend);
  backend.on('GET /vknf/words/paginated', () => ({ body: { words, total: 5000 } }));
  const visitor = await visitorOf();
  const { text } = await visitor.get(routeOf('words').path);
  expect(text).toContain('Динамика');
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(69_000);
  const elements = text.replaceAll(/<(noscript|script)\b.*?<\/\1>/gs, '');
  expect(elements.match(/role="row"/g)).toHaveLength(31);
  expect(Buffer.byteLength(elements)).toBeLessThanOrEqual(32_000);
});

test('without Accept-Encoding support a page is sent uncompressed', async () => {
  const { headers, text } = await (await visitorOf()).getEncoded(routeOf('profile').path, 'identity');
  expect(headers['content-encoding']).toBeUndefined();
  expect(Number(headers['content-length'])).toBe(Buffer.byteLength(text));
});

test('the page contains each phrase once as data and once as text', async () => {
  backend.on('GET /vknf/words/paginated', () => ({
    body: { words: [{ ...words[0], Text: 'единственная' }], total: 1 },
  }));
  const { text } = await (await visitorOf()).get(routeOf('words').path);
  expect(text.match(/единственная/g)).toHaveLength(2);
});

test.each([
  ['profile', 0],
  ['key-values', 0],
  ['words', 1],
  ['owners', 1],
  ['clients', 1],
  ['posts', 3],
] as const)('the page %s makes its %i backend calls in parallel', async (name, count) => {
  const visitor = await visitorOf({ API_TIMEOUT_MS: '300' });
  // The first page waits for the kind of the backend.
  await visitor.get(routeOf('profile').path);
  backend.misbehave('hang');
  expect((await visitor.get(routeOf(name).path)).status).toBe(count === 0 ? 200 : 503);
  const paths = backend.calls.map(({ path }) => path).filter((path) => path !== '/capabilities');
  expect(paths).toHaveLength(count);
});

// Proves: alerts#atom
/** Atom feeds (docs/product/alerts.md) as feed readers request them, in front of a backend that has them. */
import type { Express } from 'express';
import request from 'supertest';
import { offerOwn } from '../support/own-backend.ts';
import { parseXml } from '../support/parse-xml.ts';
import { type StandIn, startStandIn } from '../support/stand-in-backend.ts';
import { createTestConsole, createVisitor, signInAsAdmin, type TestConsole } from '../support/test-console.ts';

const token = `8-${'a'.repeat(43)}`;
const address = `/atom/${token}`;

const contents = (Text = 'Открыли метро') => ({
  FeedID: '8',
  Title: 'Дороги',
  entries: [
    {
      Key: 'https://vk.com/wall-1_2',
      Title: 'Новости: Открыли метро',
      Author: { String: 'Новости', Valid: true },
      Address: 'https://vk.com/wall-1_2',
      Text,
      Links: [],
      PublishedAt: '2026-11-01T09:00:00.000Z',
      UpdatedAt: '2026-11-01T10:00:00.000Z',
    },
  ],
});

let backend: StandIn;
let console: TestConsole;

beforeEach(async () => {
  backend = await startStandIn();
  offerOwn(backend);
  backend.on('GET /vknf/alerts/feed', ({ path }) =>
    path.includes(token) ? { body: contents() } : { status: 404, body: { error: 'Нет записи' } },
  );
  console = createTestConsole({ apiUrl: backend.url });
});
afterEach(() => backend.close());

/** Without cookies, as feed readers. */
const read = (app: Express, path = address) => request(app).get(path).set('Host', 'console.test').buffer(true);
const feedCalls = () => backend.calls.filter(({ path }) => path.startsWith('/vknf/alerts/feed'));

test('is read without a session, as XML that may not be shared by caches', async () => {
  const { status, headers, text } = await read(console.app);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'application/atom+xml; charset=utf-8',
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
  });
  expect(headers['set-cookie']).toBeUndefined();
  expect(parseXml(text).children.map(({ name }) => name)).toContain('entry');
});

test('is sent again only after a change', async () => {
  const { headers } = await read(console.app);
  const again = () => read(console.app).set('If-None-Match', String(headers.etag));
  const unchanged = await again();
  expect([unchanged.status, unchanged.text]).toEqual([304, '']);
  backend.on('GET /vknf/alerts/feed', () => ({ body: contents('Закрыли метро') }));
  expect((await again()).status).toBe(200);
  // Deleted posts and changed filters change the feed without a newer entry.
  expect((await read(console.app).set('If-Modified-Since', 'Sun, 01 Nov 2026 10:00:00 GMT')).status).toBe(200);
});

test('HEAD has the same headers and no body', async () => {
  const whole = await read(console.app);
  const { status, headers, text } = await request(console.app).head(address).set('Host', 'console.test');
  expect([status, text]).toEqual([200, undefined]);
  for (const name of ['etag', 'content-type', 'content-length']) {
    expect(headers[name]).toBe(whole.headers[name]);
  }
});

test.each([
  [{}, 'http://console.test'],
  [{ PUBLIC_URL: 'https://monitor.example/' }, 'https://monitor.example'],
])('with the settings %j its links begin with %s', async (environment, origin) => {
  const { app } = createTestConsole({ apiUrl: backend.url, environment });
  expect((await read(app)).text).toContain(`rel="self" href="${origin}${address}"`);
});

test('respects the base path', async () => {
  const { app } = createTestConsole({ apiUrl: backend.url, environment: { BASE_PATH: '/monitor' } });
  expect((await read(app)).status).toBe(404);
  const { status, text } = await read(app, `/monitor${address}`);
  expect(status).toBe(200);
  expect(text).toContain(`href="http://console.test/monitor${address}"`);
});

test('an unknown or revoked token is not found, and so is every feed of an existing backend', async () => {
  for (const path of ['/atom/8-x', '/atom/%00', '/atom/%2e%2e', `${address}/x`, '/atom/', '/atom']) {
    expect((await read(console.app, path)).status).toBe(404);
  }
  const existing = await startStandIn();
  expect((await read(createTestConsole({ apiUrl: existing.url }).app)).status).toBe(404);
  expect(existing.calls.map(({ path }) => path)).toEqual(['/capabilities']);
  await existing.close();
});

test('a fault of the backend does not count as a missing feed', async () => {
  backend.misbehave('status 500', '/vknf/alerts/feed');
  expect((await read(console.app)).status).toBe(502);
});

test('a session of the browser has no effect', async () => {
  const admin = createVisitor(console.app);
  await signInAsAdmin(admin);
  expect((await admin.get(address)).status).toBe(200);
  expect(feedCalls().map(({ headers }) => headers.cookie)).toEqual([undefined]);
});

test('no log line has the token', async () => {
  const found = await read(console.app);
  await read(console.app, `/ATOM/${token}`);
  await read(console.app, `${address}/x`);
  backend.misbehave('status 500', '/vknf/alerts/feed');
  await read(console.app);
  expect(found.status).toBe(200);
  expect(console.log.map(({ path }) => path)).toEqual(expect.arrayContaining(['/atom/…', '/atom/…/x']));
  expect(console.lines.join('\n')).not.toContain('aaaa');
});

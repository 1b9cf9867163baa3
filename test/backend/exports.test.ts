// Proves: export#permission, journal#records
/** The right to export and the records of exports (docs/product/export.md and docs/product/journal.md): the backend decides, whoever calls it. */

import { exportsPerMinute } from '../../server/backend/store/journal.ts';
import * as messages from '../../shared/messages.ts';
import { cookieOf } from '../support/backend.ts';
import { noon } from '../support/seed-posts.ts';
import { startTwoClients, type TwoClients, type Who } from '../support/two-clients.ts';

let app: TwoClients;
let now: number;

beforeEach(async () => {
  now = noon;
  app = await startTwoClients({ now: () => now });
  await app.save({ wordId: app.metro.wordId });
});
afterEach(() => app.close());

const allow = (exportAccess: 'allowed' | 'denied') =>
  app.backend.store.clients.update(app.clientIds.client, { exportAccess }, now);

async function records(): Promise<unknown[][]> {
  const query = { limit: 1000, offset: 0, who: '', action: 'exported', from: null, to: null } as const;
  const { rows } = await app.backend.store.journal.page(query);
  return rows.map(({ who, onBehalfOf, object }) => [who, onBehalfOf, object]);
}

const lists: [string, Who, string][] = [
  ['/vknf/posts/rows?', 'client', 'Новостная лента'],
  ['/vknf/words/paginated/client?', 'client', 'Слова'],
  ['/vknf/words/paginated?', 'admin', 'Слова'],
  ['/vknf/owners/details?', 'client', 'Источники'],
  ['/server/clients/paginated?', 'admin', 'Клиенты'],
  ['/server/journal?', 'admin', 'Журнал'],
];

test.each(lists)(
  '%s as an export of %s: the call with a format is recorded, the ones that go on are not',
  async (path, who) => {
    await allow('allowed');
    for (const mark of ['xlsx', 'continued', 'continued']) {
      expect((await app.get(`${path}export=${mark}`, who)).status).toBe(200);
    }
    const name = who === 'admin' ? 'admin' : app.clientIds.client;
    expect(await records()).toEqual([[name, null, expect.stringMatching(/, XLSX$/)]]);
    expect((await app.get(`${path}export=pdf`, who)).status).toBe(400);
  },
);

test.each(lists.filter(([, who]) => who === 'client'))(
  '%s refuses an export to a client without the right',
  async (path) => {
    for (const mark of ['xlsx', 'continued']) {
      const { status, body } = await app.get(`${path}export=${mark}`, 'client');
      expect([status, body]).toEqual([403, { error: messages.exportDenied, message: messages.exportDenied }]);
    }
    expect(await records()).toEqual([]);
  },
);

test('the call that only exports use always needs the right, and each reply checks it again', async () => {
  const next = async () => (await app.get('/vknf/posts/rows?limit=1000', 'client')).status;
  expect(await next()).toBe(403);
  await allow('allowed');
  expect(await next()).toBe(200);
  await allow('denied');
  expect(await next()).toBe(403);
  expect((await app.get('/vknf/posts/details?limit=1000', 'client')).status).toBe(200);
});

test('an administrator who acts as a client has the right of the client, and both are recorded, even in read-only mode', async () => {
  const cookie = await app.actingCookie();
  const read = (session: string) => app.backend.call('GET', '/vknf/posts/rows?export=csv', { cookie: session });
  expect((await read(cookie)).status).toBe(403);
  await allow('allowed');
  expect((await read(cookie)).status).toBe(200);
  const body = { client_id: app.clientIds.client, reason: 'Проверка выгрузки', read_only: true };
  const reply = await app.backend.call('POST', '/admin/impersonate', { cookie: await app.cookie('admin'), body });
  expect((await read(cookieOf(reply.headers))).status).toBe(200);
  const record = ['admin', app.clientIds.client, 'Новостная лента, CSV'];
  expect(await records()).toEqual([record, record]);
});

test('only an export is recorded, and not a refused search', async () => {
  await allow('allowed');
  expect((await app.get('/vknf/posts/rows?export=csv&text=(', 'client')).status).toBe(400);
  expect((await app.post('/server/journal/export', 'client', { List: 'words', Format: 'csv' })).status).toBe(404);
  expect(await records()).toEqual([]);
});

test('exports that one account begins within a minute are limited', async () => {
  await allow('allowed');
  const cookie = await app.cookie('client');
  const begin = async () => (await app.backend.call('GET', '/vknf/owners/details?export=csv', { cookie })).status;
  for (let count = 0; count < exportsPerMinute; count += 1) expect(await begin()).toBe(200);
  expect(await begin()).toBe(429);
  expect((await app.get('/vknf/owners/details?export=csv', 'admin')).status).toBe(200);
  expect(await records()).toHaveLength(exportsPerMinute + 1);
  now += 60_001;
  expect(await begin()).toBe(200);
});

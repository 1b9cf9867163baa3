// Proves: clients#many-clients
/** The calls of our own backend for clients. */
import { clientAccount } from '../../server/backend/rules/account.ts';
import type { ClientFields } from '../../server/backend/store/clients.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { newPost } from '../support/seed-posts.ts';

const day = 24 * 60 * 60 * 1000;
const now = Date.now();
const contact = { ipaddr: '10.0.0.1', macaddr: '00:1A:2B:3C:4D:5E', email: '', phone: '', note: '' } as const;

let backend: TestBackend;
let cookie: string;
const ids = ['client-1001', 'client-1002', 'client-1003', 'client-1004'] as const;
const [first, second] = ids;

const create = (fields: Partial<ClientFields>) =>
  backend.store.clients.create({ name: 'x', ...contact, exportAccess: 'denied', ...fields }, now);

beforeAll(async () => {
  backend = await startTestBackend();
  cookie = await backend.openSession({ type: 'admin', adminId: 1, username: 'admin' });
  await create({ name: 'Ёлка и сын', email: 'info@ELKA.example' });
  await create({ name: 'берёза', phone: '+7 495 000-00-07' });
  await create({ name: 'Ромашка', exportAccess: 'allowed', ipaddr: '10.9.8.7', note: 'секрет' });
  await create({ name: 'берёза' });
  const word = await backend.createWord(first);
  const hidden = await backend.createWord(first);
  await backend.createWord(second);
  await backend.store.wordClients.create(word.wordId, second);
  const post = { wordId: word.wordId, updatedAt: now };
  await backend.store.posts.save([
    newPost({ ...post, postId: 1, postedAt: now - day }),
    newPost({ ...post, postId: 2, postedAt: now - 31 * day }),
    newPost({ ...post, postId: 1, wordId: hidden.wordId, postedAt: now - day }),
  ]);
  await backend.store.words.markDeleted(hidden.wordId, now);
});
afterAll(() => backend.close());

const get = async (path: string) => (await backend.call('GET', `/server/clients/${path}`, { cookie })).body;
const idsOf = (body: unknown) =>
  (body as { clients: { client_id: string }[] }).clients.map(({ client_id }) => client_id);

test('a page has the phrases that are not deleted, their posts of 30 days, and the last sign-in', async () => {
  expect(await get(`paginated?search=${first}`)).toMatchObject({
    clients: [{ client_id: first, words: 1, recent_posts: 1, signed_in_at: null }],
    total: 1,
  });
  expect(await get(`paginated?search=${second}`)).toMatchObject({ clients: [{ words: 2, recent_posts: 1 }] });
  const before = Date.now();
  const own = await backend.openSession({ type: 'client', clientId: second });
  const body = (await get(`paginated?search=${second}`)) as { clients: { signed_in_at: string; connected: boolean }[] };
  expect(Date.parse(body.clients[0]?.signed_in_at ?? '')).toBeGreaterThanOrEqual(before);
  await backend.call('POST', '/admin/auth/logout', { cookie: own });
});

test.each([
  ['', ids],
  ['ЕЛКА', [first]],
  ['сын info', [first]],
  ['сын нет', []],
  ['000-00-07', [second]],
  ['10.9.8', ['client-1003']],
  ['секрет', []],
  ['1004', ['client-1004']],
])('the search «%s» finds clients by parts of ID, name, addresses and contacts', async (search, expected) => {
  expect(await get(`ids?search=${encodeURIComponent(search)}`)).toEqual({ ids: expected });
  const page = await get(`paginated?search=${encodeURIComponent(search)}`);
  expect([idsOf(page), page]).toEqual([expected, expect.objectContaining({ total: expected.length })]);
});

test.each([
  ['client_id', 'DESC', [...ids].reverse()],
  ['name', 'ASC', ['client-1002', 'client-1004', 'client-1001', 'client-1003']],
  ['export_access', 'ASC', ['client-1003', 'client-1001', 'client-1002', 'client-1004']],
  ['words', 'DESC', ['client-1002', 'client-1001', 'client-1004', 'client-1003']],
])('sorted by %s %s, pages neither repeat nor miss a client', async (orderBy, orderDirection, expected) => {
  const order = `orderBy=${orderBy}&orderDirection=${orderDirection}`;
  const pages = [await get(`paginated?${order}&limit=3`), await get(`paginated?${order}&limit=3&offset=3`)];
  expect(pages.flatMap(idsOf)).toEqual(expected);
});

test('the belongings of a client are counted, with the phrases that nobody else has', async () => {
  const account = clientAccount(second);
  await backend.store.views.create({ account, clientId: null, name: 'Свой', query: '' }, now);
  expect(await get(`belongings?id=${second}`)).toEqual({
    words: 2,
    own_words: 1,
    views: 1,
    rules: 0,
    reports: 0,
    mutes: 0,
  });
  expect(await get('belongings?id=client-9')).toMatchObject({ message: 'Запись не найдена' });
});

test('a change of several clients changes the known ones, names the others, and takes at most 100', async () => {
  const change = (body: object) => backend.call('POST', '/server/clients/export-access', { cookie, body });
  expect(await change({ ids: [first, 'client-9', second], export_access: 'allowed' })).toMatchObject({
    status: 200,
    body: { failed: [{ id: 'client-9', error: 'Клиент не найден' }] },
  });
  const accesses = (await backend.store.clients.list(now)).map(({ exportAccess }) => exportAccess);
  expect(accesses).toEqual(['allowed', 'allowed', 'allowed', 'denied']);
  const many = Array.from({ length: 101 }, (_, index) => `client-${index}`);
  for (const refused of [many, []]) expect((await change({ ids: refused, export_access: 'denied' })).status).toBe(400);
});

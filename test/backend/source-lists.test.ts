// Proves: sources#addresses
/** Sources that are added by their addresses, in front of the VK stand-in. */
import { createVkStandIn, type VkStandIn } from '../../scripts/vk-stand-in/vk-server.ts';
import { by } from '../support/store-values.ts';
import { startTwoClients, type TwoClients, type Who } from '../support/two-clients.ts';

let vk: VkStandIn;
let app: TwoClients;
beforeAll(async () => {
  vk = await createVkStandIn({ limits: { perSecond: null } });
  vk.addGroups([
    { id: 17, name: 'Город', screen_name: 'gorod', type: 'page' },
    { id: 18, name: 'Закрытый', screen_name: 'closed', is_closed: 1 },
  ]);
  vk.addProfiles([{ id: 42, first_name: 'Анна', last_name: 'Петрова', screen_name: 'anna' }]);
  app = await startTwoClients({
    config: { VK_API_ORIGIN: vk.origin, VK_SERVICE_KEY: ['service-key'], LIMIT_WALLS: 1 },
  });
});
afterAll(async () => {
  await app.close();
  await vk.close();
});

async function add(who: Who, Addresses: string[], switches: object = {}) {
  const { status, body } = await app.post('/vknf/owners/create/list', who, { Addresses, ...switches });
  const { Lines = [] } = body as { Lines?: { Outcome: string }[] };
  return status === 200 ? Lines.map(({ Outcome }) => Outcome) : [status, (body as { message: string }).message];
}
const stored = async (id: number) => (await app.get(`/vknf/owners/${id}`, 'admin')).body;

test('each line is added, known, missing, closed or unreadable; names take one call of each method', async () => {
  const lines = [
    'https://vk.com/gorod',
    'anna',
    'nobody_here',
    'closed',
    'Городские новости',
    'a'.repeat(600),
    'club17',
  ];
  expect(await add('client', lines)).toEqual(['added', 'added', 'missing', 'closed', 'unread', 'unread', 'exists']);
  expect(vk.calls.map(({ method }) => method)).toEqual(['groups.getById', 'users.get']);
  expect(await stored(-17)).toMatchObject({
    OwnerType: 'page',
    Name: { String: 'Город' },
    Domain: { String: 'gorod' },
  });
  expect(await stored(42)).toMatchObject({ OwnerType: 'user', Name: { String: 'Анна Петрова' } });
});

test('a list also follows walls, up to the limit; administrators only add', async () => {
  const switches = { Followed: true, Comments: true, EveryPost: true };
  expect(await add('client', ['club17', 'id42'], switches)).toEqual(['exists', 'limited']);
  const { clientIds, backend } = app;
  expect(await backend.store.collection.wallSwitches(clientIds.client, -17)).toEqual({
    isFollowed: true,
    comments: true,
    everyPost: true,
  });
  expect(await add('client', ['club17'], { Followed: true })).toEqual(['exists']);
  expect(await backend.store.collection.wallSwitches(clientIds.client, -17)).toMatchObject({
    comments: true,
    everyPost: true,
  });
  expect(await add('admin', ['club17'], switches)).toEqual([403, 'Недостаточно прав']);
  expect(await add('admin', ['club17'])).toEqual(['exists']);
});

test('a source that only another client has added is added for this client too', async () => {
  expect(await add('client', ['club20'])).toEqual(['added']);
  expect((await app.get('/vknf/owners/-20', 'other')).status).toBe(404);
  expect(await add('other', ['club20', 'club20'], { Followed: true })).toEqual(['added', 'exists']);
  expect((await app.get('/vknf/owners/-20', 'other')).status).toBe(200);
  const { clientIds, backend } = app;
  expect(await backend.store.collection.wallSwitches(clientIds.other, -20)).toMatchObject({ isFollowed: true });
});

test('a source and a person that were erased on request are not stored again', async () => {
  const { erasures } = app.backend.store;
  await erasures.begin({ kind: 'user', id: 42 }, Date.now(), by);
  await erasures.begin({ kind: 'owner', id: -21 }, Date.now(), by);
  expect(await add('client', ['anna', 'club21'])).toEqual(['erased', 'erased']);
  const created = { OwnerID: -21, OwnerType: 'group', Name: 'Город' };
  expect(await app.post('/vknf/owners/create', 'client', created)).toMatchObject({
    status: 409,
    body: { message: 'Стёрт по запросу' },
  });
  expect((await app.get('/vknf/owners/42', 'admin')).status).toBe(404);
});

test('while VK does not answer nothing is added, and the reply says so', async () => {
  vk.fail({ status: 502 });
  expect(await add('client', ['club99'])).toEqual([409, 'ВК не отвечает']);
  vk.recover();
  expect(await add('client', ['club99'])).toEqual(['added']);
});

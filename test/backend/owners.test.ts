/** The calls of sources over HTTP. */
import * as messages from '../../shared/messages.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';

let backend: TestBackend;
let cookie: string;

beforeEach(async () => {
  backend = await startTestBackend();
  cookie = await backend.openSession({ type: 'client', clientId: (await backend.createClient()).clientId });
});
afterEach(() => backend.close());

const create = (body: unknown) => backend.call('POST', '/vknf/owners/create', { cookie, body });
const ids = async (query: string) => {
  const { body } = await backend.call('GET', `/vknf/owners/details${query}`, { cookie });
  return (body as { owners: { OwnerID: number }[] }).owners.map((owner) => owner.OwnerID);
};

test('an added source is listed, counted and found', async () => {
  const { status, body } = await create({ OwnerType: 'group', Name: ' Новости ', Domain: 'news', PhotoURL: '' });
  const owner = {
    OwnerID: 1,
    OwnerType: 'group',
    Name: { String: 'Новости', Valid: true },
    Domain: { String: 'news', Valid: true },
    PhotoURL: { String: '', Valid: false },
  };
  expect({ status, body }).toEqual({ status: 201, body: owner });
  expect((await backend.call('GET', '/vknf/owners/1', { cookie })).body).toEqual(owner);
  expect((await backend.call('GET', '/vknf/owners', { cookie })).body).toEqual({ owners: [owner], total: 1 });
  expect((await backend.call('GET', '/vknf/owners/count', { cookie })).body).toEqual({ total: 1 });
});

test('a source may be created with its own ID, only once', async () => {
  const group = { OwnerID: -77, OwnerType: 'group', Name: 'Группа' };
  expect((await create(group)).status).toBe(201);
  const { status, body } = await create(group);
  expect({ status, body }).toMatchObject({ status: 409, body: { message: messages.duplicateId } });
});

test.each([
  [{ Name: 'Без типа' }, messages.chooseType],
  [{ OwnerType: ' ', Name: 'Без типа' }, messages.chooseType],
  [{ OwnerType: 'group' }, messages.enterTitle],
  [{ OwnerType: 'group', Name: '  ' }, messages.enterTitle],
  [{ OwnerType: 'group', Name: 'Ноль', OwnerID: 0 }, messages.badRequest],
  [{ OwnerType: '<b>', Name: 'Тип' }, messages.markupInText],
  [{ OwnerType: 'group', Name: '<img src=x onerror=alert(1)>' }, messages.markupInText],
  [{ OwnerType: 'group', Name: 'Две\nстроки' }, messages.markupInText],
  [{ OwnerType: 'group', Name: 'Читайте https://evil.example' }, messages.addressInTitle],
  [{ OwnerType: 'group', Name: 'www.evil.example' }, messages.addressInTitle],
  [{ OwnerType: 'group', Name: 'Домен', Domain: 'evil.example/path' }, messages.badDomain],
  [{ OwnerType: 'group', Name: 'Фото', PhotoURL: 'javascript:alert(1)' }, messages.badPhotoUrl],
])('%j is rejected', async (body, message) => {
  expect(await create(body)).toMatchObject({ status: 400, body: { error: message, message } });
});

test('a source that a client has added is unknown to others, and an administrator deletes it', async () => {
  await create({ OwnerID: -5, OwnerType: 'group', Name: 'Выдумка' });
  const another = { type: 'client', clientId: (await backend.createClient()).clientId } as const;
  const [other, admin] = [
    await backend.openSession(another),
    await backend.openSession({ type: 'admin', adminId: 1, username: 'admin' }),
  ];
  const statuses = async (viewer: string) =>
    Promise.all(
      ['owners/-5', 'owners/card?ownerId=-5'].map(
        async (path) => (await backend.call('GET', `/vknf/${path}`, { cookie: viewer })).status,
      ),
    );
  expect([await statuses(cookie), await statuses(other), await statuses(admin)]).toEqual([
    [200, 200],
    [404, 404],
    [200, 200],
  ]);
  expect((await backend.call('GET', '/vknf/owners/count', { cookie: other })).body).toEqual({ total: 0 });
  const remove = (viewer: string) => backend.call('POST', '/vknf/owners/delete?id=-5', { cookie: viewer });
  expect([(await remove(cookie)).status, (await remove(admin)).status, (await remove(admin)).status]).toEqual([
    403, 200, 404,
  ]);
});

test('an unknown source returns 404', async () => {
  expect((await backend.call('GET', '/vknf/owners/5', { cookie })).status).toBe(404);
});

test('sources are sorted by every column in both directions across pages', async () => {
  const rows = [
    { ownerId: -2, ownerType: 'page', name: 'ёлка', domain: 'b', photoUrl: null },
    { ownerId: 3, ownerType: 'group', name: 'Жук', domain: null, photoUrl: null },
    { ownerId: 7, ownerType: 'user', name: 'арбуз', domain: 'a', photoUrl: null },
  ];
  await backend.store.owners.save(rows);
  expect(await ids('')).toEqual([-2, 3, 7]);
  expect(await ids('?orderDirection=DESC')).toEqual([7, 3, -2]);
  expect(await ids('?orderBy=name')).toEqual([7, -2, 3]);
  expect(await ids('?orderBy=domain&orderDirection=DESC')).toEqual([-2, 7, 3]);
  expect(await ids('?orderBy=owner_type&limit=2&offset=1')).toEqual([-2, 7]);
});

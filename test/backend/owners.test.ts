// Proves: api#calls, embedded-backend#phrases-and-sources, sources#form, sources#table
/** The calls of sources over HTTP. */
import * as messages from '../../shared/messages.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { newPost } from '../support/seed-posts.ts';

let backend: TestBackend;
let cookie: string;
let clientId: string;

beforeEach(async () => {
  backend = await startTestBackend();
  ({ clientId } = await backend.createClient());
  cookie = await backend.openSession({ type: 'client', clientId });
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
  expect((await backend.call('GET', '/vknf/owners', { cookie })).body).toEqual({
    owners: [{ ...owner, RecentPosts: 0, CopiesPercent: 0, Wall: 'none', WallLagMs: null }],
    total: 1,
  });
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
  await backend.createWord(clientId);
  expect(await ids('')).toEqual([-2, 3, 7]);
  expect(await ids('?orderDirection=DESC')).toEqual([7, 3, -2]);
  expect(await ids('?orderBy=name')).toEqual([7, -2, 3]);
  expect(await ids('?orderBy=domain&orderDirection=DESC')).toEqual([-2, 7, 3]);
  expect(await ids('?orderBy=owner_type&limit=2&offset=1')).toEqual([-2, 7]);
});

describe('sources with posts', () => {
  const day = 24 * 60 * 60 * 1000;
  const source = (ownerId: number, name: string, domain: string | null = null) => ({
    ownerId,
    name,
    domain,
    ownerType: 'group',
    photoUrl: null,
  });

  beforeEach(async () => {
    const { wordId } = await backend.createWord(clientId);
    const { wordId: foreign } = await backend.createWord((await backend.createClient()).clientId);
    await backend.store.owners.save([source(-1, 'Город', 'gorod'), source(-2, 'Ёлки', 'NEWS'), source(-3, 'Тишина')]);
    const post = (ownerId: number, postId: number, text: string, daysAgo = 1, ofWord = wordId) =>
      newPost({ wordId: ofWord, ownerId, postId, text, postedAt: Date.now() - daysAgo * day });
    await backend.store.posts.save([
      post(-1, 1, 'Открыли новый мост через реку'),
      post(-1, 2, 'Открыли новый мост через реку'),
      post(-1, 3, 'Закрыли старую переправу у рынка'),
      post(-1, 4, 'Посадили деревья вдоль дороги'),
      post(-2, 5, 'Посадили деревья вдоль дороги'),
      post(-2, 6, 'Прошлогодний снег давно растаял', 40),
      post(-3, 7, 'Чужая фраза', 1, foreign),
    ]);
  });

  const list = async (query: string) => {
    const { body } = await backend.call('GET', `/vknf/owners/details${query}`, { cookie });
    return body as { owners: { OwnerID: number; RecentPosts: number; CopiesPercent: number }[]; total: number };
  };

  test('have the posts of 30 days that the viewer sees, and the share of copies among them', async () => {
    const { owners, total } = await list('');
    expect(owners.map(({ OwnerID, RecentPosts, CopiesPercent }) => [OwnerID, RecentPosts, CopiesPercent])).toEqual([
      [-3, 0, 0],
      [-2, 1, 0],
      [-1, 4, 25],
    ]);
    expect(total).toBe(3);
  });

  test('are sorted by these figures across pages', async () => {
    expect(await ids('?orderBy=recent_posts&orderDirection=DESC')).toEqual([-1, -2, -3]);
    expect(await ids('?orderBy=recent_posts&limit=2&offset=1')).toEqual([-2, -1]);
    expect(await ids('?orderBy=copies_percent&orderDirection=DESC&limit=1')).toEqual([-1]);
  });

  test.each([
    ['ЕЛКИ', [-2]],
    ['news', [-2]],
    ['гор', [-1]],
    ['-3', [-3]],
    ['гор gorod', [-1]],
    ['гор нет', []],
  ])('are found by parts of name, domain and ID: «%s»', async (search, expected) => {
    const query = `?search=${encodeURIComponent(search)}`;
    expect([await ids(query), (await list(query)).total]).toEqual([expected, expected.length]);
    expect(await ids(`${query}&orderBy=recent_posts`)).toEqual(expected);
  });

  test('are not listed for a client without phrases, except those it has added', async () => {
    const other = await backend.openSession({ type: 'client', clientId: (await backend.createClient()).clientId });
    const listed = async () => (await backend.call('GET', '/vknf/owners', { cookie: other })).body;
    expect(await listed()).toEqual({ owners: [], total: 0 });
    const body = { OwnerType: 'group', Name: 'Свой' };
    await backend.call('POST', '/vknf/owners/create', { cookie: other, body });
    expect(await listed()).toMatchObject({ owners: [{ Name: { String: 'Свой' } }], total: 1 });
  });
});

// Proves: embedded-backend#phrases-and-sources
/** The limits of one account, with settings of two each. */
import { startTwoClients, type TwoClients, type Who } from '../support/two-clients.ts';

let app: TwoClients;
beforeAll(async () => {
  const config = {
    LIMIT_PHRASES: 2,
    LIMIT_VIEWS: 2,
    LIMIT_RULES: 2,
    LIMIT_SOURCES: 2,
    LIMIT_MUTES: 2,
    LIMIT_PEOPLE: 2,
    LIMIT_NOTES: 2,
    LIMIT_WALLS: 2,
  };
  app = await startTwoClients({ config });
});
afterAll(() => app.close());

const reached = (what: string) => ({ status: 409, body: { message: `Достигнут предел: не больше 2 ${what}` } });
const tooManyWords = 'Достигнут предел: не больше 2 фраз. Удалите ненужные';

test('phrases: in every call that adds one, even by an administrator; each line of a list has its own error', async () => {
  const { client } = app.clientIds;
  const forClient = `clientID=${client}`;
  const added = await app.post(`/vknf/words/create/list?${forClient}`, 'admin', { Texts: ['метро', 'парк', 'мост'] });
  expect(added.body).toEqual({
    Lines: [
      { Tracked: true, Error: null },
      { Tracked: false, Error: null },
      { Tracked: false, Error: tooManyWords },
    ],
  });
  expect(await app.post('/vknf/words/create', 'client', { Text: 'мост' })).toMatchObject(
    reached('фраз. Удалите ненужные'),
  );
  const again = await app.post(`/vknf/words/create?${forClient}`, 'admin', { Text: 'мост' });
  expect(again).toMatchObject(reached('фраз. Удалите ненужные'));
  const link = await app.post('/vknf/wordclients/create', 'admin', { WordID: app.vote.wordId, ClientID: client });
  expect(link).toMatchObject(reached('фраз. Удалите ненужные'));
  // A new text takes the place of the old one.
  const renamed = await app.post(`/vknf/words/update?id=${app.metro.wordId}`, 'client', { Text: 'мост' });
  expect(renamed.status).toBe(200);
  expect((await app.post('/vknf/words/create', 'other', { Text: 'мост' })).status).toBe(201);
});

test.each<[string, string, (index: number) => object]>([
  [
    'источников без постов. Попросите администратора удалить ненужные',
    '/vknf/owners/create',
    (index) => ({ OwnerType: 'group', Name: `Источник ${index}` }),
  ],
  ['человек', '/vknf/people/invite', (index) => ({ Name: `Имя ${index}`, Login: `login-${index}`, Role: 'reader' })],
  ['фильтров. Удалите ненужные', '/vknf/views/create', (index) => ({ Name: `Фильтр ${index}` })],
  [
    'правил. Удалите ненужные',
    '/vknf/alerts/rules/create',
    (index) => ({ Name: `Правило ${index}`, ViewID: 1, Condition: 'every', Channel: 'atom', Schedule: 'now' }),
  ],
  [
    'скрытых источников и авторов. Верните ненужные',
    '/vknf/mutes/create',
    (index) => ({ Kind: 'owner', TargetID: -index }),
  ],
])('%s', async (what, path, body) => {
  await app.backend.store.owners.save(
    [1, 2, 3].map((id) => ({ ownerId: -id, ownerType: 'group', name: `${id}`, domain: null, photoUrl: null })),
  );
  const add = async (who: Who, index: number) => app.post(path, who, body(index));
  expect([(await add('client', 1)).status, (await add('client', 2)).status]).toEqual([201, 201]);
  expect(await add('client', 3)).toMatchObject(reached(what));
});

test('заметок. Удалите ненужные', async () => {
  await app.save({ wordId: app.vote.wordId });
  const add = (Text: string) => app.post('/vknf/work/notes/create', 'other', { StoryID: 1, Text });
  expect([(await add('Первая')).status, (await add('Вторая')).status]).toEqual([201, 201]);
  expect(await add('Третья')).toMatchObject(reached('заметок. Удалите ненужные'));
});

test('walls: administrators who act for the client may exceed the limit', async () => {
  await app.backend.store.owners.save(
    [4, 5, 6].map((id) => ({ ownerId: -id, ownerType: 'group', name: `${id}`, domain: null, photoUrl: null })),
  );
  const wanted = (id: number) => ({ OwnerID: -id, Followed: true, Comments: false, EveryPost: false });
  const follow = async (id: number) => app.post('/vknf/walls/follow', 'client', wanted(id));
  expect([(await follow(4)).status, (await follow(5)).status]).toEqual([200, 200]);
  expect(await follow(6)).toMatchObject({ status: 409, body: { message: 'Не больше 2 стен' } });
  const cookie = await app.actingCookie();
  const acting = await app.backend.call('POST', '/vknf/walls/follow', { cookie, body: wanted(6) });
  expect(acting.status).toBe(200);
  expect((await app.post('/vknf/walls/follow', 'client', wanted(-99))).status).toBe(404);
});

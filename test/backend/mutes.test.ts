// Proves: stories#accounts, stories#mutes
/** Muted sources and authors: who may mute for whom, and how many posts a mute hides. */
import { noon } from '../support/seed-posts.ts';
import { startTwoClients, type TwoClients, type Who } from '../support/two-clients.ts';

const day = 24 * 60 * 60 * 1000;

let now: number;
let app: TwoClients;

beforeEach(async () => {
  now = noon;
  app = await startTwoClients({ now: () => now });
  await app.backend.store.owners.save([
    { ownerId: -7, ownerType: 'group', name: 'Город', domain: null, photoUrl: null },
    { ownerId: 42, ownerType: 'user', name: 'Иван', domain: null, photoUrl: null },
  ]);
  await app.save(
    { wordId: app.metro.wordId, postId: 1, ownerId: -7, userId: 42 },
    { wordId: app.vote.wordId, postId: 1, ownerId: -7, userId: 42 },
    { wordId: app.metro.wordId, postId: 2, ownerId: -7, userId: 43 },
    { wordId: app.vote.wordId, postId: 3, ownerId: -7, userId: 42 },
    { wordId: app.metro.wordId, postId: 4, ownerId: -7, userId: 42, postedAt: noon - 31 * day },
    { wordId: app.vote.wordId, postId: 5, ownerId: -8, userId: 44 },
  );
});
afterEach(() => app.close());

type Mute = { MuteID: number; Kind: string; TargetID: number; Hidden: number };

const list = async (who: Who) => ((await app.get('/vknf/mutes', who)).body as { mutes: Mute[] }).mutes;

const create = (who: Who, Kind: string, TargetID: number, ClientID: string | null = null) =>
  app.post('/vknf/mutes/create', who, { Kind, TargetID, ClientID });

async function createdId(...args: Parameters<typeof create>): Promise<number> {
  const { status, body } = await create(...args);
  expect(status).toBe(201);
  return (body as Mute).MuteID;
}

const remove = (who: Who, id: number) => app.post(`/vknf/mutes/delete?id=${id}`, who);

const error = (text: string) => ({ error: text, message: text });
const text = (value: string) => ({ String: value, Valid: true });
const none = { String: '', Valid: false };

/** Counts the posts that a mute hides, by SQL. An empty list of phrases means all. */
const countBySql = (column: string, target: number, ...wordIds: number[]): number =>
  Number(
    app.query(
      `SELECT count(DISTINCT owner_id || ' ' || post_id) AS posts FROM posts WHERE ${column} = ? AND id >= ?
       AND (? = 0 OR word_id IN (${wordIds.join(',') || 0}))`,
      target,
      ((now - 30 * day) / 1000) * 2 ** 20,
      wordIds.length,
    )[0]?.posts,
  );

describe('mutes', () => {
  test('have the target’s name and the posts of the last 30 days that they hide, the newest first', async () => {
    const source = await createdId('client', 'owner', -7);
    const author = await createdId('client', 'user', 42);
    const fields = { ClientID: none, CreatedAt: '2026-03-01T09:00:00.000Z' };
    expect(await list('client')).toEqual([
      { ...fields, MuteID: author, Kind: 'user', TargetID: 42, Name: text('Иван'), Hidden: 1 },
      { ...fields, MuteID: source, Kind: 'owner', TargetID: -7, Name: text('Город'), Hidden: 2 },
    ]);
    expect(await remove('client', author)).toMatchObject({ status: 200 });
    expect((await list('client')).map(({ MuteID }) => MuteID)).toEqual([source]);
  });

  test('hide for a client the posts of its phrases, for an administrator all posts: as counted by SQL', async () => {
    const preview = async (who: Who, kind: string, targetId: number, more = '') =>
      (await app.get(`/vknf/mutes/preview?kind=${kind}&targetId=${targetId}${more}`, who)).body;
    const { metro, vote } = app;
    for (const [kind, column, target] of [
      ['owner', 'owner_id', -7],
      ['user', 'user_id', 42],
      ['user', 'user_id', 999],
    ] as const) {
      expect(await preview('client', kind, target)).toEqual({ total: countBySql(column, target, metro.wordId) });
      expect(await preview('admin', kind, target)).toEqual({ total: countBySql(column, target) });
      const ofOther = { total: countBySql(column, target, vote.wordId) };
      expect(await preview('admin', kind, target, `&clientId=${app.clientIds.other}`)).toEqual(ofOther);
    }
    expect(countBySql('owner_id', -7)).toBe(3);
    await app.backend.store.words.markDeleted(vote.wordId, now);
    expect(await preview('admin', 'owner', -7)).toEqual({ total: countBySql('owner_id', -7, metro.wordId) });
  });

  test('hide their posts in the feed until they are removed, for their viewer only', async () => {
    const counts = async () =>
      Promise.all((['client', 'admin'] as const).map(async (who) => (await app.get('/vknf/posts/count', who)).body));
    const before = await counts();
    const id = await createdId('client', 'user', 43);
    expect(await counts()).toEqual([{ total: 2 }, before[1]]);
    await remove('client', id);
    expect([before, await counts()]).toEqual([[{ total: 3 }, { total: 6 }], before]);
  });

  test('made again are the existing ones', async () => {
    const first = await createdId('client', 'owner', -7);
    expect(await createdId('client', 'owner', -7)).toBe(first);
    expect(await createdId('admin', 'owner', -7)).not.toBe(first);
    expect(await list('client')).toHaveLength(1);
  });

  test('of an account are not listed or removed by another', async () => {
    const own = await createdId('client', 'owner', -7);
    expect([await list('admin'), await list('other')]).toEqual([[], []]);
    expect((await remove('other', own)).status).toBe(404);
    expect((await remove('admin', own)).status).toBe(404);
  });

  test('of an unknown source, author or client are refused, even if another client’s posts name it', async () => {
    expect(await create('client', 'owner', -99)).toMatchObject({ status: 400, body: error('Источник не найден') });
    expect(await create('client', 'user', 99)).toMatchObject({ status: 400, body: error('Автор не найден') });
    expect(await create('client', 'user', 44)).toMatchObject({ status: 400, body: error('Автор не найден') });
    expect((await create('other', 'user', 44)).status).toBe(201);
    expect((await create('admin', 'owner', -8)).status).toBe(201);
    const unknown = { status: 400, body: error('Клиент не найден') };
    expect(await create('admin', 'owner', -7, 'client-9')).toMatchObject(unknown);
    expect(await app.get('/vknf/mutes/preview?kind=owner&targetId=-7&clientId=x', 'admin')).toMatchObject(unknown);
  });

  test('are at most 1,000 for an account', async () => {
    const account = 'client:client-1001';
    for (let targetId = 1; targetId <= 1000; targetId += 1) {
      await app.backend.store.users.create({ userId: targetId, name: 'x', domain: null, photoUrl: null });
    }
    await app.backend.store.transaction(async ({ mutes }) => {
      for (let targetId = 1; targetId <= 1000; targetId += 1) {
        await mutes.create({ account, createdBy: account, kind: 'user', targetId }, now);
      }
    });
    expect(await create('client', 'owner', -7)).toMatchObject({
      status: 409,
      body: error('Достигнут предел: не больше 1000 скрытых источников и авторов. Верните ненужные'),
    });
    expect((await create('client', 'user', 7)).status).toBe(201);
    expect((await create('admin', 'owner', -7)).status).toBe(201);
  });
});

describe('a mute that an administrator makes for a client', () => {
  test('is in both lists, and only an administrator removes it', async () => {
    const { client } = app.clientIds;
    const id = await createdId('admin', 'owner', -7, client);
    expect(await list('client')).toMatchObject([{ MuteID: id, ClientID: text(client), Hidden: 2 }]);
    expect(await list('admin')).toMatchObject([{ MuteID: id, ClientID: text(client), Hidden: 2 }]);
    expect(await list('other')).toEqual([]);
    expect(await remove('client', id)).toMatchObject({ status: 403, body: error('Недостаточно прав') });
    const acting = { cookie: await app.actingCookie() };
    expect((await app.backend.call('POST', `/vknf/mutes/delete?id=${id}`, acting)).status).toBe(403);
    expect((await remove('admin', id)).status).toBe(200);
    expect([await list('client'), await list('admin')]).toEqual([[], []]);
  });

  test('takes over the client’s own mute of the same target', async () => {
    const { client } = app.clientIds;
    const id = await createdId('client', 'owner', -7);
    expect(await createdId('admin', 'owner', -7, client)).toBe(id);
    expect((await remove('client', id)).status).toBe(403);
    expect(await createdId('client', 'owner', -7)).toBe(id);
    expect((await remove('client', id)).status).toBe(403);
  });

  test('cannot be made or counted by a client, not even for itself', async () => {
    const { client } = app.clientIds;
    expect((await create('client', 'owner', -7, client)).status).toBe(403);
    expect((await app.get(`/vknf/mutes/preview?kind=owner&targetId=-7&clientId=${client}`, 'client')).status).toBe(403);
  });

  test('while acting as the client is the client’s own', async () => {
    const body = { Kind: 'owner', TargetID: -7 };
    await app.backend.call('POST', '/vknf/mutes/create', { cookie: await app.actingCookie(), body });
    expect([await list('client'), await list('admin')]).toMatchObject([[{ ClientID: none }], []]);
  });
});

test('deleting a client removes its mutes, also the mutes of administrators for it', async () => {
  const { client, other } = app.clientIds;
  await create('client', 'owner', -7);
  await create('admin', 'user', 42, client);
  await create('admin', 'user', 42, other);
  await create('admin', 'owner', -7);
  await app.post(`/server/clients/delete?id=${client}`, 'admin');
  expect(app.query('SELECT account FROM mutes ORDER BY account').map(({ account }) => account)).toEqual([
    'admin:1',
    'client:client-1002',
  ]);
});

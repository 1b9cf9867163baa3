// Proves: analytics#url, query-language#errors, saved-filters#filters-of-rules, saved-filters#saving
// Proves: saved-filters#views, stories#accounts, stories#arrivals
/** Saved views: their owners, and how many new stories match each. */
import fc from 'fast-check';
import { formatQuery } from '../../shared/list-query.ts';
import { deepText } from '../support/deep-text.ts';
import { noon } from '../support/seed-posts.ts';
import { startTwoClients, type TwoClients, type Who } from '../support/two-clients.ts';

let app: TwoClients;

beforeEach(async () => {
  app = await startTwoClients();
});
afterEach(() => app.close());

type View = {
  ViewID: number;
  Name: string;
  Query: string;
  ClientID: unknown;
  Editable: boolean;
  Pinned: boolean;
  New: number;
};

const list = async (who: Who) => ((await app.get('/vknf/views', who)).body as { views: View[] }).views;

const create = (who: Who, Name: string, Query = '', ClientID: string | null = null) =>
  app.post('/vknf/views/create', who, { Name, Query, ClientID });

async function createdId(...args: Parameters<typeof create>): Promise<number> {
  const { status, body } = await create(...args);
  expect(status).toBe(201);
  return (body as View).ViewID;
}

const change = (who: Who, call: 'update' | 'delete' | 'open', id: number, Name?: string) =>
  app.post(`/vknf/views/${call}?id=${id}`, who, call === 'update' ? { Name } : undefined);

const error = (text: string) => ({ error: text, message: text });
const text = (value: string) => ({ String: value, Valid: true });
const none = { String: '', Valid: false };

describe('views', () => {
  test('with a text that cannot be read do not stop the others', async () => {
    const query = formatQuery({ text: deepText });
    const account = `client:${app.clientIds.client}`;
    await app.backend.store.views.create({ account, clientId: null, name: 'Старый', query }, noon);
    await createdId('client', 'Метро', '?text=метро');
    await app.save({ wordId: app.metro.wordId, text: 'метро' });
    expect((await list('client')).map(({ Name, New }) => [Name, New])).toEqual([
      ['Метро', 1],
      ['Старый', 0],
    ]);
  });

  test('have the canonical query without the parameters of a visit, and are sorted by name', async () => {
    const metro = await createdId(
      'client',
      'метро',
      '?text=метро&word=0&x=1&page=3&since=7&until=9&view=9&unread=1&copies=show',
    );
    const vote = await createdId('client', 'Выборы', 'to=2026-03-02&owner=-5&sort=update_dt');
    expect(await list('client')).toEqual([
      {
        ViewID: vote,
        Name: 'Выборы',
        Query: '?owner=-5&to=2026-03-02&sort=update_dt',
        ClientID: none,
        Editable: true,
        Pinned: false,
        New: 0,
        Version: 1,
      },
      {
        ViewID: metro,
        Name: 'метро',
        Query: `${formatQuery({ text: 'метро', copies: 'show', unread: 1 })}&sort=-post_dt`,
        ClientID: none,
        Editable: true,
        Pinned: false,
        New: 0,
        Version: 1,
      },
    ]);
  });

  test('have different names for one owner, ignoring case and ё, of 1 to 100 characters', async () => {
    const id = await createdId('client', 'Ёлки');
    const exists = { status: 409, body: error('Фильтр с таким названием уже есть') };
    expect(await create('client', ' елки ')).toMatchObject(exists);
    expect((await create('other', 'Ёлки')).status).toBe(201);
    const second = await createdId('client', 'Сосны');
    expect(await change('client', 'update', second, 'ЁЛКИ')).toMatchObject(exists);
    expect((await change('client', 'update', id, 'ЕЛКИ')).status).toBe(200);
    expect((await list('client')).map(({ Name }) => Name)).toEqual(['ЕЛКИ', 'Сосны']);
    expect(await create('client', ' ')).toMatchObject({ status: 400, body: error('Введите название') });
    expect(await create('client', 'x'.repeat(101))).toMatchObject({
      status: 400,
      body: error('Текст длиннее 100 символов'),
    });
  });

  test('are at most 100 for an owner', async () => {
    for (let index = 0; index < 100; index += 1) await createdId('client', `Фильтр ${index}`);
    expect(await create('client', 'Ещё')).toMatchObject({
      status: 409,
      body: error('Достигнут предел: не больше 100 фильтров. Удалите ненужные'),
    });
    expect((await create('admin', 'Ещё')).status).toBe(201);
  });

  test('of others are unknown', async () => {
    const id = await createdId('client', 'Своё');
    expect([await list('other'), await list('admin')]).toEqual([[], []]);
    for (const who of ['other', 'admin'] as const) {
      for (const call of ['update', 'delete', 'open'] as const) {
        expect([who, call, (await change(who, call, id, 'x')).status]).toEqual([who, call, 404]);
      }
    }
  });
});

describe('changing a view', () => {
  const update = (who: Who, id: number, part: { Name?: string; Query?: string }) =>
    app.post(`/vknf/views/update?id=${id}`, who, part);
  const pin = (who: Who, id: number, Pinned: boolean) => app.post(`/vknf/views/pin?id=${id}`, who, { Pinned });
  const names = async (who: Who) => (await list(who)).map(({ Name }) => Name);

  test('replaces its filters or its name, and keeps the rest', async () => {
    const id = await createdId('client', 'Метро', '?text=метро');
    expect((await update('client', id, { Query: '?text=трамвай&page=2' })).status).toBe(200);
    expect(await list('client')).toMatchObject([
      { Name: 'Метро', Query: '?text=%D1%82%D1%80%D0%B0%D0%BC%D0%B2%D0%B0%D0%B9&sort=-post_dt' },
    ]);
    expect((await update('client', id, { Name: 'Трамвай' })).status).toBe(200);
    expect(await list('client')).toMatchObject([{ Name: 'Трамвай', Query: expect.stringContaining('text=') }]);
    expect((await update('other', id, { Query: '' })).status).toBe(404);
    const { records } = (await app.get('/server/journal?limit=2&offset=0', 'admin')).body as {
      records: { Object: string }[];
    };
    expect(records.map((record) => record.Object)).toEqual([
      'Фильтр «Метро»: название «Трамвай»',
      'Фильтр «Метро»: другие условия',
    ]);
  });

  test('«Моё» is shared with nobody, because it is another person for each', async () => {
    const { client } = app.clientIds;
    const refusal = { status: 400, body: error('Фильтр «Моё» у каждого свой: выберите исполнителя') };
    expect(await create('admin', 'Моё', 'assignee=me', client)).toMatchObject(refusal);
    const id = await createdId('admin', 'Общее', 'state=open', client);
    expect(await app.post(`/vknf/views/update?id=${id}`, 'admin', { Query: 'assignee=me' })).toMatchObject(refusal);
    expect((await create('client', 'Моё', 'assignee=me')).status).toBe(201);
  });

  test('pins it for the viewer alone: the last pinned one comes first, also of shared ones', async () => {
    const first = await createdId('client', 'Автобусы');
    const second = await createdId('client', 'Метро');
    const shared = await createdId('admin', 'Общее', '', app.clientIds.client);
    for (const id of [second, shared]) expect((await pin('client', id, true)).status).toBe(200);
    expect(await names('client')).toEqual(['Общее', 'Метро', 'Автобусы']);
    expect((await list('admin')).map(({ Pinned }) => Pinned)).toEqual([false]);
    expect((await change('client', 'open', shared)).status).toBe(200);
    await pin('client', shared, false);
    expect(await names('client')).toEqual(['Метро', 'Автобусы', 'Общее']);
    expect((await pin('other', first, true)).status).toBe(404);
  });
});

describe('a view shared with a client', () => {
  test('is in the lists of the client and of its administrator, and only the latter changes it', async () => {
    const { client } = app.clientIds;
    const id = await createdId('admin', 'Общее', '', client);
    expect(await list('client')).toMatchObject([{ ViewID: id, ClientID: text(client), Editable: false }]);
    expect(await list('admin')).toMatchObject([{ ViewID: id, ClientID: text(client), Editable: true }]);
    expect(await list('other')).toEqual([]);
    const refused = { status: 403, body: error('Недостаточно прав') };
    expect(await change('client', 'update', id, 'Моё')).toMatchObject(refused);
    expect(await change('client', 'delete', id)).toMatchObject(refused);
    expect((await change('client', 'open', id)).status).toBe(200);
    expect((await change('admin', 'delete', id)).status).toBe(200);
    expect(await list('client')).toEqual([]);
  });

  test('names the client’s phrases by the client’s IDs, and finds the same for both', async () => {
    const { metro, vote } = app;
    const { other } = app.clientIds;
    const added = await app.post('/vknf/words/create', 'other', { Text: 'Метро' });
    const { WordID: own } = added.body as { WordID: number };
    await createdId('admin', 'Одна', `?word=${metro.wordId}&text=станция`, other);
    await createdId('admin', 'Две', `?words=${vote.wordId},${own}`, other);
    const queries = (await list('other')).map(({ Query }) => Query);
    expect(queries.map((query) => Object.fromEntries(new URLSearchParams(query)))).toMatchObject([
      { words: `${vote.wordId},${own}` },
      { word: String(own), text: 'станция' },
    ]);
    await app.save({ wordId: metro.wordId, postId: 1, text: 'Новая станция' }, { wordId: vote.wordId, postId: 2 });
    for (const who of ['other', 'admin'] as const) {
      expect((await list(who)).map(({ Name, New }) => [Name, New])).toEqual([
        ['Две', 2],
        ['Одна', 1],
      ]);
      expect((await app.get(`/vknf/posts/details?wordId=${own}`, who)).body).toMatchObject({ total: 1 });
    }
    expect((await app.get(`/vknf/words/${own}`, 'admin')).body).toMatchObject({ WordID: metro.wordId, Text: 'метро' });
    const word = { WordID: metro.wordId, State: 'freeze' };
    for (const path of ['words/update', 'words/delete'])
      expect((await app.post(`/vknf/${path}?id=${own}`, 'admin', { State: word.State })).status).toBe(200);
    expect((await app.get(`/vknf/words/${own}`, 'admin')).body).toMatchObject({ ...word, Deleted: true });
  });

  test('is refused for a phrase that the client does not track, and for an unknown one', async () => {
    for (const [query, message] of [
      [`?word=${app.vote.wordId}`, 'Клиент не отслеживает фразу «выборы»'],
      [`?words=${app.metro.wordId},${app.vote.wordId}`, 'Клиент не отслеживает фразу «выборы»'],
      ['?word=999', 'Фраза не найдена'],
    ] as const) {
      const reply = await create('admin', 'Общее', query, app.clientIds.client);
      expect(reply).toMatchObject({ status: 400, body: error(message) });
    }
    expect(await list('admin')).toEqual([]);
  });

  test('is not made by a client or for an unknown client', async () => {
    expect((await create('client', 'Моё', '', app.clientIds.client)).status).toBe(403);
    expect(await create('admin', 'Общее', '', 'client-9')).toMatchObject({
      status: 400,
      body: error('Клиент не найден'),
    });
  });

  test('stays its administrator’s own when the client is deleted with its own views', async () => {
    const { client } = app.clientIds;
    await createdId('admin', 'Общее', '', client);
    await createdId('client', 'Своё');
    await createdId('other', 'Чужое');
    await app.post(`/server/clients/delete?id=${client}`, 'admin');
    expect(await list('admin')).toMatchObject([{ Name: 'Общее', ClientID: none }]);
    expect(app.query('SELECT account FROM view_visits ORDER BY account').map(({ account }) => account)).toEqual([
      'admin:1',
      'client:client-1002',
    ]);
  });
});

describe('the count of new stories', () => {
  const news = async (who: Who) => (await list(who)).map((view) => view.New);

  test('begins at 0, grows with matching stories and is 0 again after opening, for each account', async () => {
    const { metro, vote } = app;
    await app.save({ wordId: metro.wordId, postId: 1 });
    const id = await createdId('admin', 'Общее', '?text=станция', app.clientIds.client);
    expect([await news('admin'), await news('client')]).toEqual([[0], [0]]);
    const more = { text: 'Ещё одна станция', ownerId: -2 };
    await app.save(
      { ...more, wordId: metro.wordId, postId: 2 },
      { ...more, wordId: vote.wordId, postId: 3, text: 'Станция выборов' },
      { wordId: metro.wordId, postId: 4, text: 'Другое' },
    );
    expect([await news('admin'), await news('client')]).toEqual([[2], [1]]);
    await change('client', 'open', id);
    expect([await news('admin'), await news('client')]).toEqual([[2], [0]]);
  });

  test('counts a story once that the view gets by a later row: another phrase, source, city or text', async () => {
    const { metro, vote } = app;
    const post = { wordId: metro.wordId, text: 'Открыта станция', cityId: 1 };
    await app.save({ ...post, wordId: vote.wordId, postId: 1 }, { ...post, postId: 2, ownerId: -2 });
    for (const query of ['', '?owner=-3', '?city=2', '?text=ветка']) await createdId('client', query || 'Всё', query);
    await app.save({ ...post, postId: 1 }, { ...post, postId: 3, ownerId: -3 }, { ...post, postId: 4, cityId: 2 });
    await app.save({ ...post, postId: 5, ownerId: -3, cityId: 2 });
    const found = Object.fromEntries((await list('client')).map(({ Name, New }) => [Name, New]));
    expect(found).toEqual({ Всё: 0, '?owner=-3': 1, '?city=2': 1, '?text=ветка': 0 });
    const long = 'Закрыта на ремонт станция, сообщают диспетчер, очевидцы и пресс служба города вчера вечером';
    await app.save({ ...post, postId: 6, text: long });
    await app.save({ ...post, postId: 7, text: `${long} ветка` });
    expect((await list('client')).map(({ Name, New }) => [Name, New])).toContainEqual(['?text=ветка', 1]);
  });

  test('is not reset by an administrator who acts as the client', async () => {
    const id = await createdId('client', 'Всё');
    await app.save({ wordId: app.metro.wordId });
    await app.backend.call('POST', `/vknf/views/open?id=${id}`, { cookie: await app.actingCookie() });
    expect(await news('client')).toEqual([1]);
  });

  test('omits muted sources and authors', async () => {
    await createdId('client', 'Всё');
    await app.save(
      { wordId: app.metro.wordId, postId: 1, text: null, ownerId: -1, userId: 1 },
      { wordId: app.metro.wordId, postId: 2, text: null, ownerId: -2, userId: 2 },
      { wordId: app.metro.wordId, postId: 3, text: null, ownerId: -3, userId: 3 },
    );
    await app.post('/vknf/mutes/create', 'client', { Kind: 'owner', TargetID: -1 });
    await app.post('/vknf/mutes/create', 'client', { Kind: 'user', TargetID: 2 });
    expect(await news('client')).toEqual([1]);
  });

  test('omits read stories in a view of unread ones', async () => {
    await createdId('client', 'Непрочитанные', '?unread=1');
    await app.save(
      { wordId: app.metro.wordId, postId: 1, text: null },
      { wordId: app.metro.wordId, postId: 2, text: null },
    );
    const [first] = app.query('SELECT min(story_id) AS story FROM stories');
    await app.post('/vknf/posts/marks', 'client', { StoryIDs: [first?.story], Read: true });
    expect(await news('client')).toEqual([1]);
  });

  test('is 0 for a text without words or with an error, and for an untracked phrase', async () => {
    await createdId('client', 'Знаки', formatQuery({ text: '!!!' }));
    await createdId('client', 'Скобка', formatQuery({ text: 'станция (метро' }));
    await createdId('client', 'Чужая фраза', `?word=${app.vote.wordId}`);
    await app.save({ wordId: app.metro.wordId }, { wordId: app.vote.wordId, postId: 2 });
    expect(await news('client')).toEqual([0, 0, 0]);
  });

  test('equals a count by SQL, for any filters', async () => {
    const { metro, vote } = app;
    const filters = fc.oneof(
      fc.record(
        {
          word: fc.constantFrom(metro.wordId, vote.wordId),
          owner: fc.constantFrom(-1, -2, 3),
          city: fc.constantFrom(1, 2),
          from: fc.constantFrom('2026-03-01', '2026-03-02'),
          to: fc.constantFrom('2026-03-01', '2026-03-02'),
          text: fc.constantFrom('станция', 'выборы', 'станция -выборы'),
        },
        { requiredKeys: [] },
      ),
      fc.record(
        {
          words: fc.constantFrom(`${metro.wordId},${vote.wordId}`, `${vote.wordId},999`),
          city: fc.constantFrom(0, 1),
          weekday: fc.constantFrom(1, 7),
          hour: fc.constantFrom(14, 15),
        },
        { requiredKeys: [] },
      ),
    );
    const texts = ['станция', 'выборы', 'станция выборы', null];
    const random = fc.record({
      wordId: fc.constantFrom(metro.wordId, vote.wordId),
      ownerId: fc.constantFrom(-1, -2, 3),
      cityId: fc.constantFrom(1, 2, null),
      postedAt: fc.constantFrom(noon, noon + 24 * 3_600_000, noon - 3_600_000),
      text: fc.constantFrom(...texts),
    });
    const views = fc.sample(filters, { numRuns: 40, seed: 1 });
    for (const [index, view] of views.entries()) {
      const query = formatQuery(view);
      await createdId('admin', String(100 + index), query);
    }
    const posts = fc.sample(random, { numRuns: 60, seed: 2 });
    // Different texts, because equal ones are one story.
    const own = (text: string | null, number: number) => text && `${text} ${number}`;
    await app.save(...posts.map((post, index) => ({ ...post, postId: index + 1, text: own(post.text, index) })));
    const local = "posts.id >> 20, 'unixepoch', '+3 hours'";
    const bySql = (view: Partial<Record<'from' | 'to' | 'text', string> & Record<string, unknown>>) => {
      const dayStart = (day: string, days: number) =>
        (Date.parse(`${day}T00:00:00+03:00`) / 1000 + days * 86_400) * 2 ** 20;
      const has = (part: string) => `coalesce(text, '') LIKE '%${part}%'`;
      const conditions = [
        'TRUE',
        ...(view.word === undefined ? [] : [`word_id = ${view.word}`]),
        ...(view.owner === undefined ? [] : [`owner_id = ${view.owner}`]),
        ...(view.word === undefined && view.words !== undefined ? [`word_id IN (${view.words})`] : []),
        ...(view.city === undefined ? [] : [`coalesce(city_id, 0) = ${view.city}`]),
        ...(view.weekday === undefined ? [] : [`strftime('%u', ${local}) = '${view.weekday}'`]),
        ...(view.hour === undefined ? [] : [`strftime('%H', ${local}) = '${view.hour}'`]),
        ...(view.from === undefined ? [] : [`posts.id >= ${dayStart(view.from, 0)}`]),
        ...(view.to === undefined ? [] : [`posts.id < ${dayStart(view.to, 1)}`]),
        ...(view.text === undefined
          ? []
          : view.text.split(' ').map((part) => (part.startsWith('-') ? `NOT ${has(part.slice(1))}` : has(part)))),
      ];
      return app.query(
        `SELECT count(DISTINCT story_id) AS stories FROM posts JOIN post_texts USING (id) WHERE ${conditions.join(' AND ')}`,
      )[0]?.stories;
    };
    const counts = await news('admin');
    expect(counts).toEqual(views.map(bySql));
    expect(new Set(counts).size).toBeGreaterThan(5);
  });
});

// Proves: alerts#channels, alerts#links, alerts#rule, saved-filters#saving
/** The calls of alerts: whose rules they are, what they accept, and links that show exactly the posts of a message. */

import type { Finding } from '../../server/backend/rules/alerts/rule.ts';
import { parseAllowList } from '../../server/platform/allow-list.ts';
import type { Config } from '../../server/platform/settings.ts';
import { defaultPostSort } from '../../shared/api/posts.ts';
import { formatQuery } from '../../shared/list-query.ts';
import { allFilters } from '../../shared/pages/post-filters.ts';
import { parsePostsQuery, postFiltersOf } from '../../shared/pages/posts-query.ts';
import { cookieOf } from '../support/backend.ts';
import { startTwoClients, type TwoClients, type Who } from '../support/two-clients.ts';

const config: Partial<Config> = {
  PUBLIC_URL: 'http://monitor',
  SMTP_URL: 'smtp://127.0.0.1:9',
  SMTP_FROM: 'monitor@example.ru',
  MAIL_DOMAINS: ['example.ru'],
  WEBHOOK_ALLOW: parseAllowList('127.0.0.0/8:9'),
};
const webhook = 'http://127.0.0.1:9/hooks/secret';

let app: TwoClients;
let views: Record<Who, number>;

async function start(settings: Partial<Config> = config): Promise<void> {
  app = await startTwoClients({ config: settings });
  views = { admin: await createView('admin'), client: await createView('client'), other: await createView('other') };
}
beforeEach(() => start());
afterEach(() => app.close());

async function createView(who: Who, Query = ''): Promise<number> {
  const { body } = await app.post('/vknf/views/create', who, { Name: Query === '' ? 'Всё' : Query, Query });
  return (body as { ViewID: number }).ViewID;
}

const fields = (who: Who, other: object = {}) => ({
  Name: 'Станции',
  ViewID: views[who],
  Condition: 'every',
  Channel: 'email',
  Address: 'press@example.ru',
  ...other,
});

const create = (who: Who, other: object = {}) => app.post('/vknf/alerts/rules/create', who, fields(who, other));

async function createdId(...args: Parameters<typeof create>): Promise<number> {
  const { status, body } = await create(...args);
  expect({ status, body }).toMatchObject({ status: 201 });
  return (body as { RuleID: number }).RuleID;
}

const list = async (who: Who) =>
  (await app.get('/vknf/alerts/rules', who)).body as { rules: Record<string, unknown>[]; channels: string[] };

async function asActing(path: string, body?: object) {
  return app.backend.call('POST', path, { cookie: await app.actingCookie(), ...(body && { body }) });
}

const refused = (status: number, text: string) => ({ status, body: { error: text, message: text } });
const text = (value: string) => ({ String: value, Valid: true });
const none = { String: '', Valid: false };

describe('a rule', () => {
  test('comes back as entered, without fields that its condition does not use', async () => {
    const id = await createdId('client', { Least: 7, Period: 'day', QuietFrom: '22:00', QuietTo: '07:30' });
    expect(await list('client')).toEqual({
      rules: [
        {
          ...fields('client'),
          RuleID: id,
          View: 'Всё',
          Query: '?sort=-post_dt',
          Least: 1,
          Period: 'day',
          Schedule: 'now',
          QuietFrom: '22:00',
          QuietTo: '07:30',
          Paused: false,
          AtomPath: none,
          Version: 1,
        },
      ],
      channels: ['email', 'atom'],
      mailDomains: ['example.ru'],
    });
  });

  test.each([
    [{ Name: ' ' }, 400, 'Введите название'],
    [{ ViewID: undefined }, 400, 'Выберите фильтр'],
    [{ Condition: 'least', Least: 0 }, 400, 'Введите целое число от 1 до 1000000'],
    [{ Address: '' }, 400, 'Введите адрес'],
    [{ Address: 'a@example.ru, b@example.ru' }, 400, 'Неверный email'],
    [{ Address: 'press@mail.ru' }, 400, 'Можно указать адрес только в домене example.ru'],
    [{ QuietFrom: '22:00' }, 400, 'Укажите и начало, и конец тихих часов'],
    [{ QuietFrom: '24:00', QuietTo: '01:00' }, 400, 'Укажите и начало, и конец тихих часов'],
    [{ QuietFrom: '22:00', QuietTo: '22:00' }, 400, 'Начало и конец тихих часов совпадают'],
    [{ Channel: 'webhook', Address: webhook }, 403, 'Адрес webhook задаёт администратор'],
  ])('with %j is refused', async (other, status, message) => {
    expect(await create('client', other)).toMatchObject(refused(status, message));
    expect((await list('client')).rules).toEqual([]);
  });

  test('has a unique name, and a view of the viewer’s list', async () => {
    await createdId('client');
    const second = await createdId('client', { Name: 'Вокзалы' });
    const exists = refused(409, 'Правило с таким названием уже есть');
    expect(await create('client', { Name: 'СТАНЦИИ' })).toMatchObject(exists);
    expect(await app.post(`/vknf/alerts/rules/update?id=${second}`, 'client', fields('client'))).toMatchObject(exists);
    expect((await create('client', { Name: 'Чужое', ViewID: views.other })).status).toBe(404);
    expect((await create('client', { Name: 'Чужое', ViewID: views.admin })).status).toBe(404);
  });

  test('of another account is unknown to every call, even for the administrator', async () => {
    const id = await createdId('client');
    const bodies = { update: fields('other'), pause: { Paused: true }, delete: undefined, trial: undefined };
    for (const who of ['other', 'admin'] as const) {
      for (const [call, body] of Object.entries(bodies)) {
        expect([who, call, (await app.post(`/vknf/alerts/rules/${call}?id=${id}`, who, body)).status]).toEqual([
          who,
          call,
          404,
        ]);
      }
      expect((await list(who)).rules).toEqual([]);
    }
    expect((await list('client')).rules).toMatchObject([{ Paused: false }]);
  });

  test('on a shared view is named to the administrator with its client, and counted for others', async () => {
    const body = { Name: 'Общий', Query: '', ClientID: app.clientIds.client };
    const { ViewID } = (await app.post('/vknf/views/create', 'admin', body)).body as { ViewID: number };
    await createdId('client', { Name: 'Клиента', ViewID });
    await createdId('client', { Name: 'По своему' });
    await createdId('admin', { Name: 'Тайное', ViewID });
    const clientId = app.clientIds.client;
    const ofWork = { name: 'Спам', viewId: ViewID, tagId: null, assignee: 0, state: null, reason: null, hidden: true };
    await app.backend.store.workRules.create({ ...ofWork, paused: false, clientId });
    const rules = async (who: Who) => (await app.get(`/vknf/alerts/rules/view?id=${ViewID}`, who)).body;
    expect(await rules('admin')).toEqual({
      rules: [
        { Name: 'Клиента', ClientID: text(app.clientIds.client) },
        { Name: 'Тайное', ClientID: none },
      ],
      OfWork: [{ Name: 'Спам', ClientID: text(clientId) }],
      Reports: [],
      Others: 0,
    });
    expect(await rules('client')).toEqual({
      rules: [{ Name: 'Клиента', ClientID: none }],
      OfWork: [{ Name: 'Спам', ClientID: none }],
      Reports: [],
      Others: 1,
    });
    expect(await rules('other')).toMatchObject({ message: 'Запись не найдена' });
  });

  test('with too many trials gets an error', async () => {
    const id = await createdId('client');
    const send = () => app.post(`/vknf/alerts/rules/trial?id=${id}`, 'client');
    for (let sent = 0; sent < 20; sent += 1) {
      expect((await send()).status).toBe(200);
      const [delivery] = (await app.backend.store.alerts.deliveries(null, { limit: 1, offset: 0 })).rows;
      if (delivery)
        await app.backend.store.alerts.finish(
          { ...delivery, claims: 0 },
          { state: 'sent', at: delivery.createdAt, error: null },
        );
    }
    expect(await send()).toMatchObject(
      refused(429, 'Можно отправить не больше 20 пробных сообщений в час. Повторите позже'),
    );
  });

  test('pauses, resumes, sends a trial, and is deleted', async () => {
    const id = await createdId('client');
    const log = async () => (await app.get('/vknf/alerts/deliveries', 'client')).body;
    await app.post(`/vknf/alerts/rules/trial?id=${id}`, 'client');
    expect(await log()).toMatchObject({ total: 1, deliveries: [{ Trial: true, State: 'waiting', Href: none }] });
    await app.post(`/vknf/alerts/rules/pause?id=${id}`, 'client', { Paused: true });
    expect((await list('client')).rules).toMatchObject([{ Paused: true }]);
    expect(await log()).toMatchObject({ deliveries: [{ State: 'cancelled', NextTry: null }] });
    await app.post(`/vknf/alerts/rules/pause?id=${id}`, 'client', { Paused: false });
    expect((await list('client')).rules).toMatchObject([{ Paused: false }]);
    await app.post(`/vknf/alerts/rules/delete?id=${id}`, 'client');
    expect((await list('client')).rules).toEqual([]);
    expect(await log()).toMatchObject({ total: 1, deliveries: [{ Rule: 'Станции' }] });
  });
});

describe('a webhook', () => {
  test('is set only by administrators, who get its secret once', async () => {
    const acting = await asActing('/vknf/alerts/rules/create', {
      ...fields('client'),
      Channel: 'webhook',
      Address: webhook,
    });
    const { RuleID: id, Secret: secret } = acting.body as { RuleID: number; Secret: { String: string } };
    expect(secret.String).toMatch(/^[\w-]{43}$/);
    const update = (body: object) => asActing(`/vknf/alerts/rules/update?id=${id}`, { ...fields('client'), ...body });
    const saved = { Channel: 'webhook', Address: webhook };
    expect((await update({ ...saved, Name: 'Иначе' })).body).toEqual({ RuleID: id, Secret: none });
    const changed = await update({ ...saved, Address: `${webhook}2` });
    expect(changed.body).toMatchObject({ Secret: { Valid: true } });
    expect(changed.body).not.toMatchObject({ Secret: secret });
    expect((await create('admin', { Channel: 'chat', Address: webhook })).body).toMatchObject({ Secret: none });
    expect((await list('admin')).channels).toEqual(['email', 'webhook', 'chat', 'atom']);
  });

  test('can be renamed, paused and deleted by its client, who sees its host, and not be sent elsewhere', async () => {
    const body = { ...fields('client'), Channel: 'chat', Address: webhook };
    const { RuleID: id } = (await asActing('/vknf/alerts/rules/create', body)).body as { RuleID: number };
    const [shown] = (await list('client')).rules;
    expect(shown).toMatchObject({ Address: 'http://127.0.0.1:9/…' });
    const update = (other: object) =>
      app.post(`/vknf/alerts/rules/update?id=${id}`, 'client', { ...body, Address: shown?.Address, ...other });
    expect(await update({ Name: 'Чат' })).toMatchObject({ status: 200, body: { Secret: none } });
    expect(app.query('SELECT name, address FROM alert_rules')).toEqual([
      expect.objectContaining({ name: 'Чат', address: webhook }),
    ]);
    const forbidden = refused(403, 'Адрес webhook задаёт администратор');
    expect(await update({ Address: 'http://127.0.0.1:9/другой' })).toMatchObject(forbidden);
    expect(await update({ Channel: 'webhook' })).toMatchObject(forbidden);
    for (const call of ['pause', 'delete']) {
      const reply = await app.post(`/vknf/alerts/rules/${call}?id=${id}`, 'client', { Paused: true });
      expect(reply.status).toBe(200);
    }
  });

  test.each([
    ['http://10.0.0.1/', 'Адрес не входит в список разрешённых: обратитесь к администратору сервера'],
    ['http://127.0.0.1:22/', 'Адрес не входит в список разрешённых: обратитесь к администратору сервера'],
    ['http://user@127.0.0.1/', 'Неверный адрес: нужен адрес http:// или https:// без имени и пароля'],
  ])('%s is refused', async (Address, message) => {
    expect(await create('admin', { Channel: 'webhook', Address })).toMatchObject(refused(400, message));
  });
});

test('without settings only Atom is offered, and other channels are refused', async () => {
  await app.close();
  await start({});
  expect((await list('admin')).channels).toEqual(['atom']);
  const off = refused(400, 'Этот способ доставки не настроен: обратитесь к администратору сервера');
  for (const Channel of ['email', 'webhook', 'chat']) {
    expect(await create('admin', { Channel, Address: webhook })).toMatchObject(off);
  }
  const id = await createdId('admin', { Channel: 'atom', Address: 'лишнее' });
  expect((await list('admin')).rules).toMatchObject([{ RuleID: id, Address: '', AtomPath: { Valid: true } }]);
});

describe('Atom links', () => {
  type Feed = { FeedID: number; Path: string; Title: string };
  const feeds = async (who: Who) => ((await app.get('/vknf/alerts/feeds', who)).body as { feeds: Feed[] }).feeds;

  test('belong to the account’s views and rules, change when they are revoked, and are not shown to API keys', async () => {
    await createdId('client', { Channel: 'atom' });
    const before = await feeds('client');
    expect(before).toMatchObject([
      { Title: 'Всё', ViewID: views.client, RuleID: null, UsedAt: null },
      { Title: 'Станции', ViewID: null },
    ]);
    for (const { FeedID, Path } of before) expect(Path).toMatch(new RegExp(`^/atom/${FeedID}-[\\w-]{43}$`));
    expect((await list('client')).rules).toMatchObject([{ AtomPath: text(before[1]?.Path ?? '') }]);
    expect((await app.post(`/vknf/alerts/feeds/renew?id=${before[0]?.FeedID}`, 'other')).status).toBe(404);
    expect((await app.post(`/vknf/alerts/feeds/renew?id=${before[0]?.FeedID}`, 'admin')).status).toBe(404);
    expect(await feeds('client')).toEqual(before);
    await app.post(`/vknf/alerts/feeds/renew?id=${before[0]?.FeedID}`, 'client');
    const after = await feeds('client');
    expect([after[0]?.Path === before[0]?.Path, after[1]]).toEqual([false, before[1]]);
    const made = await app.post('/server/keys/create', 'client', { Name: 'Отчёты', Scopes: ['read'] });
    const headers = { authorization: `Bearer ${(made.body as { Key: string }).Key}` };
    const { body } = await app.backend.call('GET', '/vknf/alerts/rules', { headers });
    expect(body).toMatchObject({ rules: [{ Name: 'Станции', AtomPath: none }] });
  });
});

describe('the log of deliveries', () => {
  type Delivery = { Href: { String: string; Valid: boolean }; ClientID: unknown; Count: number };
  const log = async (who: Who) =>
    ((await app.get('/vknf/alerts/deliveries', who)).body as { deliveries: Delivery[] }).deliveries;

  /** The stories that the feed shows at the address. */
  async function storiesAt(href: string, who: Who): Promise<number[]> {
    const query = Object.fromEntries(new URL(href, 'http://monitor').searchParams);
    const filters = postFiltersOf(parsePostsQuery(query, defaultPostSort), allFilters);
    const { body } = await app.get(`/vknf/posts/details${formatQuery(filters)}`, who);
    const { posts, total } = body as { posts: { StoryID: number }[]; total: number };
    expect(posts).toHaveLength(total);
    return posts.map(({ StoryID }) => StoryID).toSorted((a, b) => a - b);
  }

  let lastPost = 0;
  /** Of «метро»; returns the story. */
  async function savePost(words: string, hour = 0): Promise<number> {
    lastPost += 1;
    const postedAt = Date.parse('2026-11-19T21:30:00Z') + hour * 3_600_000;
    await app.save({ wordId: app.metro.wordId, postId: lastPost, postedAt, text: `${words} номер ${lastPost}` });
    return app.backend.store.alerts.newestArrival();
  }

  async function report(fields: Pick<Finding, 'since' | 'until' | 'count'> & Partial<Finding>): Promise<void> {
    const { alerts } = app.backend.store;
    const [rule] = await alerts.rules(`client:${app.clientIds.client}`);
    if (!rule) throw new Error('No rule');
    const finding = { at: 0, reached: null, from: null, to: null, usual: null, ...fields };
    const progress = { evaluated: fields.until, fired: fields.until, firedHour: 0 };
    await alerts.advance(rule, progress, { finding, dueAt: 0 });
    const [due] = await alerts.due(0, 1);
    const claimed = due && (await alerts.claim(due.deliveryId, 0, 1));
    if (claimed) await alerts.finish(claimed, { state: 'sent', at: lastPost, error: null });
  }

  test('links to exactly the posts of a message, even after posts have arrived, been read and copied', async () => {
    const ViewID = await createView('client', formatQuery({ text: 'станция', unread: 1, copies: 'show' }));
    await createdId('client', { ViewID });
    const since = await savePost('станция');
    const [first, , third] = [await savePost('станция'), await savePost('вокзал'), await savePost('станция')];
    const wanted = [first, third];
    await report({ since, until: third, count: 2 });
    const [{ Href }] = (await log('client')) as [Delivery];
    expect(await storiesAt(Href.String, 'client')).toEqual(wanted);
    await app.post('/vknf/posts/marks', 'client', { StoryIDs: wanted, Read: true });
    await savePost('станция');
    await app.save({ wordId: app.metro.wordId, ownerId: -9, postId: 1, text: `станция номер ${lastPost - 1}` });
    expect(await storiesAt(Href.String, 'client')).toEqual(wanted);
  });

  test('links to exactly the posts of a spike’s window', async () => {
    await createdId('client');
    await savePost('станция', -1);
    const [first, second] = [await savePost('станция'), await savePost('станция')];
    await savePost('станция', 1);
    const from = Date.parse('2026-11-19T21:00:00Z');
    await report({ since: 0, until: second + 1, count: 2, from, to: from + 3_600_000, usual: 1 });
    const [{ Href }] = (await log('client')) as [Delivery];
    await savePost('станция');
    expect(await storiesAt(Href.String, 'client')).toEqual([first, second]);
  });

  test('has the account’s own, and for administrators all with their clients, without the links of others', async () => {
    const id = await createdId('client');
    const until = await savePost('станция');
    await report({ since: 0, until, count: 1 });
    expect(await log('client')).toMatchObject([{ ClientID: none, Count: 1, Href: { Valid: true } }]);
    expect(await log('other')).toEqual([]);
    expect(await log('admin')).toMatchObject([{ ClientID: text(app.clientIds.client), Href: none }]);
    await app.post(`/vknf/alerts/rules/delete?id=${id}`, 'client');
    expect(await log('client')).toMatchObject([{ Href: { Valid: true } }]);
  });
});

test('a read-only session reads rules, sees no links, and changes none', async () => {
  const id = await createdId('client', { Channel: 'atom' });
  const started = await app.backend.call('POST', '/admin/impersonate', {
    cookie: await app.cookie('admin'),
    body: { client_id: app.clientIds.client, reason: 'проверка', read_only: true },
  });
  const cookie = cookieOf(started.headers);
  for (const path of ['rules', 'feeds', 'deliveries']) {
    const { status, body } = await app.backend.call('GET', `/vknf/alerts/${path}`, { cookie });
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toContain('/atom/');
  }
  const reply = await app.backend.call('POST', `/vknf/alerts/rules/delete?id=${id}`, { cookie });
  expect(reply).toMatchObject(refused(403, 'Режим просмотра: изменения запрещены'));
});

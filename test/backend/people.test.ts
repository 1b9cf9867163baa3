// Proves: people#api-keys, people#invitation, people#names, people#page, people#roles, people#sign-in
// Proves: saved-filters#filters-of-rules
/**
 * Calls beyond the specified ones: people of a client, their invitations, roles and rights, and the data of each person.
 */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { mailedLinksPerHour } from '../../server/backend/resources/people.ts';
import { cookieOf, startTestBackend, type TestBackend } from '../support/backend.ts';
import { startMailServer } from '../support/mail-server.ts';
import { newPost } from '../support/seed-posts.ts';

const password = 'надёжный-пароль-7';

let now = Date.parse('2026-03-01T12:00:00Z');
let backend: TestBackend;
let clientId: string;
let account: string;

beforeAll(async () => {
  backend = await startTestBackend({ now: () => now });
  ({ clientId } = await backend.createClient());
  account = await backend.signInClient(clientId);
});
afterAll(() => backend.close());

const post = (path: string, cookie: string | undefined, body?: object) =>
  backend.call('POST', path, { ...(cookie && { cookie }), ...(body && { body }) });
const get = (path: string, cookie?: string) => backend.call('GET', path, cookie ? { cookie } : {});

type Invited = { id: number; token: string };

async function invite(Login: string, Role: string, more: object = {}): Promise<Invited> {
  const { status, body } = await post('/vknf/people/invite', account, { Name: `Имя ${Login}`, Login, Role, ...more });
  expect([Login, status]).toEqual([Login, 201]);
  const { PersonID: id, Token: token } = body as { PersonID: number; Token: string };
  return { id, token };
}

const accept = (token: string, Password = password) =>
  post('/server/invitation/accept', undefined, { Token: token, Password });

/** Invites a person, who sets the password and signs in. */
async function join(login: string, role: string, more: object = {}) {
  const { id, token } = await invite(login, role, more);
  expect((await accept(token)).status).toBe(200);
  return { id, cookie: await backend.signIn('client', login, password) };
}

const listed = async (id: number) => {
  const { people } = (await get('/vknf/people', account)).body as { people: Record<string, unknown>[] };
  return people.find(({ PersonID }) => PersonID === id);
};
const journal = async () => {
  const all = { limit: 50, offset: 0, who: '', action: null, from: null, to: null };
  return (await backend.store.journal.page(all)).rows.map(({ who, onBehalfOf, action, object }) => [
    who,
    onBehalfOf,
    action,
    object,
  ]);
};

test('an invitation is valid once and for 7 days, and a new link ends the earlier one', async () => {
  const { id, token } = await invite(' ＡＮＮＡ ', 'editor', { MayExport: true });
  expect(await listed(id)).toMatchObject({ Login: 'anna', Role: 'editor', MayExport: true, Active: false });
  expect((await get(`/server/invitation?token=${token}`)).body).toMatchObject({ Login: 'anna', Name: 'Имя  ＡＮＮＡ' });
  await expect(backend.signIn('client', 'anna', password)).rejects.toThrow('401');
  const { Token: second } = (await post(`/vknf/people/renew?id=${id}`, account)).body as { Token: string };
  expect((await accept(token)).status).toBe(404);
  now += 7 * 24 * 3_600_000;
  expect((await accept(second)).status).toBe(404);
  account = await backend.signInClient(clientId);
  const { Token: third } = (await post(`/vknf/people/renew?id=${id}`, account)).body as { Token: string };
  for (const weak of ['короче8', 'password', 'anna'.padEnd(3)]) expect((await accept(third, weak)).status).toBe(400);
  const statuses = await Promise.all([accept(third), accept(third)]);
  expect(statuses.map(({ status }) => status).sort()).toEqual([200, 404]);
  const signedIn = await post('/server/auth/login', undefined, { client_id: ' Anna', password });
  expect(signedIn.body).toEqual({
    client_id: clientId,
    person: { login: 'anna', name: 'Имя  ＡＮＮＡ', role: 'editor', may_export: true },
  });
  expect((await listed(id))?.Active).toBe(true);
  expect(await journal()).toEqual(
    expect.arrayContaining([
      [clientId, null, 'person-invited', `Имя  ＡＮＮＡ (anna): редактор, экспорт разрешён, клиент ${clientId}`],
      ['Имя  ＡＮＮＡ (anna)', clientId, 'invitation-accepted', expect.anything()],
      ['Имя  ＡＮＮＡ (anna)', clientId, 'sign-in', `Клиент ${clientId}, Имя  ＡＮＮＡ (anna)`],
    ]),
  );
});

test('with a mail server the link of an invitation is also mailed if the login is an address, up to 100 an hour', async () => {
  const mails = await startMailServer();
  const config = { SMTP_URL: mails.url, SMTP_FROM: 'monitor@example.ru', PUBLIC_URL: 'http://monitor' };
  const mailing = await startTestBackend({ config: { ...config, MAIL_DOMAINS: ['example.ru'] } });
  try {
    const client = await mailing.createClient('ООО «Ромашка»');
    const cookie = await mailing.signInClient(client.clientId);
    const ask = async (path: string, Login = 'Anna@Example.ru') => {
      const body = { Name: 'Анна', Login, Role: 'reader' };
      const reply = (await mailing.call('POST', path, { cookie, body })).body;
      return reply as { PersonID: number; Token: string; MailedTo?: string };
    };
    const { PersonID, Token, MailedTo } = await ask('/vknf/people/invite');
    expect(MailedTo).toBe('anna@example.ru');
    const [{ mail, recipients } = {}] = mails.received;
    expect([recipients, mail?.subject]).toEqual([['anna@example.ru'], 'Приглашение: LDVK Монитор']);
    expect(mail?.text).toContain(`http://monitor/invitation?token=${Token}\n`);
    expect(mail?.text).toContain('от имени клиента «ООО «Ромашка»»');
    expect((await ask(`/vknf/people/renew?id=${PersonID}`)).MailedTo).toBe('anna@example.ru');
    for (const login of ['petr', 'petr@other.ru']) {
      const reply = await ask('/vknf/people/invite', login);
      expect([login, typeof reply.Token, reply.MailedTo]).toEqual([login, 'string', undefined]);
    }
    mails.onStep = (step) => (step === 'recipient' ? 550 : null);
    const refused = await ask(`/vknf/people/renew?id=${PersonID}`);
    expect([typeof refused.Token, refused.MailedTo, mails.received.length]).toEqual(['string', undefined, 2]);
    expect(mailing.log).toContainEqual(expect.objectContaining({ msg: 'invitation not sent' }));
    mails.onStep = (step) => (step === 'connect' ? 'cut' : null);
    expect((await ask(`/vknf/people/renew?id=${PersonID}`)).MailedTo).toBe(undefined);
    const fault = expect.stringMatching(/^the mail server cannot be reached: the connection is cut\. /);
    expect(mailing.log).toContainEqual(expect.objectContaining({ msg: 'invitation not sent', fault }));
    mails.onStep = () => null;
    const by = { who: client.clientId, onBehalfOf: null, address: '', at: Date.now() };
    for (let sent = 0; sent < mailedLinksPerHour; sent += 1)
      await mailing.store.people.renew(client.clientId, PersonID, { hash: Buffer.from([sent]), until: by.at }, by);
    const beyond = await ask(`/vknf/people/renew?id=${PersonID}`);
    expect([typeof beyond.Token, beyond.MailedTo, mails.received.length]).toEqual(['string', undefined, 2]);
  } finally {
    await mailing.close();
    await mails.close();
  }
});

test('a login names nobody else, whichever way it is written', async () => {
  await invite('taken', 'reader');
  await backend.store.administrators.create('Мария', 'hash', now);
  // The last ones have Cyrillic letters that look like Latin ones.
  const lookAlikes = ['tаken', 'аdmin', 'сlient-9', 'ТAКЕN'];
  for (const login of ['TAKEN', 'ta\u200Bken', clientId, 'client-9', 'МАРИЯ', 'admin', ...lookAlikes])
    expect(await post('/vknf/people/invite', account, { Name: 'Имя', Login: login, Role: 'reader' })).toMatchObject({
      status: expect.any(Number),
      body: { message: 'Такой логин уже занят' },
    });
});

test('a name must not be a link, because it is in the mail of the invitation', async () => {
  const fields = { Login: 'evgeny', Role: 'reader' };
  const { id } = await invite('eugen', 'reader');
  for (const Name of ['Выигрыш https://evil.example/win!', 'www.evil.example']) {
    const refused = { status: 400, body: { message: 'Имя не может содержать ссылку' } };
    expect(await post('/vknf/people/invite', account, { ...fields, Name })).toMatchObject(refused);
    expect(await post(`/vknf/people/update?id=${id}`, account, { Name })).toMatchObject(refused);
  }
});

type Key = { id: number; call: (path: string) => Promise<number> };

async function makeKey(cookie: string, Name = 'Отчёты'): Promise<Key> {
  const { body } = await post('/server/keys/create', cookie, { Name, Scopes: ['read'] });
  const { KeyID: id, Key } = body as { KeyID: number; Key: string };
  const headers = { authorization: `Bearer ${Key}` };
  return { id, call: async (path) => (await backend.call('GET', path, { headers })).status };
}

test('disabling, deleting and a changed role end sessions, links and keys at once', async () => {
  const { id, cookie } = await join('boris', 'owner');
  const key = await makeKey(cookie);
  expect(await key.call('/vknf/words/client')).toBe(200);
  expect((await post('/vknf/views/create', cookie, { Name: 'Мой', Query: 'text=1' })).status).toBe(201);
  const links = async (of: string) =>
    ((await get('/vknf/alerts/feeds', of)).body as { feeds: { Path: string }[] }).feeds.map(({ Path }) => Path);
  const [link = ''] = await links(cookie);
  const opens = async () => (await get(`/vknf/alerts/feed?token=${link.split('/').at(-1)}`)).status;
  expect(await opens()).toBe(200);
  expect((await post(`/vknf/people/disable?id=${id}`, account, { Disabled: true })).status).toBe(200);
  expect([(await get('/vknf/words/client', cookie)).status, await opens()]).toEqual([401, 404]);
  expect(await key.call('/health')).toBe(401);
  await expect(backend.signIn('client', 'boris', password)).rejects.toThrow('401');
  expect((await post(`/vknf/people/disable?id=${id}`, account, { Disabled: false })).status).toBe(200);
  const again = await backend.signIn('client', 'boris', password);
  const second = await makeKey(again);
  expect([await key.call('/health'), await second.call('/health')]).toEqual([401, 200]);
  const change = { Name: 'Борис', Role: 'reader', MayExport: false };
  expect((await post(`/vknf/people/update?id=${id}`, account, change)).status).toBe(200);
  expect([(await get('/vknf/words/client', again)).status, await second.call('/health')]).toEqual([401, 401]);
  const reader = await backend.signIn('client', 'boris', password);
  expect((await get('/vknf/people', reader)).status).toBe(403);
  const third = await makeKey(reader);
  expect((await post(`/vknf/people/delete?id=${id}`, account)).status).toBe(200);
  expect([(await get('/vknf/words/client', reader)).status, await third.call('/health')]).toEqual([401, 401]);
  expect(await listed(id)).toBeUndefined();
});

test('a change whose body arrives after the person was disabled is refused', async () => {
  const { id, cookie } = await join('yakov', 'owner');
  const body = JSON.stringify({ Name: 'Вторая дверь', Login: 'door', Role: 'owner' });
  const sent = request(`${backend.url}/api/v1/vknf/people/invite`, {
    method: 'POST',
    headers: {
      cookie,
      expect: '100-continue',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    },
  });
  sent.flushHeaders();
  await once(sent, 'continue');
  expect((await post(`/vknf/people/disable?id=${id}`, account, { Disabled: true })).status).toBe(200);
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  expect(response.statusCode).toBe(401);
  expect(await backend.store.people.findByLogin('door')).toBeNull();
});

test('a new password by a link ends the sessions of the former one', async () => {
  const { id, cookie } = await join('yana', 'reader');
  const { Token: token } = (await post(`/vknf/people/renew?id=${id}`, account)).body as { Token: string };
  expect((await get('/vknf/words/client', cookie)).status).toBe(200);
  expect((await accept(token, 'совсем-другой-пароль-8')).status).toBe(200);
  expect((await get('/vknf/words/client', cookie)).status).toBe(401);
  expect((await post('/server/auth/refresh', cookie)).status).toBe(401);
});

test('an owner who can sign in always remains', async () => {
  const { clientId: lonely } = await backend.store.clients.create(
    { name: 'Без пароля', ipaddr: '', macaddr: '', email: '', phone: '', note: '', exportAccess: 'denied' },
    now,
  );
  const acting = await backend.openSession({ type: 'client', clientId: lonely });
  const add = async (Login: string, Role: string) =>
    (await post('/vknf/people/invite', acting, { Name: Login, Login, Role })).body as {
      PersonID: number;
      Token: string;
    };
  const first = await add('first', 'owner');
  const second = await add('second', 'owner');
  await accept(first.Token);
  const attempts = [
    () => post(`/vknf/people/update?id=${first.PersonID}`, acting, { Name: 'x', Role: 'editor' }),
    () => post(`/vknf/people/disable?id=${first.PersonID}`, acting, { Disabled: true }),
    () => post(`/vknf/people/delete?id=${first.PersonID}`, acting),
  ];
  const owner = await backend.signIn('client', 'first', password);
  for (const attempt of attempts) expect((await attempt()).status).toBe(409);
  expect((await get('/vknf/people', owner)).status).toBe(200);
  await accept(second.Token);
  expect((await attempts[2]?.())?.status).toBe(200);
});

test('marks, visits, mutes and private filters are each person’s own; phrases, rules and shared filters the client’s', async () => {
  const admin = await backend.signInAdmin();
  const vera = await join('vera', 'owner');
  const gleb = await join('gleb', 'reader');
  const word = await post('/vknf/words/create', vera.cookie, { Text: 'выборы' });
  expect(word.status).toBe(201);
  const phrases = (cookie: string) => get('/vknf/words/client', cookie).then(({ body }) => body);
  expect(await phrases(gleb.cookie)).toEqual(await phrases(account));
  const source = { OwnerID: -77, OwnerType: 'group', Name: 'Источник' };
  expect((await post('/vknf/owners/create', vera.cookie, source)).status).toBe(201);
  expect((await get('/vknf/owners/-77', gleb.cookie)).status).toBe(200);
  const names = async (path: string, list: string, cookie: string) =>
    ((await get(path, cookie)).body as Record<string, { Name: unknown }[]>)[list]?.map(({ Name }) => Name);
  const muted = (cookie: string) => names('/vknf/mutes', 'mutes', cookie);
  const wordId = (word.body as { WordID: number }).WordID;
  await backend.store.posts.save([newPost({ wordId, text: 'выборы прошли', ownerId: -5 })]);
  const feed = async (cookie: string) =>
    (await get('/vknf/posts/details', cookie)).body as { posts: { StoryID: number; Read: boolean }[] };
  const ids = (await feed(gleb.cookie)).posts.map(({ StoryID }) => StoryID);
  await post('/vknf/posts/marks', gleb.cookie, { StoryIDs: ids, Read: true });
  const read = async (cookie: string) => (await feed(cookie)).posts.map(({ Read }) => Read);
  expect([await read(gleb.cookie), await read(vera.cookie), await read(account)]).toEqual([[true], [false], [false]]);
  await post('/vknf/views/create', vera.cookie, { Name: 'Веры', Query: 'text=1' });
  await post('/vknf/views/create', admin, { Name: 'Общий', Query: '', ClientID: clientId });
  await post('/vknf/mutes/create', gleb.cookie, { Kind: 'owner', TargetID: -77 });
  expect(await names('/vknf/views', 'views', vera.cookie)).toEqual(['Веры', 'Общий']);
  expect(await names('/vknf/views', 'views', gleb.cookie)).toEqual(['Общий']);
  const clientNames = [vera.cookie, account, admin].map(async (cookie) => (await get('/vknf/views', cookie)).body);
  expect(await Promise.all(clientNames)).toMatchObject([
    { ClientName: 'ООО «Ромашка»' },
    { ClientName: 'ООО «Ромашка»' },
    { ClientName: '' },
  ]);
  expect([await muted(vera.cookie), (await muted(gleb.cookie))?.length, await muted(account)]).toEqual([[], 1, []]);
  await post('/vknf/mutes/create', admin, { Kind: 'owner', TargetID: -77, ClientID: clientId });
  const [forAll] = ((await get('/vknf/mutes', vera.cookie)).body as { mutes: { MuteID: number }[] }).mutes;
  expect((await post(`/vknf/mutes/delete?id=${forAll?.MuteID}`, vera.cookie)).status).toBe(403);
  const { views } = (await get('/vknf/views', vera.cookie)).body as { views: { ViewID: number; Name: string }[] };
  const rule = { Name: 'Правило', ViewID: views[0]?.ViewID, Condition: 'every', Channel: 'atom' };
  expect((await post('/vknf/alerts/rules/create', vera.cookie, rule)).status).toBe(201);
  expect((await post('/vknf/alerts/rules/create', gleb.cookie, rule)).status).toBe(403);
  type Rules = { rules: { Name: string; AtomPath: { Valid: boolean } }[] };
  const rulesOf = async (cookie: string) =>
    ((await get('/vknf/alerts/rules', cookie)).body as Rules).rules.map(({ Name, AtomPath }) => [Name, AtomPath.Valid]);
  expect([await rulesOf(account), await rulesOf(gleb.cookie)]).toEqual([[['Правило', true]], [['Правило', false]]]);
  // Another owner tries both kinds of rules on her filter, and not her other ones.
  const ofWork = { Name: 'Решать', ViewID: views[0]?.ViewID, State: 'resolved' };
  expect((await post('/vknf/work/rules/create', vera.cookie, ofWork)).status).toBe(201);
  expect((await post('/vknf/views/create', vera.cookie, { Name: 'Без правил', Query: '' })).status).toBe(201);
  const found = (await get('/vknf/views', vera.cookie)).body as { views: { ViewID: number; Name: string }[] };
  const unused = found.views.find(({ Name }) => Name === 'Без правил')?.ViewID;
  const tries = ['/vknf/alerts/history?condition=every&', '/vknf/work/rules/preview?state=resolved&'];
  for (const path of tries) {
    expect((await get(`${path}viewId=${ofWork.ViewID}`, account)).status).toBe(200);
    expect((await get(`${path}viewId=${unused}`, account)).status).toBe(404);
  }
  // A rule keeps its filter when the person goes.
  expect((await post(`/vknf/people/delete?id=${vera.id}`, account)).status).toBe(200);
  expect(await names('/vknf/views', 'views', account)).toEqual(['Веры', 'Общий']);
  expect((await rulesOf(account)).map(([name]) => name)).toEqual(['Правило']);
});

test('the export needs both the right of the client and the right of the person', async () => {
  const dina = await join('dina', 'reader', { MayExport: true });
  const egor = await join('egor', 'owner');
  const list = async (cookie: string) => (await get('/vknf/posts/rows?export=csv', cookie)).status;
  const access = async (cookie: string) =>
    ((await get(`/server/clients/get?id=${clientId}`, cookie)).body as { export_access: string }).export_access;
  expect([await list(dina.cookie), await access(dina.cookie)]).toEqual([403, 'denied']);
  const [mayExport, mayNot] = [await makeKey(dina.cookie), await makeKey(egor.cookie)];
  await backend.store.clients.update(clientId, { exportAccess: 'allowed' }, now);
  const rows = '/vknf/posts/rows?export=csv';
  expect([await mayExport.call(rows), await mayNot.call(rows)]).toEqual([200, 403]);
  expect([await list(dina.cookie), await list(egor.cookie), await list(account)]).toEqual([200, 403, 200]);
  expect([await access(dina.cookie), await access(egor.cookie)]).toEqual(['allowed', 'denied']);
});

test('a key shows its last use to the minute, and may call 600 times a minute', async () => {
  const { cookie } = await join('pavel', 'reader');
  const key = await makeKey(cookie);
  const used = async () => ((await get('/server/keys', cookie)).body as { keys: { UsedAt: string | null }[] }).keys;
  expect(await used()).toMatchObject([{ KeyID: key.id, Name: 'Отчёты', Scopes: ['read'], UsedAt: null }]);
  now = Math.ceil(now / 60_000) * 60_000;
  const first = new Date(now).toISOString();
  for (const seconds of [0, 59]) {
    now += seconds * 1000;
    await key.call('/health');
    expect((await used())[0]?.UsedAt).toBe(first);
  }
  const calls = async (count: number) => {
    const statuses = new Set<number>();
    for (let call = 0; call < count; call += 1) statuses.add(await key.call('/health'));
    return [...statuses];
  };
  expect([await calls(598), await calls(1)]).toEqual([[200], [429]]);
  expect(await (await makeKey(cookie, 'Другой')).call('/health')).toBe(200);
  now += 1000;
  expect(await key.call('/health')).toBe(200);
  expect((await used())[1]?.UsedAt).toBe(new Date(now).toISOString());
  for (let count = 2; count < 20; count += 1) await makeKey(cookie);
  const body = { Name: 'Лишний', Scopes: ['read'] };
  expect(await post('/server/keys/create', cookie, body)).toMatchObject({
    status: 409,
    body: { error: 'Ключей может быть не больше 20' },
  });
  expect((await post(`/server/keys/delete?id=${key.id}`, cookie)).status).toBe(200);
  expect(await key.call('/health')).toBe(401);
});

test('the client’s own account shows its last sign-in, whoever else signs in', async () => {
  const at = async () => (await listed(0))?.SignedInAt;
  account = await backend.signInClient(clientId);
  const last = new Date(now).toISOString();
  now += 60_000;
  await join('semyon', 'reader');
  expect(await at()).toBe(last);
});

test('a person changes their own password, and the client’s own account keeps its sessions', async () => {
  const { cookie } = await join('zoya', 'reader');
  const key = await makeKey(cookie);
  const other = await backend.signIn('client', 'ZOYA', password);
  const next = 'совсем-другой-пароль-8';
  const wrong = { current_password: 'не тот пароль', new_password: next };
  expect((await post('/client/password/change', cookie, wrong)).status).toBe(400);
  const change = { current_password: password, new_password: next };
  expect((await post('/client/password/change', cookie, change)).status).toBe(200);
  const statuses = [cookie, other, account].map(async (of) => (await get('/vknf/words/client', of)).status);
  expect(await Promise.all(statuses)).toEqual([200, 401, 200]);
  expect(await key.call('/health')).toBe(401);
  const refreshed = await post('/server/auth/refresh', await backend.signIn('client', 'zoya', next));
  expect(refreshed.body).toMatchObject({ person: { login: 'zoya', role: 'reader' } });
  expect(cookieOf(refreshed.headers)).toContain('access_token=');
});

test('a filter of the client’s rules, and a tag of its alerts, are changed only by people who may change these rules', async () => {
  const { id, cookie } = await join('ulyana', 'editor');
  const own = await post('/vknf/views/create', account, { Name: 'Общий', Query: 'text=метро' });
  const created = async (Name: string, Query: string) =>
    ((await post('/vknf/views/create', cookie, { Name, Query })).body as { ViewID: number }).ViewID;
  const [ofWork, free] = [await created('Спам-фильтр', 'text=редкоеслово'), await created('Свободный', '')];
  const rule = { Name: 'Спам', ViewID: ofWork, State: 'resolved', Hidden: true };
  expect((await post('/vknf/work/rules/create', cookie, rule)).status).toBe(201);
  expect((await post(`/vknf/views/update?id=${ofWork}`, cookie, { Query: 'text=слово' })).status).toBe(200);

  const store = backend.store;
  const alert = { name: 'Почта', condition: 'every', least: 1, period: 'hour', channel: 'atom', address: '' } as const;
  const more = { schedule: 'now', quietFrom: null, quietTo: null, secret: null } as const;
  await store.alerts.create({ ...alert, ...more, viewId: ofWork, account: `client:${clientId}` }, now);
  const refused = (names: string) => ({
    status: 403,
    body: { message: `Фильтр используют правила: ${names}. Его меняет тот, кто меняет правила` },
  });
  expect(await post(`/vknf/views/update?id=${ofWork}`, cookie, { Name: 'Иначе' })).toMatchObject(refused('«Почта»'));
  expect(await post(`/vknf/views/delete?id=${ofWork}`, cookie)).toMatchObject(refused('«Почта»'));
  expect((await post(`/vknf/views/delete?id=${free}`, cookie)).status).toBe(200);

  const tag = (await post('/vknf/work/tags/create', cookie, { Name: 'Важное', Color: 'red' })).body as {
    TagID: number;
  };
  const { ViewID } = own.body as { ViewID: number };
  expect((await post(`/vknf/views/update?id=${ViewID}`, account, { Query: `tag=${tag.TagID}` })).status).toBe(200);
  await store.alerts.create({ ...alert, ...more, name: 'Важные', viewId: ViewID, account: `client:${clientId}` }, now);
  expect(await post(`/vknf/work/tags/delete?id=${tag.TagID}`, cookie)).toMatchObject({
    status: 403,
    body: { message: 'Тег используют оповещения: «Важные». Его удаляет владелец' },
  });
  expect((await post(`/vknf/work/tags/delete?id=${tag.TagID}`, account)).status).toBe(200);

  expect((await post(`/vknf/people/update?id=${id}`, account, { Name: 'Яна', Role: 'reader' })).status).toBe(200);
  const reader = await backend.signIn('client', 'ulyana', password);
  // The rules’ filter is now the client’s; the reader has a copy.
  expect((await post(`/vknf/views/update?id=${ofWork}`, reader, { Query: '' })).status).toBe(404);
  const { views } = (await get('/vknf/views', reader)).body as { views: { ViewID: number; Name: string }[] };
  const copy = views.find(({ Name }) => Name === 'Спам-фильтр');
  expect((await post(`/vknf/views/update?id=${copy?.ViewID}`, reader, { Query: '' })).status).toBe(200);
  const { rules } = (await get('/vknf/work/rules', account)).body as { rules: { Name: string; Query: string }[] };
  expect(rules.find(({ Name }) => Name === 'Спам')?.Query).toContain('text=%D1%81%D0%BB%D0%BE%D0%B2%D0%BE');
});

test('deleting a client also deletes its people with their sessions and data', async () => {
  const { clientId: other } = await backend.createClient('Другой');
  const owner = await backend.signInClient(other);
  const invited = await post('/vknf/people/invite', owner, { Name: 'Ира', Login: 'ira', Role: 'owner' });
  await accept((invited.body as { Token: string }).Token);
  const ira = await backend.signIn('client', 'ira', password);
  await post('/vknf/views/create', ira, { Name: 'Иры', Query: 'text=1' });
  const belongings = { views: 1, rules: 0, mutes: 0 };
  expect(await backend.store.clients.belongings(other)).toMatchObject(belongings);
  await backend.store.clients.delete(other, now);
  expect((await get('/vknf/words/client', ira)).status).toBe(401);
  expect(await backend.store.people.findByLogin('ira')).toBeNull();
  expect(await backend.store.clients.belongings(other)).toMatchObject({ views: 0 });
});

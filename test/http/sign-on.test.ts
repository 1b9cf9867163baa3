// Proves: people#names, sign-on#header, sign-on#leaving, sign-on#local-accounts
/** Sign-on through the console in front of the embedded backend: the headers of a reverse proxy. */
import request from 'supertest';
import { assertionHeader, sealAssertion } from '../../server/platform/assertion.ts';
import { readConfig } from '../../server/platform/read-config.ts';
import { backendSecret, startTestBackend, type TestBackend } from '../support/backend.ts';
import { createTestConsole, createVisitor, type TestConsole } from '../support/test-console.ts';

const environment = {
  SSO_ROLES: JSON.stringify([
    { group: 'admins', administrator: true },
    { group: 'press', client: 'client-1001', role: 'editor' },
    { group: 'press', client: 'client-1002', role: 'reader' },
  ]),
  SSO_HEADER: 'Remote-User',
  SSO_HEADER_NAME: 'Remote-Name',
  SSO_HEADER_GROUPS: 'Remote-Groups',
};

let now = Date.now();
let backend: TestBackend;
let behindProxy: TestConsole;
let elsewhere: TestConsole;

beforeAll(async () => {
  const { SSO_ROLES, SSO_HEADER } = readConfig({ ...environment, SSO_HEADER_FROM: '127.0.0.1' });
  backend = await startTestBackend({ now: () => now, config: { SSO_ROLES, SSO_HEADER } });
  await backend.createClient('Первый');
  await backend.createClient('Второй');
  const open = (SSO_HEADER_FROM: string) =>
    createTestConsole({
      apiUrl: backend.url,
      sessionSecrets: [backendSecret],
      now: () => now,
      environment: { ...environment, SSO_HEADER_FROM },
    });
  behindProxy = open('127.0.0.1,::1');
  elsewhere = open('10.0.0.5');
});
afterAll(() => backend.close());

/** Node sends text as Latin-1: this is UTF-8. */
const utf8 = (text: string) => Buffer.from(text).toString('latin1');
const headersOf = (login: string, groups: string, name = '') => ({
  'Remote-User': utf8(login),
  'Remote-Groups': groups,
  ...(name && { 'Remote-Name': utf8(name) }),
});
const journal = async () => {
  const query = { limit: 20, offset: 0, who: '', action: null, from: null, to: null };
  return (await backend.store.journal.page(query)).rows.map(({ who, action, object }) => [who, action, object]);
};

test('a visitor whom the proxy names is signed in on the sign-in page, and returns to the requested page', async () => {
  const anna = createVisitor(behindProxy.app, 'http://console.test', headersOf('Anna.K', 'sales, PRESS', 'Анна К.'));
  const first = await anna.get('/ldvknf/words?text=1');
  expect([first.status, first.get('Location')]).toEqual([303, '/login?next=%2Fldvknf%2Fwords%3Ftext%3D1']);
  const signedIn = await anna.get(first.get('Location') ?? '');
  expect([signedIn.status, signedIn.get('Location')]).toEqual([303, '/ldvknf/words?text=1']);
  expect((await anna.get('/profile')).text).toContain('Анна К.');
  expect((await journal()).slice(0, 3)).toEqual([
    ['Анна К. (anna.k)', 'sign-in', 'Клиент client-1001, Анна К. (anna.k)'],
    ['Каталог организации', 'directory-added', 'Анна К. (anna.k): читатель, без экспорта, клиент client-1002'],
    ['Каталог организации', 'directory-added', 'Анна К. (anna.k): редактор, без экспорта, клиент client-1001'],
  ]);
  expect((await anna.get('/profile')).text).toContain('aria-label="Перейти: Второй"');
  const switched = await anna.postForm('/seat', { client_id: 'client-1002' });
  expect([switched.status, switched.get('Location')]).toEqual([303, '/ldvknf/posts']);
  expect((await anna.get('/profile')).text).toContain('client-1002');
  expect((await anna.postJson('/api/v1/server/auth/seat', { client_id: 'client-1001' })).body).toMatchObject({
    client_id: 'client-1001',
  });
});

test('the session ends at its refresh without the headers, with the headers of somebody else, and without a group', async () => {
  for (const later of [{}, headersOf('boss', 'admins'), headersOf('vera', 'sales')]) {
    const headers = headersOf('vera', 'press');
    const visitor = createVisitor(behindProxy.app, 'http://console.test', headers);
    await visitor.get('/login');
    now += 15 * 60_000;
    for (const name of Object.keys(headers)) delete (headers as Record<string, string>)[name];
    Object.assign(headers, later);
    const page = await visitor.get('/ldvknf/words');
    expect([page.status, page.get('Location')]).toEqual([303, '/login?next=%2Fldvknf%2Fwords&over=client']);
  }
  expect((await journal())[0]).toEqual([
    'Каталог организации',
    'directory-removed',
    'vera (vera): читатель, без экспорта, клиент client-1002',
  ]);
});

test.each(['client-4242', '\u0441lient-4242', 'я'.repeat(256), '\u00ad'])('the login %j is refused', async (login) => {
  const visitor = createVisitor(behindProxy.app, 'http://console.test', headersOf(login, 'press'));
  const page = await visitor.get('/login');
  expect([page.status, page.text.includes('Каталог сообщил непригодный логин')]).toEqual([403, true]);
  expect((await journal())[0]).toEqual(['Неизвестное имя', 'sign-in-refused', 'Непригодный логин']);
});

test.each([{}, { 'Remote-Groups': '' }, { 'Remote-Groups': ' , ' }])(
  'headers without groups, %j, remove nobody: the session ends, and the page says whom to ask',
  async (without) => {
    const headers: Record<string, string> = headersOf('nina', 'press');
    const nina = createVisitor(behindProxy.app, 'http://console.test', headers);
    expect((await nina.get('/login')).status).toBe(303);
    delete headers['Remote-Groups'];
    Object.assign(headers, without);
    now += 15 * 60_000;
    const page = await nina.get('/ldvknf/words');
    expect([page.status, page.get('Location')]).toEqual([303, '/login?next=%2Fldvknf%2Fwords&over=client']);
    const refused = await nina.get('/login');
    expect([refused.status, refused.text.includes('Каталог не сообщил ваши группы')]).toEqual([403, true]);
    const people = await backend.store.people.list('client-1001');
    expect(people.find(({ login }) => login === 'nina')?.disabled).toBe(false);
  },
);

test('a request in which the proxy names somebody else is not served for the former person', async () => {
  const headers = headersOf('Ольга', 'press');
  const visitor = createVisitor(behindProxy.app, 'http://console.test', headers);
  await visitor.get('/login');
  expect((await visitor.get('/profile')).text).toContain('Ольга');
  Object.assign(headers, headersOf('ivan', 'press'));
  expect((await visitor.get('/api/v1/vknf/words/client')).status).toBe(401);
  const page = await visitor.get('/ldvknf/words');
  expect([page.status, page.get('Location')]).toEqual([303, '/login?next=%2Fldvknf%2Fwords&over=client']);
  expect((await visitor.get('/login')).status).toBe(303);
  expect((await visitor.get('/profile')).text).toContain('ivan');
});

test('the session continues with the same headers', async () => {
  const boss = createVisitor(behindProxy.app, 'http://console.test', headersOf('boss', 'admins'));
  expect((await boss.get('/login')).get('Location')).toBe('/ldserver/clients');
  now += 15 * 60_000;
  expect((await boss.get('/ldserver/journal')).status).toBe(200);
});

test('without a group that has access, the page says whom to ask', async () => {
  const visitor = createVisitor(behindProxy.app, 'http://console.test', headersOf('gleb', 'sales'));
  const page = await visitor.get('/login');
  expect([page.status, page.text.includes('Попросите администратора сервиса включить вас')]).toEqual([403, true]);
  expect([...visitor.cookies.keys()]).toEqual([]);
  expect((await journal())[0]).toEqual(['gleb (gleb)', 'sign-in-refused', 'Группы не дают доступа']);
});

test.each([
  ['a foreign address', () => elsewhere, headersOf('boss', 'admins')],
  ['a foreign address with groups alone', () => elsewhere, { 'Remote-Groups': 'admins' }],
  ['a forwarded address', () => elsewhere, { ...headersOf('boss', 'admins'), 'X-Forwarded-For': '10.0.0.5' }],
  ['the proxy with two values', () => behindProxy, { 'Remote-User': ['anna', 'boss'], 'Remote-Groups': 'admins' }],
])('headers from %s are refused on every path, and recorded once a minute', async (_, console, headers) => {
  for (const [method, path] of [
    ['get', '/login'],
    ['get', '/'],
    ['get', '/api/v1/server/clients'],
    ['post', '/api/v1/server/auth/header'],
  ] as const) {
    const sent = request(console().app)[method](path).set('Origin', 'http://console.test').set('Host', 'console.test');
    for (const [name, value] of Object.entries(headers)) sent.set(name, value as string);
    const reply = await sent.redirects(0);
    expect([path, reply.status, reply.get('Set-Cookie')]).toEqual([path, 403, undefined]);
  }
  const records = (await journal()).filter(([, , object]) => object?.startsWith('Заголовки входа'));
  expect(records[0]).toEqual([
    'Неизвестное имя',
    'sign-in-refused',
    'Заголовки входа пришли не от прокси-сервера организации',
  ]);
  // One for the address of the connection, and one for the forwarded one.
  expect(records.length).toBeLessThanOrEqual(2);
});

test('only the console can assert an account to the backend, and only for a minute', async () => {
  const account = { login: 'boss', name: 'Boss', groups: ['admins'] };
  const send = (sealed: string) =>
    backend.call('POST', '/server/auth/header', { headers: { [assertionHeader]: sealed, 'Remote-User': 'boss' } });
  expect((await send(sealAssertion([backendSecret], account, now))).status).toBe(200);
  const stated = [
    sealAssertion(['other-secret-'.repeat(4)], account, now),
    sealAssertion([backendSecret], account, now - 61_000),
    JSON.stringify(account),
  ];
  for (const sealed of stated) expect((await send(sealed)).status).toBe(403);
  // A visitor's own header of that name goes no further than the console.
  const sealed = sealAssertion([backendSecret], account, now);
  const visitor = createVisitor(elsewhere.app, 'http://console.test', { [assertionHeader]: sealed });
  expect((await visitor.postJson('/api/v1/server/auth/header')).status).toBe(403);
  expect((await visitor.get('/login')).status).toBe(200);
});

test('the page of an invitation leads to the remaining way to sign in where passwords are off', async () => {
  const oidc = { OIDC_ISSUER: 'http://id.test', OIDC_CLIENT_ID: 'x', OIDC_NAME: 'Офис', OIDC_PLAIN: 'on' };
  const off = { LOCAL_SIGN_IN: 'off', PUBLIC_URL: 'http://console.test', SSO_ROLES: environment.SSO_ROLES };
  const closed = await startTestBackend({ config: { LOCAL_SIGN_IN: false } });
  for (const [more, link] of [
    [oidc, '<a href="/login/oidc"[^>]*>Войти через Офис</a>'],
    [{ ...environment, SSO_HEADER_FROM: '127.0.0.1' }, '<a href="/login"[^>]*>Войти</a>'],
  ] as const) {
    const { app } = createTestConsole({ apiUrl: closed.url, environment: { ...off, ...more } });
    const page = await createVisitor(app).get('/invitation?token=token');
    expect(page.status).toBe(403);
    expect(page.text).toContain('Вход по паролю отключён: людей добавляет каталог организации');
    expect(page.text).toMatch(new RegExp(link));
  }
  await closed.close();
});

test('the sign-in page has a form only where passwords sign in', async () => {
  const ldap = {
    LDAP_URL: 'ldaps://ldap.example.ru',
    LDAP_BASE_DN: 'dc=x',
    LDAP_BIND_DN: 'cn=x',
    LDAP_BIND_PASSWORD: 'x',
  };
  const settings: Record<string, string>[] = [{}, { LOCAL_SIGN_IN: 'off' }, { LOCAL_SIGN_IN: 'off', ...ldap }];
  const forms = settings.map(async (more) => {
    const all = { ...environment, SSO_HEADER_FROM: '127.0.0.1', ...more };
    const { app } = createTestConsole({ apiUrl: backend.url, environment: all });
    const { text } = await createVisitor(app).get('/login');
    return [text.includes('type="password"'), text.includes('Войдите через учётную запись организации')];
  });
  expect(await Promise.all(forms)).toEqual([
    [true, false],
    [false, true],
    [true, false],
  ]);
});

// Proves: sign-on#leaving, sign-on#openid-connect
/** Sign-in by OpenID Connect: the console in front of the embedded backend, with a real provider in another process. */
import { readConfig } from '../../server/platform/read-config.ts';
import { backendAdmin, backendSecret, startTestBackend, type TestBackend } from '../support/backend.ts';
import { faultLines } from '../support/fault-lines.ts';
import { type OidcProvider, startOidcProvider } from '../support/oidc-provider.ts';
import { createTestConsole, createVisitor, type TestConsole, type Visitor } from '../support/test-console.ts';

const publicUrl = 'http://console.test';
let now = Date.now();
let provider: OidcProvider;
/** Without user info: all claims are in the ID token. Its sign-out has another origin. */
let terse: OidcProvider;
let backend: TestBackend;
let console_: TestConsole;

const environmentOf = (issuer: string) => ({
  SSO_ROLES: JSON.stringify([
    { group: 'admins', administrator: true },
    { group: 'press', client: 'client-1001', role: 'editor' },
  ]),
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: 'ldvk',
  OIDC_CLIENT_SECRET: 'secret-of-the-console',
  OIDC_NAME: 'Офис',
  OIDC_PLAIN: 'on',
  PUBLIC_URL: publicUrl,
  API_TIMEOUT_MS: '20000',
  SESSION_SECRET: backendSecret,
});

const started: TestBackend[] = [];

async function open(issuer: string): Promise<{ backend: TestBackend; app: TestConsole }> {
  const environment = environmentOf(issuer);
  const config = readConfig(environment);
  const names = ['SSO_ROLES', 'PUBLIC_URL', ...Object.keys(config).filter((name) => name.startsWith('OIDC_'))];
  const opened = await startTestBackend({
    now: () => now,
    config: Object.fromEntries(Object.entries(config).filter(([name]) => names.includes(name))),
  });
  started.push(opened);
  await opened.createClient('Первый');
  const app = createTestConsole({
    apiUrl: opened.url,
    environment,
    sessionSecrets: [backendSecret],
    now: () => now,
  });
  return { backend: opened, app };
}

beforeAll(async () => {
  [provider, terse] = await Promise.all([
    startOidcProvider(publicUrl),
    startOidcProvider(publicUrl, { USER_INFO: 'off', END_SESSION: 'http://elsewhere.test/end' }),
  ]);
  ({ backend, app: console_ } = await open(provider.url));
});
afterAll(async () => {
  await Promise.all([provider.stop(), terse.stop()]);
  for (const opened of started) await opened.close();
});
beforeEach(() =>
  provider.set({
    user: 'anna',
    denies: false,
    groups: { anna: ['press'], boss: ['admins'], zoya: ['sales'] },
    subject: null,
  }),
);

const visit = () => createVisitor(console_.app, publicUrl);
/** From the link to the callback, which is not opened yet. */
async function goToProvider(visitor: Visitor, next = ''): Promise<string> {
  const started = await visitor.get(`/login/oidc${next && `?next=${encodeURIComponent(next)}`}`);
  expect([started.status, started.get('Location')?.startsWith(provider.url)]).toEqual([303, true]);
  return provider.visit(started.get('Location') ?? '');
}
const signIn = async (visitor: Visitor, next?: string) => visitor.get(await goToProvider(visitor, next));
const journal = async () => {
  const query = { limit: 5, offset: 0, who: '', action: null, from: null, to: null };
  return (await backend.store.journal.page(query)).rows.map(({ who, action, object }) => [who, action, object]);
};
const minutes = (count: number) => {
  now += count * 60_000;
};
const isSignedOut = (visitor: Visitor) =>
  !visitor.cookies.has('console_session') && !visitor.cookies.has('access_token');

test('the link signs in, creates the person and returns to the page; nothing secret is logged or shown', async () => {
  const visitor = visit();
  expect((await visitor.get('/login?next=%2Fldvknf%2Fwords')).text).toContain(
    '<a href="/login/oidc?next=%2Fldvknf%2Fwords"',
  );
  const started = await visitor.get('/login/oidc?next=%2Fldvknf%2Fwords');
  const { searchParams } = new URL(started.get('Location') ?? '');
  expect([searchParams.get('code_challenge_method'), searchParams.get('response_type')]).toEqual(['S256', 'code']);
  const callback = await provider.visit(started.get('Location') ?? '');
  const done = await visitor.get(callback);
  expect([done.status, done.get('Location')]).toEqual([303, '/ldvknf/words']);
  const profile = (await visitor.get('/profile')).text;
  expect(['Имя anna', 'Изменить пароль', 'Второй фактор'].map((text) => profile.includes(text))).toEqual([
    true,
    false,
    false,
  ]);
  expect((await journal()).slice(0, 2)).toEqual([
    ['Имя anna (anna)', 'sign-in', 'Клиент client-1001, Имя anna (anna)'],
    ['Каталог организации', 'directory-added', 'Имя anna (anna): редактор, без экспорта, клиент client-1001'],
  ]);
  const logged = JSON.stringify([console_.log, backend.log]);
  for (const name of ['code', 'state'] as const)
    expect(logged).not.toContain(new URL(callback, publicUrl).searchParams.get(name));
  const boss = visit();
  await provider.set({ user: 'boss' });
  expect((await signIn(boss)).get('Location')).toBe('/ldserver/clients');
});

test('a denied consent and an account without a group sign nobody in, and the page gives the reason', async () => {
  await provider.set({ denies: true });
  const denied = visit();
  const page = await signIn(denied);
  expect([page.status, page.text.includes('Вход отменён'), isSignedOut(denied)]).toEqual([403, true, true]);
  await provider.set({ denies: false, user: 'zoya' });
  const zoya = visit();
  const refused = await signIn(zoya);
  expect([refused.status, refused.text.includes('Попросите администратора сервиса'), isSignedOut(zoya)]).toEqual([
    403,
    true,
    true,
  ]);
  expect((await journal())[0]).toEqual(['Имя zoya (zoya)', 'sign-in-refused', 'Группы не дают доступа']);
});

test('each refresh asks the provider: a session continues, or ends when the groups have changed or the account was removed', async () => {
  const anna = visit();
  await signIn(anna);
  // The refresh token is a new one each time.
  for (let round = 0; round < 2; round += 1) {
    minutes(15);
    expect((await anna.get('/ldvknf/words')).status).toBe(200);
  }
  await provider.set({ groups: { anna: ['sales'] } });
  minutes(15);
  expect((await anna.get('/ldvknf/words')).get('Location')).toBe('/login?next=%2Fldvknf%2Fwords&over=client');
  expect((await journal())[0]?.slice(0, 2)).toEqual(['Каталог организации', 'directory-removed']);
  await provider.set({ groups: { anna: ['press'] } });
  await signIn(anna);
  await provider.set({ groups: {} });
  minutes(15);
  expect((await anna.get('/ldvknf/words')).status).toBe(303);
  expect((await journal())[0]?.slice(1)).toEqual(['sign-out', 'Каталог больше не подтверждает вход']);
});

test('a provider that says nothing about the groups removes nobody: the session ends, and the page says whom to ask', async () => {
  const anna = visit();
  for (const said of ['absent', 'elsewhere'] as const) {
    await provider.set({ groups: { anna: ['press'] } });
    await signIn(anna);
    await provider.set({ groups: { anna: said } });
    minutes(15);
    expect((await anna.get('/ldvknf/words')).get('Location')).toBe('/login?next=%2Fldvknf%2Fwords&over=client');
    expect((await journal())[0]?.slice(1)).toEqual(['sign-out', 'Каталог больше не подтверждает вход']);
    const refused = await signIn(anna);
    const text = 'Каталог не сообщил ваши группы. Обратитесь к администратору сервиса';
    expect([refused.status, refused.text.includes(text), isSignedOut(anna)]).toEqual([403, true, true]);
    const [person] = await backend.store.people.list('client-1001');
    expect([person?.login, person?.disabled]).toEqual(['anna', false]);
  }
  expect((await journal())[0]).toEqual(['Имя anna (anna)', 'sign-in-refused', 'Каталог не сообщил группы']);
});

test('a refreshed ID token of another subject is not believed: the session ends, and nobody is added', async () => {
  const { backend: own, app } = await open(terse.url);
  const anna = createVisitor(app.app, publicUrl);
  await terse.set({ groups: { anna: ['press'] } });
  await anna.get(await terse.visit((await anna.get('/login/oidc')).get('Location') ?? ''));
  minutes(15);
  expect((await anna.get('/ldvknf/words')).status).toBe(200);
  await terse.set({ groups: { anna: ['admins'] }, subject: 'boss' });
  minutes(15);
  expect((await anna.get('/ldvknf/words')).status).toBe(303);
  expect(await own.store.administrators.usernames()).toEqual([backendAdmin.username]);
});

test('a code works once, in the browser that started the sign-in, and within 10 minutes', async () => {
  const visitor = visit();
  const callback = await goToProvider(visitor);
  const failed = [400, 'Вход не удался'];
  const outcome = async (of: Visitor, target: string) => {
    const page = await of.get(target);
    expect(isSignedOut(of)).toBe(true);
    return [page.status, /Вход не удался/.exec(page.text)?.[0]];
  };
  expect(await outcome(visit(), callback)).toEqual(failed);
  const other = visit();
  const otherCallback = await goToProvider(other);
  expect(await outcome(other, callback)).toEqual(failed);
  // A request of somebody else does not end the browser's own sign-in.
  expect((await other.get(otherCallback)).status).toBe(303);
  for (const [name, value] of [
    ['state', 'forged'],
    ['iss', 'https://evil.example'],
    ['code', 'forged'],
  ]) {
    const forged = visit();
    const url = new URL(await goToProvider(forged), publicUrl);
    url.searchParams.set(name ?? '', value ?? '');
    expect([name, ...(await outcome(forged, url.pathname + url.search))]).toEqual([name, ...failed]);
  }
  const late = visit();
  const lateCallback = await goToProvider(late);
  minutes(10);
  expect(await outcome(late, lateCallback)).toEqual(failed);

  const again = visit();
  const fresh = await goToProvider(again);
  const copied = visit();
  for (const [name, value] of again.cookies) copied.cookies.set(name, value);
  expect((await again.get(fresh)).status).toBe(303);
  expect(await outcome(copied, fresh)).toEqual(failed);
});

test('a sign-in makes a new session and ends the former one of the browser', async () => {
  const visitor = visit();
  await signIn(visitor);
  const cookie = ['access_token', 'refresh_token'].map((name) => `${name}=${visitor.cookies.get(name)}`).join('; ');
  await signIn(visitor);
  expect((await backend.call('GET', '/vknf/words/client', { cookie })).status).toBe(401);
  expect((await visitor.get('/ldvknf/words')).status).toBe(200);
});

test('the sign-out ends the session, and continues to the provider', async () => {
  const visitor = visit();
  await signIn(visitor);
  const cookie = `access_token=${visitor.cookies.get('access_token')}`;
  const left = await visitor.postForm('/logout');
  const { origin, searchParams } = new URL(left.get('Location') ?? '');
  expect([left.status, origin, searchParams.get('post_logout_redirect_uri')]).toEqual([
    303,
    provider.url,
    `${publicUrl}/login`,
  ]);
  expect(searchParams.get('id_token_hint')).toMatch(/^ey/);
  expect([isSignedOut(visitor), (await backend.call('GET', '/vknf/words/client', { cookie })).status]).toEqual([
    true,
    401,
  ]);
  expect(left.get('Content-Security-Policy')).toContain(`form-action 'self' ${provider.url};`);
});

test('a sign-out at another origin than the provider’s goes over a page', async () => {
  const { app } = await open(terse.url);
  const anna = createVisitor(app.app, publicUrl);
  await terse.set({ groups: { anna: ['press'] }, subject: null });
  await anna.get(await terse.visit((await anna.get('/login/oidc')).get('Location') ?? ''));
  expect((await anna.get('/ldvknf/words')).status).toBe(200);
  const left = await anna.postForm('/logout');
  expect([left.status, isSignedOut(anna)]).toEqual([200, true]);
  const address = 'http://elsewhere\\.test/end\\?[^"]*post_logout_redirect_uri=[^"]*';
  expect(left.text).toMatch(new RegExp(`<meta http-equiv="refresh" content="0; url=${address}"`));
  expect(left.text).toMatch(new RegExp(`<a href="${address}"[^>]*>Продолжить выход</a>`));
});

test('keys may rotate; a provider that hangs or is down removes nobody, and the page says so', async () => {
  const anna = visit();
  await signIn(anna);
  provider.pause();
  minutes(15);
  expect((await anna.get('/ldvknf/words')).status).toBe(200);
  provider.resume();
  await provider.stop();
  minutes(15);
  expect((await anna.get('/ldvknf/words')).status).toBe(200);
  const down = await visit().get('/login/oidc');
  expect([down.status, down.text.includes('Каталог организации не отвечает')]).toEqual([503, true]);
  const fault = expect.stringMatching(/^the provider cannot be reached: nothing listens there\. /);
  const unanswered = { level: 40, msg: 'the directory does not answer', source: 'oidc', fault };
  expect(faultLines(backend.log).at(-1)).toMatchObject(unanswered);
  expect((await anna.postForm('/logout')).get('Location')).toBe('/login');
  await provider.restart();
  const visitor = visit();
  expect((await signIn(visitor)).get('Location')).toBe('/ldvknf/posts');
});

test('a provider with another issuer than the setting is refused', async () => {
  const wrong = await open(provider.url.replace('127.0.0.1', 'localhost'));
  const page = await createVisitor(wrong.app.app, publicUrl).get('/login/oidc');
  expect([page.status, page.get('Location')]).toEqual([503, undefined]);
  const reason = expect.stringMatching(/^The metadata cannot be read: ./);
  expect(faultLines(wrong.backend.log)).toMatchObject([{ level: 40, source: 'oidc', reason }]);
});

// Proves: api#entities, sign-in#impersonation
import { DatabaseSync } from 'node:sqlite';
import { apiTable } from '../../server/backend/api-table.ts';
import { cookieOf, type Reply, startTestBackend, type TestBackend } from '../support/backend.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';

const minute = 60_000;

describe('impersonation', () => {
  let backend: TestBackend;
  let clock: TestClock;
  let clientId: string;
  let admin: string;

  beforeEach(async () => {
    clock = createTestClock();
    backend = await startTestBackend({ now: clock.now });
    ({ clientId } = await backend.createClient());
    admin = await backend.signInAdmin();
  });
  afterEach(() => backend.close());

  const start = (cookie = admin, id = clientId) =>
    backend.call('POST', '/admin/impersonate', { cookie, body: { client_id: id } });
  const begin = async () => cookieOf((await start()).headers);
  const stop = (cookie: string) => backend.call('POST', '/admin/impersonate/stop', { cookie, body: {} });
  const statusOf = async (path: string, cookie: string) => (await backend.call('GET', path, { cookie })).status;
  const refresh = (cookie: string) => backend.call('POST', '/server/auth/refresh', { cookie });

  function audit() {
    const db = new DatabaseSync(backend.file, { readOnly: true });
    const rows = db.prepare('SELECT username, client_id, started_at, ended_at, ending FROM impersonations').all();
    db.close();
    return rows.map((row) => ({ ...row }));
  }

  test('the session has the client’s identity and permissions for 15 minutes', async () => {
    const reply = await start();
    expect(reply).toMatchObject({
      status: 200,
      body: {
        client_id: clientId,
        impersonated_by: 'admin',
        impersonated_at: '2026-11-20T09:00:00.000Z',
        expires_at: '2026-11-20T09:15:00.000Z',
      },
    });
    const cookie = cookieOf(reply.headers);
    expect(await statusOf('/server/clients', cookie)).toBe(403);
    const { wordId } = await backend.createWord(clientId);
    const words = await backend.call('GET', '/vknf/words/client', { cookie });
    expect(words.body).toMatchObject({ words: [{ WordID: wordId }], total: 1 });
  });

  test('access tokens issued before the start or the stop are rejected afterwards', async () => {
    const acting = await begin();
    expect(await statusOf('/server/clients', admin)).toBe(401);
    const back = cookieOf((await stop(acting)).headers);
    expect(await statusOf('/vknf/words/client', acting)).toBe(401);
    expect(await statusOf('/server/clients', back)).toBe(200);
  });

  test('stopping returns the administrator and is audited', async () => {
    const acting = await begin();
    clock.advance(minute);
    expect(await stop(acting)).toMatchObject({ status: 200, body: { admin_id: 1, username: 'admin' } });
    const started = Date.parse('2026-11-20T09:00:00Z');
    expect(audit()).toEqual([
      { username: 'admin', client_id: clientId, started_at: started, ended_at: started + minute, ending: 'stopped' },
    ]);
    expect(backend.log).toContainEqual(expect.objectContaining({ msg: 'impersonation started', client: clientId }));
    expect(backend.log).toContainEqual(expect.objectContaining({ msg: 'impersonation ended', ending: 'stopped' }));
  });

  test('stopping without an impersonation still returns the administrator', async () => {
    expect(await stop(admin)).toMatchObject({ status: 200, body: { username: 'admin' } });
    expect(await statusOf('/server/clients', admin)).toBe(200);
  });

  test('only an administrator can start or stop it', async () => {
    const client = await backend.signInClient(clientId);
    expect((await start(client)).status).toBe(403);
    expect((await stop(client)).status).toBe(403);
    expect((await stop('')).status).toBe(401);
  });

  test('it cannot be nested', async () => {
    expect(await start(await begin())).toMatchObject({
      status: 409,
      body: { message: 'Сначала вернитесь к администратору' },
    });
  });

  test('an unknown client returns 404, a missing one «Введите ID клиента»', async () => {
    expect((await start(admin, 'client-9999')).status).toBe(404);
    const message = 'Введите ID клиента';
    expect(await start(admin, '')).toMatchObject({ status: 400, body: { message } });
    expect(await backend.call('POST', '/admin/impersonate', { cookie: admin, body: {} })).toMatchObject({
      status: 400,
      body: { message },
    });
  });

  test('a refresh keeps the client’s identity and does not extend the time', async () => {
    const acting = await begin();
    clock.advance(10 * minute);
    const reply: Reply = await refresh(acting);
    expect(reply).toMatchObject({ status: 200, body: { client_id: clientId } });
    clock.advance(5 * minute);
    expect(await statusOf('/vknf/words/client', cookieOf(reply.headers))).toBe(401);
  });

  test('after it expires only stopping is allowed, also after a refresh', async () => {
    const acting = await begin();
    clock.advance(15 * minute);
    expect(await statusOf('/vknf/words/client', acting)).toBe(401);
    const refused = await refresh(acting);
    expect(refused).toMatchObject({ status: 401, body: { message: 'Время работы от имени клиента истекло' } });
    expect(refused.headers.getSetCookie()).toEqual([]);
    const back = await stop(acting);
    expect(back).toMatchObject({ status: 200, body: { admin_id: 1, username: 'admin' } });
    expect(await statusOf('/server/clients', cookieOf(back.headers))).toBe(200);
  });

  test('an expiry is audited with the time of the expiry, whether the sweep or the stop finds it', async () => {
    const acting = await begin();
    clock.advance(60 * minute);
    await stop(acting);
    const second = await backend.signInAdmin();
    await start(second);
    clock.advance(60 * minute);
    expect(await backend.store.sessions.sweep(clock.now())).toMatchObject([{ clientId, ending: 'expired' }]);
    expect(audit().map(({ started_at, ended_at, ending }) => [Number(ended_at) - Number(started_at), ending])).toEqual([
      [15 * minute, 'expired'],
      [15 * minute, 'expired'],
    ]);
  });

  test('signing out during it ends the session and is audited', async () => {
    const acting = await begin();
    await backend.call('POST', '/admin/auth/logout', { cookie: acting });
    expect((await stop(acting)).status).toBe(401);
    expect(audit()).toMatchObject([{ ending: 'signed-out' }]);
  });

  test('deleting the client ends it, and the administrator can return', async () => {
    const acting = await begin();
    const other = await backend.signInAdmin();
    await backend.call('POST', `/server/clients/delete?id=${clientId}`, { cookie: other });
    expect(await statusOf('/vknf/words/client', acting)).toBe(401);
    expect((await stop(acting)).status).toBe(200);
  });

  test('a change made during it is logged with both identities', async () => {
    const acting = await begin();
    await backend.call('POST', '/vknf/words/create', { cookie: acting, body: { Text: 'выборы' } });
    expect(backend.log).toContainEqual(
      expect.objectContaining({ path: '/vknf/words/create', status: 201, real: 'admin', effective: clientId }),
    );
  });

  test('it does not make the client «Online»', async () => {
    await statusOf('/vknf/words/client', await begin());
    expect(await backend.store.clients.get(clientId, clock.now())).toMatchObject({ connected: false });
  });
});

describe('a read-only impersonation', () => {
  let backend: TestBackend;
  let acting: string;
  let clientId: string;

  beforeAll(async () => {
    backend = await startTestBackend();
    ({ clientId } = await backend.createClient());
    const cookie = await backend.signInAdmin();
    const body = { client_id: clientId, reason: ' Жалоба 17 ', read_only: true };
    const reply = await backend.call('POST', '/admin/impersonate', { cookie, body });
    expect(reply).toMatchObject({ status: 200, body: { client_id: clientId, read_only: true } });
    acting = cookieOf(reply.headers);
  });
  afterAll(() => backend.close());

  /** They begin, keep or end a session, or need a link alone. */
  const allowed = [
    '/vknf/reports/stop',
    '/admin/auth/login',
    '/server/auth/login',
    '/admin/password/change',
    '/server/second-factor/enable',
    '/server/second-factor/verify',
    '/admin/auth/refresh',
    '/server/auth/refresh',
    '/admin/auth/logout',
    '/admin/impersonate/stop',
    '/server/auth/header',
    '/server/auth/oidc/begin',
    '/server/auth/oidc/finish',
    '/server/auth/oidc/end',
  ];
  const unsafe = apiTable.filter(({ method }) => method !== 'GET').map(({ path }) => path);

  test.each(unsafe.filter((path) => !allowed.includes(path)))('refuses %s and changes nothing', async (path) => {
    const before = await backend.store.journal.page({
      limit: 1,
      offset: 0,
      who: '',
      action: null,
      from: null,
      to: null,
    });
    const message = 'Режим просмотра: изменения запрещены';
    for (const body of [{}, { Text: 'выборы', UserID: 1, Name: 'x', OwnerType: 'group', StoryIDs: [1], Read: true }]) {
      const reply = await backend.call('POST', `${path}?id=1`, { cookie: acting, body });
      expect(reply).toMatchObject({ status: 403, body: { message } });
    }
    expect(
      await backend.store.journal.page({ limit: 1, offset: 0, who: '', action: null, from: null, to: null }),
    ).toEqual(before);
  });

  test('allows only the calls that begin, keep or end a session, that of a link which stops a report, and every read', async () => {
    expect(apiTable.filter(({ allowsReadOnly }) => allowsReadOnly).map(({ path }) => path)).toEqual(allowed);
    expect((await backend.call('GET', '/vknf/words/client', { cookie: acting })).status).toBe(200);
    expect((await backend.call('GET', '/vknf/posts/details', { cookie: acting })).status).toBe(200);
  });

  test('stays read-only after a refresh, and ends with a stop', async () => {
    const refreshed = await backend.call('POST', '/server/auth/refresh', { cookie: acting });
    const cookie = cookieOf(refreshed.headers);
    const change = (by: string) => backend.call('POST', '/vknf/words/create', { cookie: by, body: { Text: 'выборы' } });
    expect((await change(cookie)).status).toBe(403);
    const stopped = await backend.call('POST', '/admin/impersonate/stop', { cookie });
    expect((await change(cookieOf(stopped.headers))).body).toMatchObject({ message: 'Выберите клиента' });
  });

  test.each([
    ['', 'Введите причину'],
    [' аб ', 'Причина должна содержать не менее 3 символов'],
    ['а'.repeat(501), 'Текст длиннее 500 символов'],
  ])('needs a real reason: «%s» is refused', async (reason, message) => {
    const cookie = await backend.signInAdmin();
    const body = { client_id: clientId, reason, read_only: false };
    expect(await backend.call('POST', '/admin/impersonate', { cookie, body })).toMatchObject({
      status: 400,
      body: { message },
    });
  });
});

test('the ending of an impersonation that expires is in the journal', async () => {
  const clock = createTestClock();
  const backend = await startTestBackend({ now: clock.now });
  const { clientId } = await backend.createClient();
  const cookie = await backend.signInAdmin();
  await backend.call('POST', '/admin/impersonate', { cookie, body: { client_id: clientId } });
  clock.advance(15 * minute);
  await backend.store.sessions.sweep(clock.now());
  await backend.store.sessions.sweep(clock.now());
  const ended = { limit: 9, offset: 0, who: '', action: 'impersonation-ended', from: null, to: null } as const;
  expect((await backend.store.journal.page(ended)).rows).toMatchObject([
    { who: 'admin', onBehalfOf: clientId, object: 'Истекло время', address: '' },
  ]);
  await backend.close();
});

test('IMPERSONATION=off rejects it', async () => {
  const backend = await startTestBackend({ config: { IMPERSONATION: false } });
  const { clientId } = await backend.createClient();
  const cookie = await backend.signInAdmin();
  expect(await backend.call('POST', '/admin/impersonate', { cookie, body: { client_id: clientId } })).toMatchObject({
    status: 403,
    body: { message: 'Вход от имени клиента отключён' },
  });
  await backend.close();
});

// Proves: api#entities
import { DatabaseSync } from 'node:sqlite';
import { lifetimes } from '../../server/backend/resources/auth/sessions.ts';
import { backendAdmin, cookieOf, startTestBackend, type TestBackend } from '../support/backend.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

describe('sessions', () => {
  let backend: TestBackend;
  let clock: TestClock;
  let clientId: string;

  beforeEach(async () => {
    clock = createTestClock();
    backend = await startTestBackend({ now: clock.now });
    ({ clientId } = await backend.createClient());
  });
  afterEach(() => backend.close());

  const isSignedIn = async (cookie: string) =>
    (await backend.call('GET', '/vknf/words/autocomplete', { cookie })).status === 200;
  const refresh = (cookie: string, kind: 'admin' | 'server' = 'server') =>
    backend.call('POST', `/${kind}/auth/refresh`, { cookie });
  const refreshOnly = (cookie: string) => cookie.replace(/access_token=[^;]*; /, '');

  test('sign-in returns the identity, with tokens in cookies and never in the body', async () => {
    const admin = await backend.call('POST', '/admin/auth/login', { body: backendAdmin });
    expect(admin.body).toEqual({ admin_id: 1, username: 'admin' });
    expect(admin.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^access_token=[\w-]{43}; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^refresh_token=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const body = { client_id: clientId, password: 'client-password-1' };
    expect((await backend.call('POST', '/server/auth/login', { body })).body).toEqual({ client_id: clientId });
  });

  test('over HTTPS the cookies are Secure', async () => {
    const headers = { 'x-forwarded-proto': 'https' };
    const reply = await backend.call('POST', '/admin/auth/login', { body: backendAdmin, headers });
    expect(reply.headers.getSetCookie().every((line) => line.endsWith('; Secure'))).toBe(true);
  });

  test('the database has no token in plain form', async () => {
    const cookie = await backend.signInClient(clientId);
    const [, access = ''] = /access_token=([^;]+)/.exec(cookie) ?? [];
    const db = new DatabaseSync(backend.file, { readOnly: true });
    const stored = db.prepare('SELECT hex(hash) AS hash FROM session_tokens').all();
    db.close();
    expect(stored).toHaveLength(2);
    expect(stored.map(({ hash }) => hash)).not.toContain(Buffer.from(access).toString('hex').toUpperCase());
  });

  test('a wrong password, an unknown name and a client without a password get the same error', async () => {
    const { clientId: silent } = await backend.store.clients.create(
      { name: 'x', ipaddr: '', macaddr: '', email: '', phone: '', note: '', exportAccess: 'denied' },
      clock.now(),
    );
    const text = 'Неверное имя пользователя или пароль';
    for (const body of [
      { client_id: clientId, password: 'wrong-password' },
      { client_id: 'client-9999', password: 'wrong-password' },
      { client_id: silent, password: '' },
    ]) {
      const reply = await backend.call('POST', '/server/auth/login', { body });
      expect(reply).toMatchObject({ status: 401, body: { error: text, message: text } });
      expect(reply.headers.getSetCookie()).toEqual([]);
    }
    const unknown = { username: 'nobody', password: 'wrong-password' };
    expect(await backend.call('POST', '/admin/auth/login', { body: unknown })).toMatchObject({
      status: 401,
      body: { message: text },
    });
  });

  test('a sign-in ends the session of the cookies sent with it', async () => {
    const old = await backend.signInClient(clientId);
    const body = { client_id: clientId, password: 'client-password-1' };
    const reply = await backend.call('POST', '/server/auth/login', { cookie: old, body });
    expect(await isSignedIn(old)).toBe(false);
    expect(await isSignedIn(cookieOf(reply.headers))).toBe(true);
  });

  test('sign-out of either role ends the session: replayed cookies get 401', async () => {
    for (const cookie of [await backend.signInAdmin(), await backend.signInClient(clientId)]) {
      const reply = await backend.call('POST', '/admin/auth/logout', { cookie, body: {} });
      expect(reply).toMatchObject({ status: 200, body: { status: 'ok' } });
      expect(reply.headers.getSetCookie().every((line) => line.includes('Max-Age=0'))).toBe(true);
      expect(await isSignedIn(cookie)).toBe(false);
      expect((await refresh(cookie)).status).toBe(401);
    }
  });

  test('sign-out works with only the refresh token, and without any session', async () => {
    const cookie = await backend.signInClient(clientId);
    await backend.call('POST', '/admin/auth/logout', { cookie: refreshOnly(cookie) });
    expect(await isSignedIn(cookie)).toBe(false);
    expect((await backend.call('POST', '/admin/auth/logout')).status).toBe(200);
  });

  test('an access token is valid for 15 minutes, and a refresh returns the same user', async () => {
    const cookie = await backend.signInClient(clientId);
    clock.advance(15 * minute - 1);
    expect(await isSignedIn(cookie)).toBe(true);
    clock.advance(1);
    expect(await isSignedIn(cookie)).toBe(false);
    const reply = await refresh(cookie);
    expect(reply).toMatchObject({ status: 200, body: { client_id: clientId } });
    expect(await isSignedIn(cookieOf(reply.headers))).toBe(true);
    const admin = await refresh(await backend.signInAdmin(), 'admin');
    expect(admin.body).toEqual({ admin_id: 1, username: 'admin' });
  });

  test('20 parallel refreshes with one token all succeed', async () => {
    const cookie = await backend.signInClient(clientId);
    const replies = await Promise.all(Array.from({ length: 20 }, () => refresh(cookie)));
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
    for (const reply of replies) expect(await isSignedIn(cookieOf(reply.headers))).toBe(true);
  });

  test('a reused refresh token is accepted for 60 s, and later ends the whole session', async () => {
    const first = await backend.signInClient(clientId);
    const second = cookieOf((await refresh(first)).headers);
    clock.advance(minute - 1);
    expect((await refresh(first)).status).toBe(200);
    expect(await isSignedIn(second)).toBe(true);
    clock.advance(1);
    const reused = await refresh(first);
    expect(reused).toMatchObject({ status: 401, body: { message: 'Сеанс завершён. Войдите снова.' } });
    expect(reused.headers.getSetCookie().every((line) => line.includes('Max-Age=0'))).toBe(true);
    expect(await isSignedIn(second)).toBe(false);
    expect((await refresh(second)).status).toBe(401);
    expect(backend.log).toContainEqual(expect.objectContaining({ msg: 'refresh token used again: session ended' }));
  });

  test('an idle session ends after 30 days', async () => {
    const cookie = await backend.signInClient(clientId);
    clock.advance(lifetimes.refreshMs - 1);
    const reply = await refresh(cookie);
    expect(reply.status).toBe(200);
    clock.advance(lifetimes.refreshMs);
    expect((await refresh(cookieOf(reply.headers))).status).toBe(401);
  });

  test('a session in use ends after 90 days', async () => {
    let cookie = await backend.signInClient(clientId);
    for (let days = 0; days < 80; days += 20) {
      clock.advance(20 * day);
      cookie = cookieOf((await refresh(cookie)).headers);
    }
    clock.advance(10 * day - 1);
    cookie = cookieOf((await refresh(cookie)).headers);
    expect(await isSignedIn(cookie)).toBe(true);
    clock.advance(1);
    expect(await isSignedIn(cookie)).toBe(false);
    expect((await refresh(cookie)).status).toBe(401);
  });

  test('the sweep removes only expired sessions', async () => {
    const rows = () => {
      const db = new DatabaseSync(backend.file, { readOnly: true });
      const count = (table: string) => db.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.count;
      const counts = { sessions: count('sessions'), tokens: count('session_tokens') };
      db.close();
      return counts;
    };
    await backend.signInClient(clientId);
    clock.advance(lifetimes.sessionMs - minute);
    const cookie = await backend.signInClient(clientId);
    expect(rows()).toEqual({ sessions: 2, tokens: 4 });
    clock.advance(minute);
    await backend.store.sessions.sweep(clock.now());
    expect(rows()).toEqual({ sessions: 1, tokens: 2 });
    expect(await isSignedIn(cookie)).toBe(true);
  });

  test('a client is connected for 5 minutes after its own session was last used', async () => {
    const connected = async () => (await backend.store.clients.get(clientId, clock.now()))?.connected;
    expect(await connected()).toBe(false);
    const cookie = await backend.signInClient(clientId);
    expect(await connected()).toBe(true);
    clock.advance(4 * minute);
    await isSignedIn(cookie);
    clock.advance(4 * minute);
    expect(await connected()).toBe(true);
    clock.advance(minute);
    expect(await connected()).toBe(false);
  });
});

describe('the log', () => {
  test('has sign-ins, failures and sign-outs, and neither passwords nor tokens', async () => {
    const backend = await startTestBackend();
    const { clientId } = await backend.createClient();
    const cookie = await backend.signInClient(clientId);
    const body = { client_id: 'client\r\nforged', password: 'wrong-password-9' };
    await backend.call('POST', '/server/auth/login', { body });
    await backend.call('POST', '/admin/auth/logout', { cookie });
    const lines = backend.log.map(({ msg }) => msg);
    expect(lines).toEqual(expect.arrayContaining(['signed in', 'sign-in failed', 'signed out']));
    const text = backend.log.map((entry) => JSON.stringify(entry)).join('\n');
    for (const secret of [...cookie.matchAll(/=([^;]+)/g)].map(([, value]) => value))
      expect(text).not.toContain(secret);
    expect(text).not.toContain('password-');
    expect(text.split('\n')).toHaveLength(backend.log.length);
    await backend.close();
  });
});

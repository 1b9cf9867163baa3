// Proves: README#users, api#calls, sign-in#passwords
import { DatabaseSync } from 'node:sqlite';
import { passwordAlphabet } from '../../shared/rules/password.ts';
import { backendAdmin, clientPassword, cookieOf, startTestBackend, type TestBackend } from '../support/backend.ts';
import { whileHeld } from '../support/held-calls.ts';

describe('passwords', () => {
  let backend: TestBackend;
  let clientId: string;

  beforeEach(async () => {
    backend = await startTestBackend();
    ({ clientId } = await backend.createClient());
  });
  afterEach(() => backend.close());

  const change = (kind: 'admin' | 'client', cookie: string, current: string, next: string, more = {}) =>
    backend.call('POST', `/${kind}/password/change`, {
      cookie,
      body: { current_password: current, new_password: next, ...more },
    });
  const set = (cookie: string, id: string, password: string) =>
    backend.call('POST', `/server/clients/password/set?id=${id}`, { cookie, body: { password } });
  const isSignedIn = async (cookie: string) =>
    (await backend.call('GET', '/vknf/words/autocomplete', { cookie })).status === 200;

  test('after a client changes its password, only the new password signs in, and the client’s other sessions end', async () => {
    const other = await backend.signInClient(clientId);
    const own = await backend.signInClient(clientId);
    expect(await change('client', own, clientPassword, 'новый-пароль')).toMatchObject({ status: 200 });
    expect([await isSignedIn(own), await isSignedIn(other)]).toEqual([true, false]);
    await expect(backend.signInClient(clientId)).rejects.toThrow('401');
    await expect(backend.signIn('client', clientId, 'новый-пароль')).resolves.toContain('access_token');
  });

  test('an administrator changes their own password', async () => {
    const other = await backend.signInAdmin();
    const own = await backend.signInAdmin();
    expect((await change('admin', own, backendAdmin.password, 'новый-пароль')).status).toBe(200);
    expect([await isSignedIn(own), await isSignedIn(other)]).toEqual([true, false]);
    await expect(backend.signIn('admin', 'admin', 'новый-пароль')).resolves.toContain('access_token');
  });

  test.each([
    ['wrong-password', 'новый-пароль', 'Неверный текущий пароль'],
    ['', 'новый-пароль', 'Введите текущий пароль'],
    [clientPassword, 'короче8', 'Пароль должен содержать не менее 8 символов'],
    [clientPassword, 'Qwerty123', 'Этот пароль слишком распространён. Придумайте другой.'],
    [clientPassword, 'CLIENT-1001', 'Пароль не должен совпадать с именем или ID'],
    [clientPassword, 'ооо «ромашка»', 'Пароль не должен совпадать с именем или ID'],
    [clientPassword, clientPassword, 'Новый пароль должен отличаться от текущего'],
  ])('%j to %j is rejected: %s', async (current, next, message) => {
    const cookie = await backend.signInClient(clientId);
    expect(await change('client', cookie, current, next)).toMatchObject({
      status: 400,
      body: { error: message, message },
    });
    await expect(backend.signInClient(clientId)).resolves.toContain('access_token');
  });

  test('attempts to guess the current password are limited like sign-in attempts', async () => {
    const cookie = await backend.signInClient(clientId);
    for (let times = 0; times < 10; times += 1) await change('client', cookie, 'wrong-password', 'новый-пароль');
    expect((await change('client', cookie, clientPassword, 'новый-пароль')).status).toBe(429);
  });

  test('the password of another administrator cannot be changed', async () => {
    const cookie = await backend.signInAdmin();
    const message = 'Изменение паролей других администраторов пока не поддерживается';
    const refusal = { status: 403, body: { message } };
    expect(await set(cookie, 'admin', 'новый-пароль')).toMatchObject(refusal);
    expect(await backend.call('POST', '/server/clients/password/generate?id=admin', { cookie })).toMatchObject(refusal);
    const named = await change('admin', cookie, backendAdmin.password, 'новый-пароль', { username: 'other' });
    expect(named).toMatchObject(refusal);
  });

  test('an administrator sets a client’s password without the current one, and the client’s sessions end', async () => {
    const admin = await backend.signInAdmin();
    const client = await backend.signInClient(clientId);
    expect(await set(admin, clientId, 'новый-пароль')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await isSignedIn(client)).toBe(false);
    await expect(backend.signIn('client', clientId, 'новый-пароль')).resolves.toContain('access_token');
    expect(await set(admin, clientId, 'короче8')).toMatchObject({
      status: 400,
      body: { message: 'Пароль должен содержать не менее 8 символов' },
    });
    expect((await set(admin, 'client-9999', 'новый-пароль')).status).toBe(404);
  });

  test('a sign-in with the former password, under way when a new one is set, starts no session', async () => {
    const admin = await backend.signInAdmin();
    const body = { client_id: clientId, password: clientPassword };
    const { status, headers } = await whileHeld(
      backend.store,
      () => backend.call('POST', '/server/auth/login', { body }),
      async () => expect((await set(admin, clientId, 'новый-пароль')).status).toBe(200),
    );
    expect(status).toBe(401);
    expect((await backend.call('GET', '/vknf/words/client', { cookie: cookieOf(headers) })).status).toBe(401);
  });

  test('a new password is not set when the sessions of the former one cannot be ended', async () => {
    const admin = await backend.signInAdmin();
    const cookie = await backend.signInClient(clientId);
    await backend.signInClient(clientId);
    const db = new DatabaseSync(backend.file);
    db.exec("CREATE TRIGGER failing BEFORE DELETE ON sessions BEGIN SELECT RAISE(ABORT, 'failing'); END");
    db.close();
    expect((await set(admin, clientId, 'новый-пароль')).status).toBe(500);
    expect((await change('client', cookie, clientPassword, 'новый-пароль')).status).toBe(500);
    await expect(backend.signInClient(clientId)).resolves.toContain('access_token');
  });

  test('a client that is deleted while its password is set is not found', async () => {
    const { clients } = backend.store;
    const { get } = clients;
    clients.get = async (id, now) => {
      const client = await get(id, now);
      await clients.delete(id, now, null);
      return client;
    };
    expect((await set(await backend.signInAdmin(), clientId, 'новый-пароль')).status).toBe(404);
  });

  test('a client’s password may not be its ID, its name or a common password', async () => {
    const admin = await backend.signInAdmin();
    for (const password of [clientId, 'ООО «Ромашка»', 'йцукенгш', 'gfhjkm123', '12345678']) {
      expect([password, (await set(admin, clientId, password)).status]).toEqual([password, 400]);
    }
  });

  test('a password signs in under any Unicode composition of its letters', async () => {
    const admin = await backend.signInAdmin();
    await set(admin, clientId, 'ёлка-йод'.normalize('NFD'));
    await expect(backend.signIn('client', clientId, 'ёлка-йод')).resolves.toContain('access_token');
  });

  test('a generated password has 12 allowed characters, is returned once and signs in', async () => {
    const cookie = await backend.signInAdmin();
    const reply = await backend.call('POST', `/server/clients/password/generate?id=${clientId}`, { cookie });
    const { password } = reply.body as { password: string };
    expect([...password].every((character) => passwordAlphabet.includes(character))).toBe(true);
    expect(password).toHaveLength(12);
    await expect(backend.signIn('client', clientId, password)).resolves.toContain('access_token');
    expect(JSON.stringify(backend.log)).not.toContain(password);
  });
});

test('an empty database gets the configured administrator; a generated password is reported once', async () => {
  const backend = await startTestBackend({ config: { ADMIN_USERNAME: 'root', ADMIN_PASSWORD: null } });
  const reports = backend.log.filter(({ msg }) => msg === 'first administrator created');
  expect(reports).toMatchObject([{ username: 'root', password: expect.stringMatching(/^.{12}$/) }]);
  await expect(backend.signIn('admin', 'root', String(reports[0]?.password))).resolves.toContain('access_token');
  await backend.close();
});

// Proves: embedded-backend#calls
/**
 * Concurrent calls that decide about the access of an account: the result equals the result of one order of the calls.
 */
import { generateSync } from 'otplib';
import { resetPassword, setObserver } from '../../server/backend/administrators.ts';
import type { AdminIdentity, ClientIdentity } from '../../server/backend/rules/account.ts';
import { hashPassword } from '../../server/platform/password-hash.ts';
import { type Call, type CookieAnswer, callsOn, openSession } from '../support/calls-on-store.ts';
import { whileHeld } from '../support/held-calls.ts';
import { newPost } from '../support/seed-posts.ts';
import { recordsOf } from '../support/store-values.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';

let clock = Date.parse('2026-03-01T12:00:00Z');
const now = () => clock;
const password = 'start-password-1';
const initial = hashPassword(password);

let fixture: TestStore;
/** Calls through a process, and through another one. */
let call: Call;
let others: Call;
let root: AdminIdentity;
let account: ClientIdentity;
let admin: string;

beforeEach(async () => {
  fixture = await openTestStore(now);
  call = callsOn(fixture.store, now);
  others = callsOn(await fixture.openAnother(), now);
  const { id, username } = await fixture.store.administrators.create('root', await initial, now());
  root = { type: 'admin', adminId: id, username };
  account = { type: 'client', clientId: await fixture.createClient() };
  await fixture.store.passwords.set(account, await initial);
  admin = await openSession(fixture.store, root, now);
});
afterEach(() => fixture.close());

const sessionOver = { status: 401, body: { message: 'Сеанс завершён. Войдите снова.' } };
const passwordOf = { admin: '/admin/password/change', client: '/client/password/change' };
const change = (cookie: string, next: string, of: keyof typeof passwordOf = 'client') =>
  call(passwordOf[of], { current_password: password, new_password: next }, cookie);
const signIn = (typed: string, from = call) =>
  from('/server/auth/login', { client_id: account.clientId, password: typed });
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const code = () => generateSync({ secret, epoch: Math.floor(clock / 1000) });
const enable = (cookie: string) =>
  call('/server/second-factor/enable', { Secret: secret, Code: code(), Password: password }, cookie);
const held = (made: () => Promise<CookieAnswer>, interrupt: () => Promise<unknown>) =>
  whileHeld(fixture.store, made, interrupt);

describe('a change of one’s own password', () => {
  test.each(['set', 'generate'])('that another’s %s overtakes changes nothing', async (how) => {
    const cookie = await openSession(fixture.store, account, now);
    let given = 'chosen-by-admin-9';
    const reply = await held(
      () => change(cookie, 'of-the-attacker-6'),
      async () => {
        const body = how === 'set' ? { password: given } : {};
        const set = await others(`/server/clients/password/${how}?id=${account.clientId}`, body, admin);
        expect(set.status).toBe(200);
        if (how === 'generate') given = String(set.body.password);
      },
    );
    expect(reply).toMatchObject(sessionOver);
    expect([(await signIn('of-the-attacker-6')).status, (await signIn(given)).status]).toEqual([401, 200]);
  });

  test('that the command line overtakes changes nothing', async () => {
    const reply = await held(
      () => change(admin, 'of-the-attacker-6', 'admin'),
      () => resetPassword(fixture.store, 'root', 'chosen-by-admin-9', now()),
    );
    expect(reply).toMatchObject(sessionOver);
    const login = async (typed: string) =>
      (await call('/admin/auth/login', { username: 'root', password: typed })).status;
    expect([await login('of-the-attacker-6'), await login('chosen-by-admin-9')]).toEqual([401, 200]);
  });

  test('that another one overtakes has a wrong current password, which is counted and recorded', async () => {
    const cookie = await openSession(fixture.store, account, now);
    const reply = await held(
      () => change(cookie, 'second-password-2'),
      async () => expect((await change(cookie, 'first-password-1')).status).toBe(200),
    );
    expect(reply).toMatchObject({ status: 400, body: { message: 'Неверный текущий пароль' } });
    expect((await recordsOf(fixture.store)).map(({ action }) => action)).toEqual([
      'password-changed',
      'sign-in-refused',
    ]);
    // The limit is 10 in 15 minutes.
    for (let attempt = 2; attempt <= 10; attempt += 1) expect((await signIn('wrong')).status).toBe(401);
    expect((await signIn('first-password-1')).status).toBe(429);
  });
});

describe('a sign-in', () => {
  const setPassword = async () => {
    const set = await others(
      `/server/clients/password/set?id=${account.clientId}`,
      { password: 'chosen-by-admin-9' },
      admin,
    );
    expect(set.status).toBe(200);
  };

  test('whose password was changed since starts no session, and is recorded once', async () => {
    const reply = await held(() => signIn(password), setPassword);
    expect(reply).toMatchObject({ status: 401, body: { message: 'Неверное имя пользователя или пароль' }, cookie: '' });
    const actions = (await recordsOf(fixture.store)).map(({ action }) => action);
    expect(actions).toEqual(['password-set', 'sign-in-refused']);
  });

  test('needs a second step that was enabled since', async () => {
    const own = await openSession(fixture.store, account, now);
    const reply = await held(
      () => signIn(password),
      async () => expect((await enable(own)).status).toBe(200),
    );
    expect(reply).toMatchObject({ status: 200, body: { second_factor: 'code' } });
  });

  test.each(['code', 'recovery code'])('that a new password overtakes at its %s has to begin again', async (kind) => {
    const codes = (await enable(await openSession(fixture.store, account, now))).body.RecoveryCodes as string[];
    clock += 60_000;
    const pending = (await signIn(password)).cookie;
    const proof = () => (kind === 'code' ? code() : codes[0]);
    const reply = await held(() => call('/server/second-factor/verify', { Code: proof() }, pending), setPassword);
    expect(reply).toMatchObject({
      status: 401,
      body: { message: 'Время входа истекло. Введите пароль ещё раз.' },
      cookie: '',
    });
    const again = (await signIn('chosen-by-admin-9')).cookie;
    expect((await call('/server/second-factor/verify', { Code: proof() }, again)).status).toBe(400);
  });
});

describe('a second factor', () => {
  const set = () => fixture.store.passwords.set(account, 'another hash');

  test('is not enabled by a session that has ended since, nor by a sign-in', async () => {
    const own = await openSession(fixture.store, account, now);
    expect(await held(() => enable(own), set)).toMatchObject(sessionOver);
    expect(await fixture.store.secondFactors.find(account)).toBeNull();
    await fixture.store.passwords.set(account, await initial);
    const required = callsOn(fixture.store, now, { REQUIRE_TOTP: 'all' });
    const pending = (await signIn(password, required)).cookie;
    expect(await held(() => enable(pending), set)).toMatchObject({ status: 401, cookie: '' });
    expect(await fixture.store.secondFactors.find(account)).toBeNull();
  });

  test('is enabled once', async () => {
    const own = await openSession(fixture.store, account, now);
    const reply = await held(
      () => enable(own),
      async () => expect((await enable(own)).status).toBe(200),
    );
    expect(reply).toMatchObject({ status: 409 });
  });

  test.each(['codes', 'disable'])('keeps its codes when %s has a password that was changed since', async (what) => {
    const own = await openSession(fixture.store, account, now);
    await enable(own);
    const proof = { Proof: password };
    const overtaken = () =>
      held(
        () => call(`/server/second-factor/${what}`, proof, own),
        () => change(own, 'next-password-1'),
      );
    expect(await overtaken()).toMatchObject({ status: 400, body: { message: 'Неверный пароль или код' } });
    expect(await fixture.store.secondFactors.countCodes(account)).toBe(10);
    const changed = { Proof: 'next-password-1' };
    expect(await held(() => call(`/server/second-factor/${what}`, changed, own), set)).toMatchObject(sessionOver);
    expect(await fixture.store.secondFactors.find(account)).not.toBeNull();
  });
});

describe('what a call creates', () => {
  const set = () => fixture.store.passwords.set(account, 'another hash');
  const lost = async (made: () => Promise<CookieAnswer>) => expect(await held(made, set)).toMatchObject(sessionOver);
  const name = () => `client:${account.clientId}`;

  test('is not a key, link, filter or session when the account has lost its access since', async () => {
    const own = () => openSession(fixture.store, account, now);
    let cookie = await own();
    await lost(() => call('/server/keys/create', { Name: 'Бот', Scopes: ['read'] }, cookie));
    expect(await fixture.store.apiKeys.list(account)).toEqual([]);
    cookie = await own();
    await call('/vknf/views/create', { Name: 'Город' }, cookie);
    const [feed] = await fixture.store.alerts.feeds(name());
    await lost(() => call(`/vknf/alerts/feeds/renew?id=${feed?.feedId}`, {}, cookie));
    cookie = await own();
    await lost(() => call('/vknf/views/create', { Name: 'Область' }, cookie));
    expect(await fixture.store.alerts.feeds(name())).toMatchObject([{ title: 'Город', revoked: true }]);
    cookie = await own();
    await lost(() => call('/server/auth/refresh', {}, cookie));
  });

  test('is not an invitation or impersonation of a session that was ended, or whose rights have changed', async () => {
    const cookie = await openSession(fixture.store, account, now);
    const invited = { Name: 'Анна', Login: 'anna', Role: 'owner' };
    await lost(() => call('/vknf/people/invite', invited, cookie));
    expect(await fixture.store.people.list(account.clientId)).toEqual([]);
    const acting = await held(
      () => call('/admin/impersonate', { client_id: account.clientId }, admin),
      () => setObserver(fixture.store, 'root', true, now()),
    );
    expect(acting).toMatchObject(sessionOver);
  });

  test('is not a session of a client that was deleted since, nor an impersonation of it', async () => {
    const { clientId } = account;
    const remove = () => fixture.store.clients.delete(clientId, now());
    expect((await held(() => call('/admin/impersonate', { client_id: clientId }, admin), remove)).status).toBe(404);
    account = { type: 'client', clientId: await fixture.createClient() };
    await fixture.store.passwords.set(account, await initial);
    const gone = () => fixture.store.clients.delete(account.clientId, now());
    expect((await held(() => signIn(password), gone)).status).toBe(401);
  });

  test('is not a change of many stories by a person who was disabled since; a running one stops with its author', async () => {
    const { people, work } = fixture.store;
    const fields = { name: 'Анна', login: 'anna', role: 'editor', mayExport: false } as const;
    const { clientId } = account;
    const invitation = { hash: new Uint8Array(32), until: now() };
    const personId = (await people.invite(clientId, fields, invitation, null)) ?? 0;
    const wordId = await fixture.createWord(clientId, { text: 'метро' });
    await fixture.store.posts.save([newPost({ wordId, postId: 1, text: 'метро', postedAt: now(), userId: 5 })]);
    const person = { type: 'client', clientId, person: { ...fields, personId } } as const;
    const cookie = await openSession(fixture.store, person, now);
    const owner = await openSession(fixture.store, account, now);
    const begin = () =>
      call('/vknf/work/change-found', { Filters: {}, Expected: 1, Change: { Tone: 'negative' } }, cookie);
    const disable = async () =>
      expect((await others(`/vknf/people/disable?id=${personId}`, { Disabled: true }, owner)).status).toBe(200);
    expect((await begin()).status).toBe(201);
    expect(await held(begin, disable)).toMatchObject(sessionOver);
    expect(await work.batches(clientId)).toMatchObject([{ state: 'stopped', who: 'Анна (anna)' }]);
    expect((await recordsOf(fixture.store)).map(({ action }) => action)).toEqual(['work-stopped', 'person-disabled']);
  });
});

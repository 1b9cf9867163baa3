// Proves: people#second-factor
/** The second factor: its codes and recovery codes, the second step of a sign-in, and who may or must have one. */
import { generateSync } from 'otplib';
import { resetSecondFactor } from '../../server/backend/administrators.ts';
import {
  backendAdmin,
  backendSecret,
  clientPassword,
  cookieOf,
  startTestBackend,
  type TestBackend,
} from '../support/backend.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';

const minute = 60_000;
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

let backend: TestBackend;
let clock: TestClock;
let admin: string;

beforeEach(async () => {
  clock = createTestClock();
  backend = await startTestBackend({ now: clock.now });
  admin = await backend.signInAdmin();
});
afterEach(() => backend.close());

const code = (steps = 0) => generateSync({ secret, epoch: Math.floor(clock.now() / 1000) + 30 * steps });
const post = (path: string, cookie: string | undefined, body?: object, headers = {}) =>
  backend.call('POST', path, { headers, ...(cookie && { cookie }), ...(body && { body }) });
const call = (name: string, cookie: string | undefined, body: object) =>
  post(`/server/second-factor/${name}`, cookie, body);
const login = (headers = {}) => post('/admin/auth/login', undefined, backendAdmin, headers);
const stateOf = async (cookie: string) => (await backend.call('GET', '/server/second-factor', { cookie })).body;
const actions = async () => {
  const all = { limit: 50, offset: 0, who: '', action: null, from: null, to: null };
  return (await backend.store.journal.page(all)).rows.map(({ action, object, who }) => `${who}: ${action} ${object}`);
};

/** Turns the second factor on, and returns the recovery codes. The clock goes to an unused step. */
async function enable(cookie: string, Password: string = backendAdmin.password): Promise<string[]> {
  const reply = await call('enable', cookie, { Secret: secret, Code: code(), Password });
  expect(reply.status).toBe(200);
  clock.advance(2 * minute);
  return (reply.body as { RecoveryCodes: string[] }).RecoveryCodes;
}

/** The cookie of a sign-in with a correct password. */
async function begin(): Promise<string> {
  const reply = await login();
  expect([reply.status, reply.body]).toEqual([200, { second_factor: 'code' }]);
  return cookieOf(reply.headers);
}

test('without a second factor a sign-in is as specified', async () => {
  const reply = await login();
  expect([reply.body, cookieOf(reply.headers)]).toEqual([
    { admin_id: 1, username: 'admin' },
    expect.stringMatching(/^access_token=[^;]+; refresh_token=[^;]+$/),
  ]);
  expect(await stateOf(admin)).toEqual({ Enabled: false, Required: false, RecoveryCodes: 0, Account: 'admin' });
});

test('needs the current password and a code to be enabled, and is stored encrypted', async () => {
  const body = { Secret: secret, Code: code(), Password: 'wrong-password' };
  expect(await call('enable', admin, body)).toMatchObject({ status: 400, body: { error: 'Неверный текущий пароль' } });
  for (const Code of ['000000', code(2), code(-2), '', 'abc'])
    expect(await call('enable', admin, { ...body, Code, Password: backendAdmin.password })).toMatchObject({
      status: 400,
      body: { error: 'Неверный код' },
    });
  const weak = { ...body, Secret: 'JBSWY3DP', Password: backendAdmin.password };
  expect((await call('enable', admin, weak)).status).toBe(400);
  const codes = await enable(admin);
  expect([codes.length, new Set(codes).size]).toEqual([10, 10]);
  expect(codes[0]).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
  expect(await stateOf(admin)).toMatchObject({ Enabled: true, RecoveryCodes: 10 });
  const owner = { type: 'admin', adminId: 1, username: 'admin' } as const;
  expect((await backend.store.secondFactors.find(owner))?.secret).not.toContain(secret.slice(0, 8));
  expect(JSON.stringify([backend.log, await actions()])).not.toContain(secret);
});

test('the password alone opens nothing, and the code starts a session with new tokens', async () => {
  await enable(admin);
  const pending = await begin();
  expect(pending).toMatch(/^pending_sign_in=[\w-]{43}$/);
  const token = pending.split('=')[1];
  for (const cookie of [pending, `access_token=${token}`, `refresh_token=${token}`]) {
    expect((await backend.call('GET', '/server/clients', { cookie })).status).toBe(401);
    expect((await post('/admin/auth/refresh', cookie)).status).toBe(401);
    expect((await call('disable', cookie, { Proof: backendAdmin.password })).status).toBe(401);
  }
  expect((await call('enable', pending, { Secret: secret, Code: code(), Password: '' })).status).toBe(409);
  const reply = await call('verify', pending, { Code: ` ${code().slice(0, 3)} ${code().slice(3)} ` });
  expect([reply.status, reply.body]).toEqual([200, { admin_id: 1, username: 'admin' }]);
  const session = cookieOf(reply.headers);
  expect(session).not.toContain(token);
  expect(reply.headers.getSetCookie().join()).toMatch(/pending_sign_in=;[^,]*Max-Age=0/);
  expect((await backend.call('GET', '/server/clients', { cookie: session })).status).toBe(200);
  clock.advance(minute);
  expect(await call('verify', pending, { Code: code() })).toMatchObject({
    status: 401,
    body: { error: 'Время входа истекло. Введите пароль ещё раз.' },
  });
});

test('each code works once, in every sign-in, and codes of neighbouring steps work', async () => {
  await enable(admin);
  const [first, second] = [await begin(), await begin()];
  const used = code();
  const replies = await Promise.all([first, second].map((pending) => call('verify', pending, { Code: used })));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
  const third = await begin();
  expect((await call('verify', third, { Code: code(-1) })).status).toBe(400);
  expect((await call('verify', third, { Code: code(1) })).status).toBe(200);
});

test('a sign-in waits ten minutes for its code, and not longer than the account may sign in', async () => {
  await enable(admin);
  const late = await begin();
  clock.advance(10 * minute);
  expect((await call('verify', late, { Code: code() })).status).toBe(401);
  const stale = await begin();
  await backend.store.access.revoke({ type: 'admin', adminId: 1 }, { keeps: null, parts: [], by: null });
  expect((await call('verify', stale, { Code: code() })).status).toBe(401);
});

test('each recovery code works once, new ones replace the old, and their use is recorded', async () => {
  const [first = '', second = ''] = await enable(admin);
  expect((await call('verify', await begin(), { Code: first.toLowerCase() })).status).toBe(200);
  const pending = await begin();
  expect((await call('verify', pending, { Code: first })).status).toBe(400);
  expect(await stateOf(pending)).toMatchObject({ RecoveryCodes: 9 });
  const renewed = await call('codes', admin, { Proof: code() });
  const [fresh = ''] = (renewed.body as { RecoveryCodes: string[] }).RecoveryCodes;
  expect((await call('verify', pending, { Code: second })).status).toBe(400);
  expect((await call('verify', pending, { Code: fresh.replaceAll('-', '') })).status).toBe(200);
  const recorded = await actions();
  expect(recorded.filter((text) => /recovery|refused/.test(text))).toEqual([
    'admin: recovery-code-used Администратор admin',
    'admin: recovery-codes-renewed Администратор admin',
    'admin: sign-in-refused Неверный код',
    'admin: recovery-code-used Администратор admin',
  ]);
  expect(recorded.join()).not.toContain(first);
});

test('wrong codes count in the limits of sign-in, and a correct password does not reset them', async () => {
  await enable(admin);
  const headers = { 'x-forwarded-for': '203.0.113.7' };
  const statuses: number[] = [];
  for (let count = 0; count < 6; count += 1) {
    const reply = await login(headers);
    const cookie = cookieOf(reply.headers);
    const verified = await post('/server/second-factor/verify', cookie, { Code: '000000' }, headers);
    statuses.push(reply.status, verified.status);
  }
  expect(statuses).toEqual([...Array(5).fill([200, 400]), [429, 401]].flat());
  expect((await call('verify', await begin(), { Code: code() })).status).toBe(200);
});

test('wrong codes count per account whatever the address; wrong passwords do not count', async () => {
  await enable(admin);
  const pending = await begin();
  const from = (network: number) => ({ 'x-forwarded-for': `2001:db8:0:${network}::1` });
  const verify = async (network: number, typed = '000000') =>
    (await post('/server/second-factor/verify', pending, { Code: typed }, from(network))).status;
  for (let count = 0; count < 19; count += 1) expect(await verify(count)).toBe(400);
  const wrong = { ...backendAdmin, password: 'wrong-password' };
  for (let count = 0; count < 3; count += 1)
    expect((await post('/admin/auth/login', undefined, wrong, from(100 + count))).status).toBe(401);
  expect(await verify(19)).toBe(400);
  expect([await verify(20, code()), (await login(from(21))).status]).toEqual([429, 200]);
  clock.advance(15 * minute);
  const again = await begin();
  expect((await call('verify', again, { Code: code() })).status).toBe(200);
});

test('is disabled with the password or a code', async () => {
  await enable(admin);
  expect(await call('disable', admin, { Proof: 'wrong-password' })).toMatchObject({
    status: 400,
    body: { error: 'Неверный пароль или код' },
  });
  expect((await call('disable', admin, { Proof: code() })).status).toBe(200);
  expect((await call('disable', admin, { Proof: backendAdmin.password })).status).toBe(409);
  expect((await login()).body).toMatchObject({ username: 'admin' });
  expect((await actions()).slice(1, 2)).toEqual(['admin: second-factor-disabled Администратор admin']);
});

test('a secret that a former SESSION_SECRET encrypted is encrypted again at its next use', async () => {
  await enable(admin);
  const owner = { type: 'admin', adminId: 1, username: 'admin' } as const;
  const stored = async () => (await backend.store.secondFactors.find(owner))?.secret;
  const sealed = await stored();
  const fresh = 'fresh-secret-'.repeat(4);
  const restart = (SESSION_SECRET: string[]) =>
    startTestBackend({ now: clock.now, config: { SESSION_SECRET, DATA_DIR: backend.file.replace(/\/[^/]+$/, '') } });
  const signInAt = async ({ call: send }: TestBackend) => {
    const reply = await send('POST', '/admin/auth/login', { body: backendAdmin });
    const cookie = cookieOf(reply.headers);
    return (await send('POST', '/server/second-factor/verify', { cookie, body: { Code: code() } })).status;
  };
  for (const [secrets, status] of [
    [[fresh], 400],
    [[fresh, backendSecret], 200],
    [[fresh], 200],
  ] as const) {
    const other = await restart([...secrets]);
    expect(await signInAt(other)).toBe(status);
    if (status === 400)
      expect(other.log.map(({ msg }) => msg)).toContain('second factor needs a removed SESSION_SECRET');
    await other.close();
    clock.advance(2 * minute);
  }
  expect(await stored()).not.toBe(sealed);
});

describe('of people and clients', () => {
  const Password = 'надёжный-пароль-7';
  let clientId: string;
  let account: string;

  beforeEach(async () => {
    ({ clientId } = await backend.createClient());
    account = await backend.signInClient(clientId);
  });

  async function join(Login: string, Role: string) {
    const invited = await post('/vknf/people/invite', account, { Name: Login, Login, Role });
    const { PersonID: id, Token } = invited.body as { PersonID: number; Token: string };
    await post('/server/invitation/accept', undefined, { Token, Password });
    return { id, cookie: await backend.signIn('client', Login, Password) };
  }

  test('an owner sees it, and resets it for others, whose sessions end', async () => {
    const [anna, boris] = [await join('anna', 'reader'), await join('boris', 'owner')];
    await enable(anna.cookie, Password);
    await enable(boris.cookie, Password);
    const shown = async () => {
      const { people } = (await backend.call('GET', '/vknf/people', { cookie: account })).body as {
        people: { Login: string; SecondFactor: boolean }[];
      };
      return people.map(({ Login, SecondFactor }) => [Login, SecondFactor]);
    };
    expect(await shown()).toEqual([
      [clientId, false],
      ['anna', true],
      ['boris', true],
    ]);
    const reset = (id: number, cookie: string) => post(`/vknf/people/second-factor/reset?id=${id}`, cookie);
    expect((await reset(boris.id, boris.cookie)).status).toBe(403);
    expect((await reset(anna.id, boris.cookie)).status).toBe(200);
    expect((await reset(anna.id, boris.cookie)).status).toBe(404);
    expect((await reset(0, boris.cookie)).status).toBe(404);
    expect((await backend.call('GET', '/vknf/views', { cookie: anna.cookie })).status).toBe(401);
    expect((await post('/server/auth/login', undefined, { client_id: 'anna', password: Password })).body).toMatchObject(
      {
        client_id: clientId,
      },
    );
    expect(await actions()).toContain(`boris (boris): second-factor-reset Клиент ${clientId}, anna (anna)`);
    expect((await post(`/vknf/people/delete?id=${boris.id}`, account)).status).toBe(200);
    expect((await join('boris', 'reader')).cookie).toContain('access_token=');
  });

  test('an administrator who acts as the client resets the one of the client’s own account, and changes none', async () => {
    await enable(account, clientPassword);
    const reset = '/vknf/people/second-factor/reset?id=0';
    expect((await post(reset, account)).status).toBe(403);
    const started = await post('/admin/impersonate', admin, { client_id: clientId });
    const acting = cookieOf(started.headers);
    expect((await backend.call('GET', '/server/second-factor', { cookie: acting })).status).toBe(403);
    expect((await call('disable', acting, { Proof: clientPassword })).status).toBe(403);
    expect((await post(reset, acting)).status).toBe(200);
    await expect(resetSecondFactor(backend.store, clientId, clock.now())).rejects.toThrow('has no second factor');
    const other = await backend.signInAdmin();
    await enable(other);
    await resetSecondFactor(backend.store, 'admin', clock.now());
    expect(await actions()).toContain('Командная строка: second-factor-reset Администратор admin');
    expect((await backend.call('GET', '/server/clients', { cookie: other })).status).toBe(401);
  });
});

test('required: an account without one sets it up before anything else, and cannot turn it off', async () => {
  const strict = await startTestBackend({ now: clock.now, config: { REQUIRE_TOTP: 'administrators' } });
  try {
    const started = await strict.call('POST', '/admin/auth/login', { body: backendAdmin });
    expect(started.body).toEqual({ second_factor: 'enrolment' });
    const cookie = cookieOf(started.headers);
    const send = (name: string, body: object, of = cookie) =>
      strict.call('POST', `/server/second-factor/${name}`, { cookie: of, body });
    expect((await strict.call('GET', '/server/second-factor', { cookie })).body).toMatchObject({ Required: true });
    expect((await send('verify', { Code: code() })).status).toBe(400);
    expect((await send('enable', { Secret: secret, Code: '000000' })).status).toBe(400);
    const enabled = await send('enable', { Secret: secret, Code: code() });
    expect(enabled.body).toMatchObject({ User: { username: 'admin' }, RecoveryCodes: { length: 10 } });
    const session = cookieOf(enabled.headers);
    expect((await strict.call('GET', '/server/clients', { cookie: session })).status).toBe(200);
    expect(await send('disable', { Proof: backendAdmin.password }, session)).toMatchObject({ status: 403 });
    const { clientId } = await strict.createClient();
    expect(await strict.signInClient(clientId)).toContain('access_token=');
  } finally {
    await strict.close();
  }
  const all = await startTestBackend({ config: { REQUIRE_TOTP: 'all' } });
  const { clientId } = await all.createClient();
  expect(await all.signInClient(clientId)).toContain('pending_sign_in=');
  await all.close();
});

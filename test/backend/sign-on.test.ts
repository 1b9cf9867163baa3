// Proves: security#statements, sign-on#ldap, sign-on#leaving, sign-on#local-accounts, sign-on#several-clients
/** Sign-on by a directory: the check at each refresh of a session, several clients of one person, and local sign-in switched off. */
import type { Identity } from '../../server/backend/rules/account.ts';
import type { Checked, DirectoryAccount } from '../../server/backend/rules/directory.ts';
import { hashSecret } from '../../server/platform/password-hash.ts';
import { roleRules } from '../../server/platform/sign-on-settings.ts';
import { keyPrefix } from '../../shared/api/keys.ts';
import * as messages from '../../shared/messages.ts';
import { backendAdmin, clientPassword, cookieOf, startTestBackend, type TestBackend } from '../support/backend.ts';

let now = Date.parse('2026-03-01T12:00:00Z');
let backend: TestBackend;
/** The answer of the directory; `asked` has the requests to it. */
let answer: (account: Checked) => DirectoryAccount | 'gone' | 'over';
const asked: Checked[] = [];

const anna = { source: 'oidc', subject: '7', login: 'anna', name: 'Анна', groups: ['press', 'chiefs'] } as const;

beforeAll(async () => {
  const SSO_ROLES = roleRules(
    JSON.stringify([
      { group: 'press', client: 'client-1001', role: 'editor' },
      { group: 'chiefs', client: 'client-1002', role: 'owner' },
      { group: 'audit', observer: true },
    ]),
  );
  const recheck = async (account: Checked) => {
    asked.push(account);
    return answer(account);
  };
  backend = await startTestBackend({ now: () => now, config: { SSO_ROLES }, directories: { oidc: { recheck } } });
  await backend.createClient('Первый');
  await backend.createClient('Второй');
});
afterAll(() => backend.close());

async function signOn(
  account: DirectoryAccount,
  access: 'seats' | 'observer' = 'seats',
  at = backend,
): Promise<Identity[]> {
  const seats = [
    { clientId: 'client-1001', role: 'editor', mayExport: false },
    { clientId: 'client-1002', role: 'owner', mayExport: false },
  ] as const;
  const given = access === 'observer' ? { administrator: access, seats: [] } : { administrator: null, seats };
  const admitted = await at.store.directory.admit(account, given, now, null);
  if ('refused' in admitted) throw new Error(admitted.refused);
  return admitted.identities;
}

async function open(account: DirectoryAccount = anna, index = 0): Promise<string> {
  const owner = (await signOn(account))[index];
  if (!owner) throw new Error('No seat');
  return backend.openSession(owner);
}
const refresh = (cookie: string) => backend.call('POST', '/server/auth/refresh', { cookie });
const minutes = (count: number) => {
  now += count * 60_000;
};
const newest = async () => {
  const query = { limit: 1, offset: 0, who: '', action: null, from: null, to: null };
  const [record] = (await backend.store.journal.page(query)).rows;
  return record && [record.who, record.action, record.object];
};

test('each refresh asks the directory, once for refreshes at the same time; a directory that is down removes nobody', async () => {
  const cookie = await open();
  answer = () => {
    throw Object.assign(new Error(), { code: 'ECONNREFUSED' });
  };
  minutes(15);
  const replies = await Promise.all([refresh(cookie), refresh(cookie), refresh(cookie)]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(asked.splice(0)).toEqual([{ source: 'oidc', subject: '7', login: 'anna', grant: null, asserted: null }]);
  const fault = expect.stringMatching(/^the provider cannot be reached: nothing listens there\./);
  expect(backend.log.filter(({ msg }) => msg === 'the directory does not answer')).toMatchObject([
    { source: 'oidc', real: 'Анна (anna)', fault },
  ]);
  answer = () => ({ ...anna, grant: 'next' });
  minutes(15);
  const next = await refresh(cookieOf(replies[0]?.headers ?? new Headers()));
  minutes(15);
  expect((await refresh(cookieOf(next.headers))).body).toMatchObject({ client_id: 'client-1002' });
  expect(asked.splice(0).map(({ grant }) => grant)).toEqual([null, 'next']);
});

test.each([
  ['left the last group', { ...anna, groups: ['sales'] }, 'directory-removed'],
  ['has been deleted or disabled', 'gone', 'directory-removed'],
  ['has another role', { ...anna, groups: ['audit'] }, 'directory-removed'],
  ['cannot be asked about', 'over', 'sign-out'],
  ['has no login any more', { ...anna, login: ' ' }, 'sign-out'],
  ['has groups that the directory does not tell', { ...anna, groups: null }, 'sign-out'],
  ['has the ID of a client as login', { ...anna, login: 'client-4242' }, 'sign-out'],
] as const)('the session of a person who %s ends at the refresh, and the person stays', async (_, says, action) => {
  const cookie = await open();
  answer = () => says;
  minutes(15);
  const reply = await refresh(cookie);
  expect([reply.status, cookieOf(reply.headers)]).toEqual([401, 'access_token=; refresh_token=']);
  expect((await newest())?.[1]).toBe(action);
  expect((await backend.call('GET', '/vknf/words/client', { cookie })).status).toBe(401);
  expect((await backend.store.people.list('client-1001')).map(({ login }) => login)).toEqual(['anna']);
});

test('an administrator of the directory is also checked while acting as a client', async () => {
  const [owner] = await signOn({ ...anna, subject: '8', login: 'olga' }, 'observer');
  if (!owner) throw new Error('No observer');
  const cookie = await backend.openSession(owner);
  answer = () => 'gone';
  minutes(15);
  expect((await refresh(cookie)).status).toBe(401);
  expect(await newest()).toEqual(['Каталог организации', 'directory-removed', 'Наблюдатель olga']);
});

test('a local account is not asked about', async () => {
  const cookie = await backend.signInAdmin();
  asked.splice(0);
  expect((await backend.call('POST', '/admin/auth/refresh', { cookie })).status).toBe(200);
  expect(asked).toEqual([]);
});

test('a person of two clients switches the session between these, and to no other client', async () => {
  const cookie = await open();
  expect((await backend.call('GET', '/server/auth/seats', { cookie })).body).toEqual({
    source: 'oidc',
    seats: [{ ClientID: 'client-1001', Client: 'Первый', Role: 'editor' }],
  });
  const seat = (id: string, of = cookie) =>
    backend.call('POST', '/server/auth/seat', { cookie: of, body: { client_id: id } });
  expect((await seat('client-1002')).status).toBe(404);
  const switched = await seat('client-1001');
  expect(switched.body).toEqual({
    client_id: 'client-1001',
    person: { login: 'anna', name: 'Анна', role: 'editor', may_export: false },
  });
  expect((await backend.call('GET', '/vknf/people', { cookie })).status).toBe(401);
  const after = cookieOf(switched.headers);
  expect((await backend.call('GET', '/server/clients/get?id=client-1001', { cookie: after })).status).toBe(200);
  expect(await newest()).toEqual(['Анна (anna)', 'sign-in', 'Клиент client-1001, Анна (anna)']);
  const own = await backend.signInClient('client-1002');
  expect((await backend.call('GET', '/server/auth/seats', { cookie: own })).body).toEqual({
    source: null,
    seats: [],
  });
  expect((await seat('client-1001', own)).status).toBe(404);
});

test('with LOCAL_SIGN_IN=off no password of the service signs in', async () => {
  const closed = await startTestBackend({ config: { LOCAL_SIGN_IN: false } });
  const { clientId } = await closed.createClient();
  const { username, password } = backendAdmin;
  await expect(closed.signIn('admin', username, password)).rejects.toThrow('403');
  await expect(closed.signInClient(clientId)).rejects.toThrow('Войдите через учётную запись организации');
  await closed.createClient('Второй');
  const [owner] = await signOn(anna, 'seats', closed);
  if (!owner) throw new Error('No owner');
  const cookie = await closed.openSession(owner);
  const body = { Name: 'Вера', Login: 'vera', Role: 'reader' };
  expect((await closed.call('POST', '/vknf/people/invite', { cookie, body })).status).toBe(403);
  // A link from before the setting.
  const hash = hashSecret('token');
  const vera = { login: 'vera', name: 'Вера', role: 'reader', mayExport: false } as const;
  await closed.store.people.invite(clientId, vera, { hash, until: Date.now() + 1e6 }, null);
  const accepted = { Token: 'token', Password: 'a-quiet-river-19' };
  for (const reply of [
    await closed.call('GET', '/server/invitation?token=token'),
    await closed.call('POST', '/server/invitation/accept', { body: accepted }),
  ])
    expect(reply).toMatchObject({ status: 403, body: { message: messages.invitationsOff } });
  expect((await closed.store.people.findByLogin('vera'))?.hash).toBeNull();
  await closed.close();
});

test('with LOCAL_SIGN_IN=off sessions and keys of the service are suspended, and the last owner is one of the directory', async () => {
  const closed = await startTestBackend({ config: { LOCAL_SIGN_IN: false } });
  await closed.createClient();
  const { clientId } = await closed.createClient('Второй');
  const own = { type: 'client', clientId } as const;
  const cookie = await closed.openSession(own);
  const key = `${keyPrefix}local`;
  await closed.store.apiKeys.create(own, { name: 'Ключ', scopes: ['read'], hash: hashSecret(key) }, null);
  const path = '/vknf/words/client';
  for (const reply of [
    await closed.call('GET', path, { cookie }),
    await closed.call('POST', '/server/auth/refresh', { cookie }),
    await closed.call('GET', path, { headers: { authorization: `Bearer ${key}` } }),
  ])
    expect(reply.status).toBe(401);
  expect(await closed.store.apiKeys.list(own)).toHaveLength(1);

  const [owner] = await signOn(anna, 'seats', closed);
  if (owner?.type !== 'client') throw new Error('No owner');
  const of = await closed.openSession(owner);
  expect((await closed.call('GET', path, { cookie: of })).status).toBe(200);
  const id = owner.person?.personId;
  const leave = await closed.call('POST', `/vknf/people/disable?id=${id}`, { cookie: of, body: { Disabled: true } });
  expect(leave).toMatchObject({ status: 409, body: { message: messages.lastOwner } });
  const fellow = { ...anna, subject: '8', login: 'olga' };
  await signOn(fellow, 'seats', closed);
  expect(
    await closed.call('POST', `/vknf/people/disable?id=${id}`, { cookie: of, body: { Disabled: true } }),
  ).toMatchObject({ status: 200 });
  await closed.close();
});

test('the password of a local account reaches no directory, whatever the spelling, the form and the state of the account', async () => {
  const sent: string[] = [];
  const verify = async (login: string, password: string) => {
    sent.push(login, password);
    return null;
  };
  const ldap = { verify, recheck: async () => 'gone' as const };
  for (const LOCAL_SIGN_IN of [true, false]) {
    const open = await startTestBackend({ directories: { ldap }, config: { LOCAL_SIGN_IN } });
    const { clientId } = await open.createClient();
    const invite = (login: string, hash: string) =>
      open.store.people.invite(
        clientId,
        { name: login, login, role: 'reader', mayExport: false },
        { hash: new TextEncoder().encode(hash), until: now + 1 },
        null,
      );
    await invite('invited', 'hash of the first link');
    const disabled = await invite('disabled', 'hash of the other link');
    await open.store.people.setDisabled(clientId, disabled ?? 0, true, null);
    const names = ['Ad min', 'ADMIN\u200b', clientId.toUpperCase(), 'client-4242', 'Invited', 'DISABLED'];
    for (const name of names)
      for (const type of ['admin', 'client'] as const)
        await expect(open.signIn(type, name, 'password of a local account')).rejects.toThrow('401');
    expect(sent.splice(0).filter((text) => names.includes(text) || text.includes('password'))).toEqual([]);
    await expect(open.signIn('client', 'olga', 'password of the directory')).rejects.toThrow('401');
    expect(sent.splice(0)).toEqual(['olga', 'password of the directory']);
    await open.close();
  }
});

test.each([
  ['admin', ' Ad\u200bMIN ', backendAdmin.password],
  ['client', 'Client-1001', clientPassword],
] as const)(
  'an account of the kind «%s» signs in whatever the case, the spaces and the invisible characters of «%s»',
  async (type, name, password) => {
    expect(await backend.signIn(type, name, password)).toContain('access_token=');
  },
);

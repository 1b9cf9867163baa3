// Proves: people#api-keys, people#sign-in, sign-on#accounts, sign-on#ldap, sign-on#leaving
/** Accounts of a directory: which are created, changed, disabled and refused, and what ends with their rights. */
import type { ClientIdentity, Identity } from '../../server/backend/rules/account.ts';
import type { DirectoryAccess, DirectoryAccount, Seat } from '../../server/backend/rules/directory.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const until = now + 1000;
const by = { who: 'Каталог', onBehalfOf: null, address: '', at: now };
const contact = { ipaddr: '', macaddr: '', email: '', phone: '', note: '', exportAccess: 'denied' } as const;
let opened: TestStore;
let clients: string[];

beforeAll(async () => {
  opened = await openTestStore(() => now);
  clients = [];
  for (const name of ['Первый', 'Второй'])
    clients.push((await opened.store.clients.create({ name, ...contact }, now)).clientId);
});
afterAll(() => opened.close());

const account = (login: string, more: Partial<DirectoryAccount> = {}): DirectoryAccount => ({
  source: 'oidc',
  subject: `id of ${login}`,
  login,
  name: login.toUpperCase(),
  groups: [],
  ...more,
});
const seat = (client: number, role: Seat['role'], mayExport = false): Seat => ({
  clientId: clients[client] ?? 'client-404',
  role,
  mayExport,
});
const seats = (...list: Seat[]): DirectoryAccess => ({ administrator: null, seats: list });
const administrator: DirectoryAccess = { administrator: 'administrator', seats: [] };
const observer: DirectoryAccess = { administrator: 'observer', seats: [] };

const admit = (of: DirectoryAccount, access: DirectoryAccess) => opened.store.directory.admit(of, access, now, by);

async function admitted(of: DirectoryAccount, access: DirectoryAccess): Promise<Identity[]> {
  const result = await admit(of, access);
  if ('refused' in result) throw new Error(result.refused);
  return result.identities;
}

const hash = (text: string) => new TextEncoder().encode(text.padEnd(32));
async function startSession(owner: Identity | undefined, name: string): Promise<number> {
  if (!owner) throw new Error('Nobody signs in');
  const tokens = {
    accessHash: hash(`a${name}`),
    accessExpiresAt: until,
    refreshHash: hash(name),
    refreshExpiresAt: until,
  };
  return opened.store.sessions.create(owner, until, tokens, now, null, `grant of ${name}`);
}
const viewerOf = async (name: string) => (await opened.store.sessions.findByAccess(hash(`a${name}`), now))?.viewer;
const actions = async (login: string) => {
  const all = { limit: 50, offset: 0, who: '', action: null, from: null, to: null };
  const { rows } = await opened.store.journal.page(all);
  return rows
    .filter(({ object }) => object.includes(login))
    .map(({ action }) => action)
    .toReversed();
};

test('a person is created at the first sign-in, has a seat per client, and is found again after a renaming', async () => {
  const anna = account('anna');
  const identities = await admitted(anna, seats(seat(0, 'reader', true), seat(1, 'owner')));
  expect(identities).toMatchObject([
    { clientId: clients[1], person: { login: 'anna', name: 'ANNA', role: 'owner', mayExport: false } },
    { clientId: clients[0], person: { role: 'reader', mayExport: true } },
  ]);
  const [first] = identities;
  expect(first?.type === 'client' && (await opened.store.directory.otherSeats(first))).toMatchObject([
    { client: 'Первый', identity: identities[1] },
  ]);
  const renamed = await admitted(
    { ...anna, login: 'anna.k', name: 'Анна' },
    seats(seat(0, 'reader', true), seat(1, 'owner')),
  );
  expect(renamed.map((identity) => identity.type === 'client' && identity.person)).toMatchObject(
    identities.map((identity) => identity.type === 'client' && { ...identity.person, login: 'anna.k', name: 'Анна' }),
  );
  expect(await opened.store.people.list(clients[0] ?? '')).toMatchObject([{ isActive: true, source: 'oidc' }]);
  expect(await opened.store.people.findByLogin('anna.k')).toBeNull();
  expect(await actions('anna')).toEqual(['directory-added', 'directory-added']);
});

test('a changed role and a lost seat end the sessions of that seat only; the person stays, and may return', async () => {
  const boris = account('boris');
  const both = await admitted(boris, seats(seat(0, 'owner'), seat(1, 'editor')));
  await startSession(both[0], 'b0');
  await startSession(both[1], 'b1');
  expect(await admitted(boris, seats(seat(0, 'reader'), seat(1, 'editor')))).toHaveLength(2);
  expect([await viewerOf('b0'), await viewerOf('b1')]).toEqual([undefined, both[1]]);
  expect(await admit(boris, seats())).toEqual({ refused: 'none' });
  expect(await viewerOf('b1')).toBeUndefined();
  const list = async () => (await opened.store.people.list(clients[1] ?? '')).find(({ login }) => login === 'boris');
  expect(await list()).toMatchObject({ disabled: true, departed: true });
  expect(await admitted(boris, seats(seat(1, 'editor')))).toEqual([both[1]]);
  expect(await list()).toMatchObject({ disabled: false, departed: false });
  expect(await actions('boris')).toEqual([
    'directory-added',
    'directory-added',
    'directory-changed',
    'directory-removed',
    'directory-removed',
    'directory-changed',
  ]);
});

test('owners may disable a person of a directory, who stays disabled, and change nothing else', async () => {
  const { people } = opened.store;
  const vera = account('vera');
  const [identity] = await admitted(vera, seats(seat(0, 'reader')));
  const id = (identity?.type === 'client' && identity.person?.personId) || 0;
  const [client = ''] = clients;
  const fields = { name: 'Вера', role: 'owner', mayExport: true } as const;
  expect(await people.update(client, id, fields, by)).toBe('of-directory');
  expect(await people.renew(client, id, { hash: hash('link'), until }, by)).toBe('of-directory');
  expect(await people.setDisabled(client, id, true, by)).toBe('done');
  expect(await admit(vera, seats(seat(0, 'reader')))).toEqual({ refused: 'disabled' });
  expect(await people.setDisabled(client, id, false, by)).toBe('done');
  expect(await admitted(vera, seats(seat(0, 'reader')))).toEqual([identity]);
  await admit(vera, seats());
  expect(await people.setDisabled(client, id, false, by)).toBe('of-directory');
  expect(await people.delete(client, id, by)).toBe('done');
});

test('a second factor outlasts a deleted client and a deleted person, and ends with the last seat', async () => {
  const { people, secondFactors } = opened.store;
  const { clientId } = await opened.store.clients.create({ name: 'Третий', ...contact }, now);
  const lida = account('lida', { source: 'ldap' });
  const third: Seat = { clientId, role: 'editor', mayExport: false };
  const asClients = async (access: DirectoryAccess) =>
    (await admitted(lida, access)).flatMap((identity) => (identity.type === 'client' ? [identity] : []));
  const remove = ({ clientId: of, person }: ClientIdentity) => people.delete(of, person?.personId ?? 0, by);
  const [first] = await asClients(seats(third));
  const [, second] = await asClients(seats(third, seat(0, 'reader')));
  const [, , last] = await asClients(seats(third, seat(0, 'reader'), seat(1, 'reader')));
  if (!first || !second || !last) throw new Error('lida was not admitted');
  const factor = { secret: 'sealed', lastStep: 1 };
  expect(await secondFactors.enable(last, factor, [hash('code')], by)).toBe(true);
  expect(await opened.store.clients.delete(clientId, now, by)).toBe(true);
  expect(await secondFactors.find(last)).toEqual(factor);
  expect(await remove(second)).toBe('done');
  expect(await secondFactors.find(last)).toEqual(factor);
  expect(await secondFactors.takeCode(last, hash('code'), by)).toBe(true);
  expect(await remove(last)).toBe('done');
  expect(await secondFactors.find(last)).toBeNull();
});

test('administrators and observers are added and disabled with their groups, and have no password', async () => {
  const { passwords, views, alerts } = opened.store;
  const gleb = account('gleb');
  const [first] = await admitted(gleb, administrator);
  await startSession(first, 'g');
  expect(first).toMatchObject({ type: 'admin', username: 'gleb' });
  if (!first) throw new Error('gleb was not admitted');
  expect(await passwords.find(first)).toBeNull();
  expect(await passwords.set(first, 'hash', { by, action: 'password-set' })).toBe(false);
  expect(await admitted(gleb, observer)).toEqual([{ ...first, observer: true }]);
  expect(await viewerOf('g')).toBeUndefined();
  const of = `admin:${first.type === 'admin' && first.adminId}`;
  const view = await views.create({ account: of, clientId: null, name: 'Всё', query: '' }, now);
  const trigger = { condition: 'every', least: 1, period: 'hour', schedule: 'now' } as const;
  const target = {
    channel: 'email',
    address: 'gleb@example.ru',
    secret: null,
    quietFrom: null,
    quietTo: null,
  } as const;
  const rule = { account: of, viewId: 'id' in view ? view.id : 0, name: 'Почтой', ...trigger, ...target };
  expect(await alerts.create(rule, now)).toMatchObject({ outcome: 'saved' });
  const [asClient] = await admitted(gleb, seats(seat(0, 'reader')));
  expect(await alerts.rules(of)).toMatchObject([{ paused: true }]);
  expect(asClient).toMatchObject({ type: 'client', clientId: clients[0] });
  await startSession(first, 'g2');
  expect(await viewerOf('g2')).toBeUndefined();
  expect(await admitted(gleb, administrator)).toEqual([first]);
});

test('a login of another account is not taken over until an administrator links it', async () => {
  const { people, passwords, administrators, directory } = opened.store;
  const [client = ''] = clients;
  const person = { name: 'Дина', login: 'dina', role: 'editor', mayExport: false } as const;
  const personId = (await people.invite(client, person, { hash: hash('dina'), until }, by)) ?? 0;
  await people.accept(hash('dina'), 'hash', by);
  await administrators.create('Ｅgor', 'hash', now);
  const taken = { refused: 'taken' };
  for (const login of ['dina', 'egor', client])
    expect(await admit(account(login), seats(seat(0, 'reader')))).toEqual(taken);
  await admitted(account('first'), administrator);
  expect(await admit(account('first', { subject: 'another' }), administrator)).toEqual(taken);
  // A Cyrillic letter; a known account keeps its login.
  expect(await admit(account('dinа'), administrator)).toEqual(taken);
  for (const login of ['first', 'fіrst', 'еgоr', 'dinа']) expect(await directory.isTaken(login, null)).toBe(true);
  expect(await directory.isTaken('first', account('first'))).toBe(false);
  expect(await people.invite(client, { ...person, login: 'boris' }, { hash: hash('x'), until }, by)).toBeNull();

  const own = { type: 'client', clientId: client, person: { ...person, personId } } as const;
  await startSession(own, 'd');
  const identity = { source: 'oidc', subject: 'id of dina', login: 'dina' } as const;
  expect(await directory.link({ ...identity, subject: 'id of boris' }, by)).toBe('other');
  expect(await directory.link(identity, by)).toBe('done');
  expect([await viewerOf('d'), await people.findByLogin('dina'), await passwords.find(own)]).toEqual([
    undefined,
    null,
    null,
  ]);
  expect(await admitted(account('dina'), seats(seat(0, 'editor')))).toEqual([
    { ...own, person: { ...own.person, name: 'DINA' } },
  ]);
  expect(await directory.accountOf(own)).toEqual(identity);
  expect(await directory.link({ ...identity, subject: 'x', login: 'nobody' }, by)).toBe('unknown');
});

test('an account that now has the login of another one cannot sign in, and keeps no lost rights', async () => {
  const pavel = account('pavel');
  const [first] = await admitted(pavel, administrator);
  await startSession(first, 'p');
  const renamed = { ...pavel, login: 'gleb' };
  expect(await admit(renamed, administrator)).toEqual({ refused: 'taken' });
  expect(await viewerOf('p')).toEqual(first);
  expect(await admit(renamed, observer)).toEqual({ refused: 'taken' });
  expect(await viewerOf('p')).toBeUndefined();
  expect(await admitted(pavel, administrator)).toEqual([first]);
  await startSession(first, 'p2');
  expect(await admit(renamed, seats())).toEqual({ refused: 'none' });
  expect(await viewerOf('p2')).toBeUndefined();
});

test('an unknown client grants no seat, and no access without another seat', async () => {
  const zoya = account('zoya');
  const unknown = { clientId: 'client-404', role: 'owner', mayExport: true } as const;
  expect(await admit(zoya, seats(unknown))).toEqual({ refused: 'none' });
  expect(await admit(zoya, seats(unknown, seat(0, 'reader')))).toMatchObject({ unknownClients: ['client-404'] });
});

test('a session is checked once within a pause, keeps its grant, and changes to another client', async () => {
  const { sessions } = opened.store;
  const [first, second] = await admitted(account('ira'), seats(seat(0, 'owner'), seat(1, 'reader')));
  const id = await startSession(first, 'i');
  expect(await sessions.beginCheck(id, 10, now + 9)).toBeNull();
  expect(await sessions.beginCheck(id, 10, now + 10)).toEqual({ grant: 'grant of i' });
  expect(await sessions.beginCheck(id, 10, now + 11)).toBeNull();
  await sessions.keepGrant(id, 'next');
  if (second?.type !== 'client') throw new Error('Ira has no second seat');
  const tokens = { accessHash: hash('new'), accessExpiresAt: until, refreshHash: hash('r'), refreshExpiresAt: until };
  await sessions.switchOwner(id, second, tokens, now, by);
  expect([await viewerOf('i'), (await sessions.findByAccess(hash('new'), now))?.viewer]).toEqual([undefined, second]);
  expect(await sessions.beginCheck(id, 10, now + 30)).toEqual({ grant: 'next' });
});

test('keys rest when the directory has not confirmed the account for 7 days, and end with the role', async () => {
  const day = 24 * 3_600_000;
  const { apiKeys, directory } = opened.store;
  const works = async (name: string, at: number) => (await apiKeys.find(hash(name), at)) !== null;
  const dmitry = account('dmitry');
  const accounts = [
    (await admitted(dmitry, seats(seat(0, 'editor'))))[0],
    (await admitted(account('ivan'), observer))[0],
  ];
  for (const [index, owner] of accounts.entries())
    if (owner) await apiKeys.create(owner, { name: 'Ключ', scopes: ['read'], hash: hash(`key ${index}`) }, null);
  for (const name of ['key 0', 'key 1'])
    expect([await works(name, now + 7 * day - 1), await works(name, now + 7 * day)]).toEqual([true, false]);
  await directory.admit(dmitry, seats(seat(0, 'editor')), now + day, by);
  await directory.admit(account('ivan'), administrator, now + day, by);
  expect([await works('key 0', now + 8 * day - 1), await works('key 1', now + day)]).toEqual([true, false]);
  await directory.admit(dmitry, seats(), now + day, by);
  expect(await works('key 0', now + day)).toBe(false);
});

// Proves: people#invitation, people#page, saved-filters#filters-of-rules
/** People of a client: invitations, roles, the last owner, and the data deleted with a person. */
import type { PersonFields } from '../../server/backend/store/people.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const until = now + 1000;
const by = { who: 'root', onBehalfOf: null, address: '', at: now };
let opened: TestStore;
let clientId: string;

beforeAll(async () => {
  opened = await openTestStore(() => now);
  const contact = { ipaddr: '', macaddr: '', email: '', phone: '', note: '' };
  ({ clientId } = await opened.store.clients.create({ name: 'Клиент', ...contact, exportAccess: 'denied' }, now));
});
afterAll(() => opened.close());

const hash = (text: string) => new TextEncoder().encode(text.padEnd(32));

async function invite(login: string, fields: Partial<PersonFields> = {}): Promise<number | null> {
  const person = { name: login.toUpperCase(), login, role: 'reader', mayExport: false, ...fields } as const;
  return opened.store.people.invite(clientId, person, { hash: hash(login), until }, by);
}

test('an invited person has no password until the link is used, once and in time', async () => {
  const { people, passwords } = opened.store;
  const id = (await invite('anna', { role: 'editor', mayExport: true })) ?? 0;
  expect(await invite('anna')).toBeNull();
  const person = { personId: id, login: 'anna', name: 'ANNA', role: 'editor', mayExport: true } as const;
  expect(await people.findByLogin('anna')).toEqual({ person: { type: 'client', clientId, person }, hash: null });
  const state = { disabled: false, departed: false, source: null, version: 1, changedAt: null, changedBy: null };
  expect(await people.list(clientId)).toEqual([
    { ...person, ...state, clientId, isActive: false, invitedUntil: until, signedInAt: null },
  ]);
  expect((await people.findInvited(hash('anna'), now))?.client).toBe('Клиент');
  expect(await people.findInvited(hash('anna'), until)).toBeNull();
  expect(await people.renew(clientId, id, { hash: hash('second'), until }, by)).toBe('done');
  expect(await people.accept(hash('anna'), 'hash', by)).toBe(false);
  expect([await people.accept(hash('second'), 'hash', by), await people.accept(hash('second'), 'hash', by)]).toEqual([
    true,
    false,
  ]);
  const owner = { type: 'client', clientId, person } as const;
  await passwords.set(owner, 'other', { by, action: 'password-changed' });
  expect([(await people.findByLogin('anna'))?.hash, await passwords.find(owner)]).toEqual(['other', 'other']);
});

test('a disabled person cannot sign in, and has no session even after being enabled again', async () => {
  const { access, people, sessions } = opened.store;
  const id = (await invite('boris')) ?? 0;
  await people.accept(hash('boris'), 'hash', by);
  const owner = (await people.findByLogin('boris'))?.person;
  if (!owner) throw new Error('Boris is missing');
  const tokens = { accessHash: hash('a'), accessExpiresAt: until, refreshHash: hash('r'), refreshExpiresAt: until };
  await sessions.create(owner, until, tokens, now);
  expect((await sessions.findByAccess(hash('a'), now))?.viewer).toEqual(owner);
  await people.renew(clientId, id, { hash: hash('again'), until }, by);
  expect(await people.setDisabled(clientId, id, true, by)).toBe('done');
  expect(await people.findInvited(hash('again'), now)).toBeNull();
  expect([(await people.findByLogin('boris'))?.hash, await sessions.findByAccess(hash('a'), now)]).toEqual([
    null,
    null,
  ]);
  expect(await people.setDisabled(clientId, id, false, by)).toBe('done');
  expect(await sessions.findByAccess(hash('a'), now)).toBeNull();
  await sessions.create(owner, until, tokens, now);
  await access.revoke({ type: 'client', clientId }, { keeps: null, parts: [], by });
  expect((await sessions.findByAccess(hash('a'), now))?.viewer).toEqual(owner);
  await access.revoke(owner, { keeps: null, parts: [], by });
  expect(await sessions.findByAccess(hash('a'), now)).toBeNull();
});

test('the last owner who can sign in stays, and a deleted person leaves only filters with rules', async () => {
  const { people, views, alerts, workRules, visits, clients, passwords } = opened.store;
  const id = (await invite('vera', { role: 'owner' })) ?? 0;
  await people.accept(hash('vera'), 'hash', by);
  const change = { name: 'Вера', role: 'reader', mayExport: false } as const;
  expect(await people.update(clientId, id, change, by)).toBe('last-owner');
  expect(await people.delete(clientId, id, by)).toBe('last-owner');
  expect(await people.delete('client-9', id, by)).toBe('unknown');
  const account = `client:${clientId}/${id}`;
  const save = async (name: string) => {
    const saved = await views.create({ account, clientId: null, name, query: '' }, now);
    return 'id' in saved ? saved.id : 0;
  };
  await save('Личный');
  const rule = { name: 'Правило', condition: 'every', least: 1, period: 'hour', channel: 'atom', address: '' } as const;
  const more = { schedule: 'now', quietFrom: null, quietTo: null, secret: null } as const;
  const viewId = await save('Для правила');
  const own = { account: `client:${clientId}`, clientId: null, name: 'Для правила', query: '' };
  expect(await views.create(own, now)).toMatchObject({ outcome: 'saved' });
  await alerts.create({ ...rule, ...more, viewId, account: `client:${clientId}` }, now);
  const actions = {
    tagId: null,
    assignee: null,
    state: 'resolved',
    reason: null,
    hidden: false,
    paused: false,
  } as const;
  await workRules.create({ clientId, name: 'Решать', viewId: await save('Для разметки'), ...actions });
  await visits.begin(account, now);
  await passwords.set({ type: 'client', clientId }, 'hash');
  expect(await clients.belongings(clientId)).toMatchObject({ views: 4, rules: 1 });
  expect(await people.update(clientId, id, change, by)).toBe('done');
  expect(await people.delete(clientId, id, by)).toBe('done');
  const kept = ['Для правила', 'Для правила 2', 'Для разметки'];
  const ofAccount = await views.list(`client:${clientId}`);
  expect(ofAccount.map(({ name }) => name)).toEqual(kept);
  expect((await alerts.feeds(`client:${clientId}`)).map(({ title }) => title).sort()).toEqual([...kept, 'Правило']);
  expect(await workRules.list(clientId)).toMatchObject([{ view: 'Для разметки', fault: null }]);
  expect([await views.list(account), await alerts.feeds(account)]).toEqual([[], []]);
});

describe('a filter that rules of the client use', () => {
  const ruleOn = (viewId: number, name: string) => ({
    ...({ name, viewId, condition: 'every', least: 1, period: 'hour', channel: 'atom', address: '' } as const),
    ...({ schedule: 'now', quietFrom: null, quietTo: null, secret: null, account: `client:${clientId}` } as const),
  });
  const work = { tagId: null, assignee: null, state: 'resolved', reason: null, hidden: false, paused: false } as const;

  /** A person with a filter «Моё» for a work rule, another for an alert, and one without rules. */
  async function prepare(login: string, role: 'owner' | 'editor') {
    const { alerts, views, workRules } = opened.store;
    const id = (await invite(login, { role })) ?? 0;
    const account = `client:${clientId}/${id}`;
    const save = async (name: string) => {
      const query = '?assignee=me&sort=-post_dt';
      const saved = await views.create({ account, clientId: null, name, query }, now);
      return 'id' in saved ? saved.id : 0;
    };
    const [ofWork, ofAlert] = [await save(`Разметка ${login}`), await save(`Оповещение ${login}`)];
    await save(`Личный ${login}`);
    await workRules.create({ clientId, name: `Решать ${login}`, viewId: ofWork, ...work }, by);
    await alerts.create(ruleOn(ofAlert, `Сообщать ${login}`), now, by);
    return { id, account, ofWork, ofAlert };
  }
  const viewsOf = async (account: string, login: string) =>
    (await opened.store.views.list(account))
      .filter(({ name }) => name.endsWith(login))
      .map(({ viewId, name, query }) => [viewId, name, query]);
  const ruleQueries = async (login: string) => [
    (await opened.store.workRules.list(clientId)).find(({ name }) => name.endsWith(login))?.query,
    (await opened.store.alerts.rules(`client:${clientId}`)).find(({ name }) => name.endsWith(login))?.query,
  ];
  const own = '?assignee=me&sort=-post_dt';

  test('selects the stories of its owner, and is handed to the client with the right to change the rules', async () => {
    const { alerts, people } = opened.store;
    const { id, account, ofWork, ofAlert } = await prepare('galina', 'owner');
    const named = `?assignee=${id}&sort=-post_dt`;
    const shared = `client:${clientId}`;
    expect(await ruleQueries('galina')).toEqual([named, named]);
    const links = (await alerts.feeds(shared)).filter(({ title }) => title === 'Сообщать galina');
    expect(links.map(({ query }) => query)).toEqual([named]);
    const change = { name: 'Галина', role: 'editor', mayExport: false } as const;
    await people.update(clientId, id, change, by);
    expect(await viewsOf(shared, 'galina')).toEqual([[ofAlert, 'Оповещение galina', named]]);
    expect(await viewsOf(account, 'galina')).toEqual([
      [expect.any(Number), 'Личный galina', own],
      [expect.any(Number), 'Оповещение galina', own],
      [ofWork, 'Разметка galina', own],
    ]);
    await people.update(clientId, id, { ...change, role: 'reader' }, by);
    expect(await viewsOf(shared, 'galina')).toEqual([
      [ofAlert, 'Оповещение galina', named],
      [ofWork, 'Разметка galina', named],
    ]);
    expect(await ruleQueries('galina')).toEqual([named, named]);
    const feeds = (await alerts.feeds(account)).filter(({ title }) => title.endsWith('galina'));
    expect(feeds.map(({ revoked }) => revoked)).toEqual([true, true, true]);
    expect((await alerts.rules(shared)).find(({ name }) => name === 'Сообщать galina')?.paused).toBe(false);
  });

  test('is handed to the client when the person is deleted, and rules on «Моё» are paused', async () => {
    const { alerts, people, workRules } = opened.store;
    const { id, ofWork, ofAlert } = await prepare('dina', 'owner');
    expect(await people.delete(clientId, id, by)).toBe('done');
    const named = `?assignee=${id}&sort=-post_dt`;
    expect(await viewsOf(`client:${clientId}`, 'dina')).toEqual([
      [ofAlert, 'Оповещение dina', named],
      [ofWork, 'Разметка dina', named],
    ]);
    expect((await workRules.list(clientId)).find(({ viewId }) => viewId === ofWork)?.fault).toBe('person-gone');
    expect((await alerts.rules(`client:${clientId}`)).find(({ viewId }) => viewId === ofAlert)?.paused).toBe(true);
  });
});

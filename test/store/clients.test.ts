// Proves: clients#many-clients
/** Clients, and their links to phrases. */
import { minute, start } from '../support/collection-store.ts';
import { by, contact, grant, recordsOf } from '../support/store-values.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';

let fixture: TestStore;
beforeEach(async () => {
  fixture = await openTestStore();
});
afterEach(() => fixture.close());

const add = (name: string) => fixture.store.clients.create({ name, ...contact }, start, by);

describe('clients', () => {
  test('get ascending IDs from client-1001, which are not used again', async () => {
    const { clients } = fixture.store;
    const first = await add('Первый');
    const unchanged = { keepCommentsDays: null, version: 1, changedAt: null, changedBy: null };
    expect(first).toEqual({ clientId: 'client-1001', name: 'Первый', ...contact, ...unchanged, connected: false });
    expect((await add('Второй')).clientId).toBe('client-1002');
    expect(await clients.delete('client-1002', start)).toBe(true);
    expect((await add('Третий')).clientId).toBe('client-1003');
    expect((await clients.list(start)).map(({ clientId }) => clientId)).toEqual(['client-1001', 'client-1003']);
    expect(await clients.get('client-1001', start)).toEqual(first);
    expect(await clients.get('client-1002', start)).toBeNull();
  });

  test('of two processes get different IDs', async () => {
    const other = await fixture.openAnother();
    const added = Array.from({ length: 10 }, (_, index) =>
      (index % 2 === 0 ? fixture.store : other).clients.create({ name: `${index}`, ...contact }, start),
    );
    expect(new Set((await Promise.all(added)).map(({ clientId }) => clientId)).size).toBe(10);
  });

  test('keep the fields that a change does not name', async () => {
    const { clients } = fixture.store;
    const { clientId } = await add('Первый');
    const version = { keepCommentsDays: null, version: 2, changedAt: start, changedBy: by.who };
    const changed = { clientId, ...contact, ...version, name: 'Новый', exportAccess: 'allowed', connected: false };
    expect(await clients.update(clientId, { name: 'Новый', exportAccess: 'allowed' }, start, by)).toEqual(changed);
    expect(await clients.get(clientId, start)).toEqual(changed);
    expect(await clients.update(clientId, { name: 'Новый' }, start, by)).toEqual(changed);
    expect(await clients.update('client-9', { name: 'x' }, start, by)).toBeNull();
    expect((await recordsOf(fixture.store)).map(({ action }) => action)).toEqual(['client-added', 'client-changed']);
  });

  test('have a password when one was set', async () => {
    const { passwords } = fixture.store;
    const client = { type: 'client', clientId: (await add('Первый')).clientId } as const;
    expect(await passwords.find(client)).toBeNull();
    expect(await passwords.set(client, 'hash', { by, action: 'password-set' })).toBe(true);
    expect(await passwords.find(client)).toBe('hash');
    const unknown = { type: 'client', clientId: 'client-9' } as const;
    expect(await passwords.set(unknown, 'hash', { by, action: 'password-set' })).toBe(false);
    expect((await recordsOf(fixture.store)).at(-1)).toMatchObject({ action: 'password-set' });
  });

  test('are connected for five minutes after one of their sessions was used', async () => {
    const { clients, sessions } = fixture.store;
    const { clientId } = await add('Первый');
    await sessions.create({ type: 'client', clientId }, start + 60 * minute, grant(1, start + 60 * minute), start);
    expect((await clients.get(clientId, start + 5 * minute - 1))?.connected).toBe(true);
    expect((await clients.get(clientId, start + 5 * minute))?.connected).toBe(false);
    expect((await clients.list(start))[0]?.connected).toBe(true);
  });

  test('are deleted with their links, sessions, views, mutes and visits, once', async () => {
    const { clients, sessions, views, visits, mutes, users, wordClients } = fixture.store;
    const { clientId } = await add('Первый');
    const account = `client:${clientId}`;
    const wordId = await fixture.createWord(clientId);
    await sessions.create({ type: 'client', clientId }, start + minute, grant(1, start + minute), start);
    await views.create({ account, clientId: null, name: 'Город', query: '' }, start);
    await views.create({ account: 'admin:1', clientId, name: 'Общий', query: '' }, start);
    await users.create({ userId: 7, name: 'Анна', domain: null, photoUrl: null });
    await mutes.create({ account, createdBy: account, kind: 'user', targetId: 7 }, start);
    await visits.begin(account, start);
    expect(await clients.delete(clientId, start, by)).toBe(true);
    expect(await clients.delete(clientId, start, by)).toBe(false);
    expect(await sessions.findByAccess(grant(1, 0).accessHash, start)).toBeNull();
    expect(await wordClients.forWord(wordId)).toEqual([]);
    expect([await views.list(account), await mutes.list(account)]).toEqual([[], []]);
    expect(await views.list('admin:1')).toMatchObject([{ name: 'Общий', clientId: null }]);
    expect((await recordsOf(fixture.store)).at(-1)).toMatchObject({ action: 'client-deleted' });
  });
});

describe('links of phrases and clients', () => {
  test('are listed by ID, by phrase and by client, and exist once', async () => {
    const { wordClients } = fixture.store;
    const [first, second] = [await fixture.createClient(), await fixture.createClient()];
    const [metro, vote] = [await fixture.createWord(first), await fixture.createWord(first)];
    const created = await wordClients.create(metro, second, by);
    expect(created).toMatchObject({ outcome: 'created', link: { wordId: metro, clientId: second } });
    expect(await wordClients.create(metro, second, by)).toEqual({ outcome: 'duplicate' });
    const pairs = (links: { wordId: number; clientId: string }[]) =>
      links.map(({ wordId, clientId }) => [wordId, clientId]);
    expect(pairs(await wordClients.list())).toEqual([
      [metro, first],
      [vote, first],
      [metro, second],
    ]);
    expect(pairs(await wordClients.forWord(metro))).toEqual([
      [metro, first],
      [metro, second],
    ]);
    expect(pairs(await wordClients.forClient(first))).toEqual([
      [metro, first],
      [vote, first],
    ]);
  });

  test('need a phrase that is not deleted, and a client', async () => {
    const { wordClients, words } = fixture.store;
    const clientId = await fixture.createClient();
    const wordId = await fixture.createWord(clientId);
    expect(await wordClients.create(99, clientId)).toEqual({ outcome: 'unknown-word' });
    expect(await wordClients.create(wordId, 'client-9')).toEqual({ outcome: 'unknown-client' });
    await words.markDeleted(wordId, start);
    expect(await wordClients.create(wordId, await fixture.createClient())).toEqual({ outcome: 'unknown-word' });
  });

  test('are removed once', async () => {
    const { wordClients, words } = fixture.store;
    const clientId = await fixture.createClient();
    const wordId = await fixture.createWord(clientId);
    const [link] = await wordClients.forWord(wordId);
    expect(await wordClients.delete(link?.id ?? 0, by)).toBe(true);
    expect(await wordClients.delete(link?.id ?? 0, by)).toBe(false);
    expect(await words.getOfClient(wordId, clientId)).toBeNull();
  });
});

describe('pages of clients', () => {
  const query = { limit: 10, offset: 0, orderBy: 'name', orderDirection: 'ASC', search: '' } as const;

  test('are sorted by the folded name and by figures, clients without a sign-in first', async () => {
    const { clients, sessions, words } = fixture.store;
    const [hedgehog, beetle, go] = [await add('Ёж'), await add('жук'), await add('go')];
    await fixture.createWord(beetle.clientId);
    await words.markDeleted(await fixture.createWord(go.clientId), start);
    await sessions.create({ type: 'client', clientId: go.clientId }, start + minute, grant(1, start + minute), start);
    const names = async (orderBy: 'name' | 'words' | 'signed_in_at' | 'client_id', orderDirection: 'ASC' | 'DESC') =>
      (await clients.page({ ...query, orderBy, orderDirection }, start)).rows.map(({ name }) => name);
    expect([await names('name', 'ASC'), await names('name', 'DESC')]).toEqual([
      ['go', 'Ёж', 'жук'],
      ['жук', 'Ёж', 'go'],
    ]);
    expect([await names('words', 'DESC'), await names('signed_in_at', 'ASC')]).toEqual([
      ['жук', 'go', 'Ёж'],
      ['Ёж', 'жук', 'go'],
    ]);
    expect(await clients.page({ ...query, limit: 1, offset: 2 }, start)).toEqual({
      rows: [{ ...beetle, words: 1, signedInAt: null }],
      total: 3,
    });
    expect(await clients.ids('')).toEqual([hedgehog.clientId, beetle.clientId, go.clientId]);
  });

  test('are searched by parts of ID, name and contacts, ignoring case and ё', async () => {
    const { clients } = fixture.store;
    const { clientId } = await add('Ёж 100%');
    await clients.create({ ...contact, name: 'жук', email: 'beetle@example.ru' }, start);
    const found = async (search: string) => (await clients.page({ ...query, search }, start)).total;
    const searches = ['еж', 'ЁЖ press', '%', '_', 'beetle', 'client-10', 'еж beetle', '10.0.0.1'];
    expect(await Promise.all(searches.map(found))).toEqual([1, 1, 1, 0, 1, 2, 0, 2]);
    expect(await clients.ids('еж')).toEqual([clientId]);
    await clients.update(clientId, { name: 'Новый' }, start);
    expect(await clients.ids('еж')).toEqual([]);
  });

  test.each([
    '00:1B:44:11:3A:B5',
    '00-1b-44-11-3a-b5',
    '001b44113ab5',
    '001B.4411.3AB5',
    '00 1B 44',
    '44-11',
    '4411.3',
    '+7 (916) 123-45-67',
    '8 916 123 45 67',
    '89161234567',
    '79161234567',
    '916 123',
    '(916)',
    '123–45–67',
    '+44 20 7946',
    '10.1.2.3',
    '10.1',
  ])('are found by «%s», whatever the stored notation', async (search) => {
    const { clients } = fixture.store;
    const own = { ipaddr: '10.1.2.3', macaddr: '00-1B-44-11-3A-B5', phone: '8(916)123-45-67, +44 (20) 7946-0958' };
    const { clientId } = await clients.create({ ...contact, name: 'Свой', ...own }, start);
    const others = { ipaddr: '192.168.0.1', macaddr: '10:12:3c:4d:5e:6f', phone: '+7 495 101 23 00' };
    await clients.create({ ...contact, name: 'Чужой', ...others }, start);
    expect(await clients.ids(search)).toEqual([clientId]);
    expect((await clients.page({ ...query, search }, start)).total).toBe(1);
  });
});

test('a client’s belongings are counted', async () => {
  const { clients, mutes, users, views, wordClients } = fixture.store;
  const [{ clientId }, other] = [await add('Первый'), await add('Второй')];
  const account = `client:${clientId}`;
  await wordClients.create(await fixture.createWord(clientId), other.clientId);
  await fixture.createWord(clientId);
  await views.create({ account, clientId: null, name: 'Город', query: '' }, start);
  await users.create({ userId: 7, name: 'Анна', domain: null, photoUrl: null });
  await mutes.create({ account, createdBy: account, kind: 'user', targetId: 7 }, start);
  const nothing = { words: 0, ownWords: 0, views: 0, rules: 0, reports: 0, mutes: 0 };
  expect(await clients.belongings(clientId)).toEqual({ ...nothing, words: 2, ownWords: 1, views: 1, mutes: 1 });
  expect(await clients.belongings(other.clientId)).toEqual({ ...nothing, words: 1 });
});

test('the permission to export is set for several clients, and unknown ones are returned', async () => {
  const { clients } = fixture.store;
  const { clientId } = await add('Первый');
  expect(await clients.setExportAccess([clientId, 'client-9'], 'allowed', start, by)).toEqual(['client-9']);
  expect(await clients.get(clientId, start)).toMatchObject({ exportAccess: 'allowed' });
  expect((await recordsOf(fixture.store)).map(({ action }) => action)).toEqual(['client-added', 'client-changed']);
});

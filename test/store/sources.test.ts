// Proves: embedded-backend#phrases-and-sources, sources#table
/** Sources, authors and cities. */
import type { OwnerRow } from '../../server/backend/store/owners.ts';
import type { UserRow } from '../../server/backend/store/users.ts';
import { start } from '../support/collection-store.ts';
import { newPost } from '../support/seed-posts.ts';
import { by, recordsOf } from '../support/store-values.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';

let fixture: TestStore;
beforeEach(async () => {
  fixture = await openTestStore();
});
afterEach(() => fixture.close());

const owner = (ownerId: number, name: string | null, fields: Partial<OwnerRow> = {}): OwnerRow => ({
  ownerId,
  ownerType: ownerId < 0 ? 'group' : 'user',
  name,
  domain: null,
  photoUrl: null,
  ...fields,
});

describe('sources', () => {
  const list = async (orderBy: 'owner_id' | 'name' | 'owner_type', orderDirection: 'ASC' | 'DESC' = 'ASC') =>
    (await fixture.store.owners.list({ limit: 10, offset: 0, orderBy, orderDirection })).map(({ ownerId }) => ownerId);

  test('are sorted by the folded name, which is missing for some, and by other columns, the ID last', async () => {
    const { owners } = fixture.store;
    await owners.save([
      owner(-3, 'Ёж'),
      owner(-2, 'жук'),
      owner(1, null),
      owner(2, 'go'),
      owner(-9_007_199_254_740_991, 'еж'),
    ]);
    expect(await list('name')).toEqual([1, 2, -9_007_199_254_740_991, -3, -2]);
    expect(await list('name', 'DESC')).toEqual([-2, -3, -9_007_199_254_740_991, 2, 1]);
    expect(await list('owner_id')).toEqual([-9_007_199_254_740_991, -3, -2, 1, 2]);
    expect(await list('owner_type', 'DESC')).toEqual([2, 1, -2, -3, -9_007_199_254_740_991]);
    expect(await owners.list({ limit: 1, offset: 3, orderBy: 'owner_id', orderDirection: 'ASC' })).toEqual([
      owner(1, null),
    ]);
    expect(await owners.count()).toBe(5);
  });

  test('are found by every part of a search, and sorted by given figures, which are 0 for other sources', async () => {
    const { owners } = fixture.store;
    await owners.save([owner(-3, 'Ёжик', { domain: 'Hedgehog' }), owner(-2, 'Жук'), owner(-1, 'Ёж')]);
    const query = { limit: 10, offset: 0, orderBy: 'recent_posts', orderDirection: 'DESC' } as const;
    const listed = async (search: string, figures: ReadonlyMap<number, number>) =>
      (await owners.list({ ...query, search, figures })).map(({ ownerId }) => ownerId);
    expect(await listed('', new Map([[-2, 5]]))).toEqual([-2, -1, -3]);
    expect(await listed('еж', new Map([[-3, 5]]))).toEqual([-3, -1]);
    expect(await listed('hedge ЕЖ', new Map())).toEqual([-3]);
    expect([await owners.count(null, 'еж'), await owners.count(null, '-2')]).toEqual([2, 1]);
  });

  test('keep known values when a later value is missing', async () => {
    const { owners } = fixture.store;
    const known = owner(-1, 'Город', { domain: 'city', photoUrl: '/a.jpg' });
    await owners.save([known]);
    await owners.save([owner(-1, null, { ownerType: 'page' })]);
    expect(await owners.find(-1)).toEqual({ ...known, ownerType: 'page' });
    await owners.save([owner(-1, 'Новый'), owner(-1, 'Новейший')]);
    expect(await owners.find(-1)).toEqual({ ...known, name: 'Новейший' });
    expect(await owners.find(-2)).toBeNull();
  });

  test('that are added get the next free ID, unless they have one that is free', async () => {
    const { owners } = fixture.store;
    const { ownerId: _, ...fields } = owner(-1, 'Город');
    expect(await owners.create({ ...fields, ownerId: 41 }, by)).toEqual({
      outcome: 'created',
      owner: { ...fields, ownerId: 41 },
    });
    expect(await owners.create({ ...fields, ownerId: 41 }, by)).toEqual({ outcome: 'duplicate' });
    expect(await owners.create({ ...fields, ownerId: null }, by)).toMatchObject({ owner: { ownerId: 42 } });
    expect((await recordsOf(fixture.store)).map(({ action }) => action)).toEqual(['owner-added', 'owner-added']);
  });
});

describe('a source that a client has added', () => {
  const page = { limit: 10, offset: 0, orderBy: 'owner_id', orderDirection: 'ASC' } as const;
  const { ownerId: _, ...fields } = owner(-1, 'Выдумка');
  const [account, another] = ['client:client-1001', 'client:client-1002'];
  const add = (ownerId: number, addedBy = account, max = 2) =>
    fixture.store.owners.create({ ...fields, ownerId, addedBy }, by, max);
  const seenBy = async (viewer: string | null) => {
    const { owners } = fixture.store;
    const rows = await owners.list(page, viewer);
    expect(await owners.count(viewer)).toBe(rows.length);
    for (const id of [-1, -2, -3]) {
      expect((await owners.find(id, viewer)) !== null).toBe(rows.some(({ ownerId }) => ownerId === id));
    }
    return rows.map(({ ownerId }) => ownerId);
  };

  test('is seen by it and by administrators until a post or the network confirms it', async () => {
    const { owners, posts, mutes } = fixture.store;
    const wordId = await fixture.createWord(await fixture.createClient());
    await fixture.createWord(await fixture.createClient());
    for (const ownerId of [-2, -1]) await add(ownerId);
    await add(-3, 'admin:1');
    expect([await seenBy(account), await seenBy(another), await seenBy(null)]).toEqual([
      [-3, -2, -1],
      [-3],
      [-3, -2, -1],
    ]);
    const mute = { account: another, createdBy: another, kind: 'owner', targetId: -1 } as const;
    expect(await mutes.create(mute, start)).toEqual({ outcome: 'unknown-target' });
    await posts.save([newPost({ wordId, ownerId: -1 })]);
    await owners.save([owner(-2, 'Город')]);
    expect(await seenBy(another)).toEqual([-3, -2, -1]);
    expect((await mutes.create(mute, start)).outcome).toBe('created');
  });

  test('counts for the limit of its account until it is confirmed, also for two processes', async () => {
    const other = await fixture.openAnother();
    const adding = [fixture.store, other, fixture.store].map(({ owners }, index) =>
      owners.create({ ...fields, ownerId: -1 - index, addedBy: account }, by, 2),
    );
    const outcomes = (await Promise.all(adding)).map(({ outcome }) => outcome);
    expect(outcomes.toSorted()).toEqual(['created', 'created', 'too-many']);
    expect((await add(-9, another)).outcome).toBe('created');
    await fixture.store.owners.save([owner((await seenBy(account))[0] ?? 0, 'Город')]);
    expect((await add(-7)).outcome).toBe('created');
  });

  test('is deleted while it has no posts', async () => {
    const { owners, posts } = fixture.store;
    await add(-1);
    await add(-2);
    const wordId = await fixture.createWord(await fixture.createClient());
    await posts.save([newPost({ wordId, ownerId: -2 })]);
    expect([await owners.delete(-1, by), await owners.delete(-1, by), await owners.delete(-2, by)]).toEqual([
      'deleted',
      'unknown',
      'confirmed',
    ]);
    expect(await seenBy(null)).toEqual([-2]);
    expect((await recordsOf(fixture.store)).map(({ action }) => action)).toContain('owner-deleted');
  });
});

test('authors are added once and listed by ID', async () => {
  const { users } = fixture.store;
  const [anna, oleg]: UserRow[] = [
    { userId: 9, name: 'Анна', domain: 'anna', photoUrl: null },
    { userId: 7, name: 'Олег', domain: null, photoUrl: '/o.jpg' },
  ];
  if (!anna || !oleg) throw new Error();
  expect([await users.create(anna, by), await users.create(oleg, by)]).toEqual([anna, oleg]);
  expect(await users.create({ ...anna, name: 'Другая' }, by)).toBeNull();
  expect(await users.list()).toEqual([oleg, anna]);
  expect([await users.get(9), await users.get(8)]).toEqual([anna, null]);
  expect((await recordsOf(fixture.store)).map(({ action }) => action)).toEqual(['author-added', 'author-added']);
});

describe('cities', () => {
  const cities = [
    { cityId: 1, name: 'Орёл', country: 'Россия' },
    { cityId: 2, name: 'Вологда', country: null },
    { cityId: 3, name: null, country: null },
  ];
  const find = async (contains: string, clientId: string | null = null) =>
    (await fixture.store.cities.list({ clientId, contains, limit: 10 })).map(({ cityId }) => cityId);

  test('are found by a part of the name, ignoring case and ё, sorted by name', async () => {
    await fixture.store.cities.save(cities);
    expect(await find('')).toEqual([3, 2, 1]);
    expect([await find('ОРЕ'), await find('о'), await find('%')]).toEqual([[1], [2, 1], []]);
    expect(await fixture.store.cities.list({ clientId: null, contains: 'о', limit: 1 })).toEqual([cities[1]]);
  });

  test('keep known values when a later value is missing', async () => {
    await fixture.store.cities.save(cities);
    await fixture.store.cities.save([
      { cityId: 1, name: null, country: null },
      { cityId: 2, name: 'Вологда', country: 'Россия' },
    ]);
    expect(await fixture.store.cities.list({ clientId: null, contains: 'о', limit: 10 })).toEqual([
      { cityId: 2, name: 'Вологда', country: 'Россия' },
      cities[0],
    ]);
  });

  test('of a client are the sources of posts of its phrases that are not deleted', async () => {
    const { posts, words } = fixture.store;
    await fixture.store.cities.save(cities);
    const clientId = await fixture.createClient();
    const other = await fixture.createClient();
    const [metro, vote] = [await fixture.createWord(clientId), await fixture.createWord(other)];
    await posts.save([newPost({ wordId: metro, cityId: 1 }), newPost({ wordId: vote, cityId: 2 })]);
    expect(await find('', clientId)).toEqual([1]);
    await words.markDeleted(metro, 1);
    expect(await find('', clientId)).toEqual([]);
  });
});

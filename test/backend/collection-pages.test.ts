// Proves: collection#posts, collection#text-of-a-post, phrases#states
/** Pages of found posts: the stored rows, and that a page is stored completely or not at all. */
import { DatabaseSync } from 'node:sqlite';
import type { Identity } from '../../server/backend/rules/account.ts';
import {
  type CollectionFixture,
  day,
  dayCollected,
  done,
  foundPage,
  foundPost,
  foundPosts,
  hour,
  minute,
  openCollectionStore,
  start,
} from '../support/collection-store.ts';
import { viewing } from '../support/viewing.ts';

const admin: Identity = { type: 'admin', adminId: 1, username: 'admin' };
const newest = { limit: 100, offset: 0, orderBy: 'post_dt', orderDirection: 'DESC' } as const;

let fixture: CollectionFixture;
let db: DatabaseSync;
let wordId: number;
beforeEach(async () => {
  fixture = openCollectionStore();
  db = new DatabaseSync(fixture.file);
  wordId = await fixture.createWord(await fixture.createClient(), { text: 'метро' });
});
afterEach(async () => {
  db.close();
  await fixture.close();
});

const posts = async () => (await fixture.store.posts.page(admin, viewing(), newest)).rows;
const facts = () => db.prepare('SELECT * FROM post_facts ORDER BY owner_id, post_id').all();
const known = { likes: 5, reposts: 1, comments: 2, views: 100, isAd: true, editedAt: start, repostOf: null };

/** Runs once at the time, with one page of the posts. */
async function collect(found: ReturnType<typeof foundPost>[], now: number): Promise<number | undefined> {
  const claim = await fixture.claim(now);
  const saved = await fixture.store.collection.savePage(claim, foundPage(found), dayCollected, now);
  await fixture.store.collection.finish(claim, { ...done, dueAt: now }, now);
  return saved?.added;
}

test('a page stores posts, sources, authors, cities and facts', async () => {
  const repostOf = { ownerId: 7, postId: 8 };
  const post = foundPost({ userId: 5, cityId: 2, facts: { ...known, repostOf } });
  const owner = { ownerId: -1, ownerType: 'group', name: 'Новости', domain: 'news', photoUrl: null };
  const user = { userId: 5, name: 'Иван Петров', domain: 'ivan', photoUrl: null };
  const city = { cityId: 2, name: 'Самара', country: 'Россия' };
  const page = foundPage([post], { owners: [owner], users: [user], cities: [city] });
  const claim = await fixture.claim();
  expect(await fixture.store.collection.savePage(claim, page, dayCollected, start)).toMatchObject({ added: 1 });
  expect(await posts()).toMatchObject([
    { word: 'метро', ownerName: 'Новости', city: 'Самара', userId: 5, text: post.text, updatedAt: start },
  ]);
  expect(await fixture.store.users.get(5)).toEqual(user);
  expect(await fixture.store.posts.countMatching(admin, 'станция')).toBe(1);
  expect(facts()).toMatchObject([
    { owner_id: -1, post_id: 1, likes: 5, reposts: 1, comments: 2, views: 100, is_ad: 1, edited_at: start },
  ]);
  expect(facts()).toMatchObject([{ repost_owner_id: 7, repost_post_id: 8 }]);
});

test('known names, countries and facts are not replaced by unknown ones', async () => {
  const { store } = fixture;
  await store.owners.save([{ ownerId: -1, ownerType: 'group', name: 'Новости', domain: 'news', photoUrl: 'p' }]);
  await store.cities.save([{ cityId: 2, name: 'Самара', country: 'Россия' }]);
  await store.users.create({ userId: 5, name: 'Иван', domain: 'ivan', photoUrl: 'p' });
  await collect([foundPost({ facts: known })], start);
  const page = foundPage([foundPost()], {
    owners: [{ ownerId: -1, ownerType: 'page', name: null, domain: null, photoUrl: null }],
    users: [{ userId: 5, name: 'Пётр', domain: null, photoUrl: null }],
    cities: [{ cityId: 2, name: 'Город Самара', country: null }],
  });
  await store.collection.savePage(await fixture.claim(start), page, dayCollected, start);
  expect(await store.owners.find(-1)).toMatchObject({
    ownerType: 'page',
    name: 'Новости',
    domain: 'news',
    photoUrl: 'p',
  });
  expect(await store.users.get(5)).toEqual({ userId: 5, name: 'Пётр', domain: 'ivan', photoUrl: 'p' });
  const cities = await store.cities.list({ clientId: null, contains: '', limit: 10 });
  expect(cities).toEqual([{ cityId: 2, name: 'Город Самара', country: 'Россия' }]);
  expect(facts()).toMatchObject([{ likes: 5, reposts: 1, comments: 2, views: 100, edited_at: start, is_ad: 0 }]);
});

test('a post that is found again unchanged is not written again, and its facts are updated', async () => {
  await collect([foundPost({ facts: known })], start);
  db.exec("CREATE TRIGGER kept BEFORE DELETE ON posts BEGIN SELECT RAISE(ABORT, 'written again'); END");
  expect(await collect([foundPost({ facts: { ...known, likes: 6 } })], start + hour)).toBe(0);
  expect(await posts()).toMatchObject([{ updatedAt: start }]);
  expect(facts()).toMatchObject([{ likes: 6 }]);
});

test.each([
  ['text', { text: 'Закрыли аэропорт' }],
  ['repost of another', { textParts: [{ kind: 'repost' as const, at: 9 }] }],
  ['photo', { photoUrl: 'https://photos.example/1.jpg' }],
  ['city', { cityId: 9 }],
  ['author', { userId: 9 }],
  ['time', { postedAt: start - 2 * hour }],
])('a post with a new %s is updated, and counts once', async (_title, change) => {
  await collect([foundPost()], start);
  expect(await collect([foundPost(change)], start + hour)).toBe(0);
  expect(await posts()).toMatchObject([{ ...change, updatedAt: start + hour }]);
  expect(await fixture.store.words.get(wordId)).toMatchObject({ totalPosts: 1, lastUpdatePosts: start });
  expect(await fixture.store.posts.countMatching(admin, 'аэропорт')).toBe('text' in change ? 1 : 0);
});

test('a repost that was stored without its original gets the original without a new arrival', async () => {
  const facts = { ...known, repostOf: { ownerId: -2, postId: 7 } };
  await collect([foundPost({ text: 'Ужас', facts })], start);
  const newest = await fixture.store.alerts.newestArrival();
  const change = { text: 'Ужас\n\nЗакрыли аэропорт', textParts: [{ kind: 'repost', at: 6 } as const] };
  expect(await collect([foundPost({ ...change, facts })], start + hour)).toBe(0);
  expect(await posts()).toMatchObject([{ ...change, updatedAt: start + hour }]);
  expect(await fixture.store.alerts.newestArrival()).toBe(newest);
  expect(await fixture.store.posts.countMatching(admin, 'аэропорт')).toBe(1);
});

test('the phrase counts its posts, the newest one, and the last run that added posts', async () => {
  await collect(foundPosts(3), start);
  const counters = { totalPosts: 3, lastUpdatePosts: start, lastPostPosts: start - hour };
  expect(await fixture.store.words.get(wordId)).toMatchObject({ ...counters, updateDt: start });
  await collect(foundPosts(3), start + hour);
  expect(await fixture.store.words.get(wordId)).toMatchObject({ ...counters, updateDt: start + hour });
  await collect([foundPost({ postId: 9, postedAt: start - day })], start + 2 * hour);
  expect(await fixture.store.words.get(wordId)).toMatchObject({
    ...counters,
    totalPosts: 4,
    lastUpdatePosts: start + 2 * hour,
  });
});

test('saving a page returns the time of the hundredth newest post', async () => {
  const save = async (count: number) =>
    fixture.store.collection.savePage(await fixture.claim(start), foundPage(foundPosts(count)), dayCollected, start);
  expect(await save(99)).toEqual({ added: 99, targetPostAt: null });
  await fixture.store.collection.endLost(start + day);
  expect(await save(150)).toEqual({ added: 51, targetPostAt: start - hour - 99 * minute });
});

describe('a page that cannot be stored completely', () => {
  const tables = ['posts', 'post_facts', 'post_texts', 'owners', 'words', 'collection_phrases', 'collection_windows'];
  const dump = () =>
    [...tables, 'collection_runs', 'post_search_docsize'].map((table) => db.prepare(`SELECT * FROM ${table}`).all());

  test.each([
    ['posts', 'INSERT'],
    ['post_texts', 'INSERT'],
    ['post_facts', 'INSERT'],
    ['owners', 'INSERT'],
    ['words', 'UPDATE'],
    ['collection_phrases', 'UPDATE'],
    ['collection_windows', 'INSERT'],
    ['collection_runs', 'UPDATE'],
  ])('because of %s leaves nothing, and is stored once when it is repeated', async (table, action) => {
    const owner = { ownerId: -1, ownerType: 'group', name: 'Новости', domain: null, photoUrl: null };
    const page = foundPage(foundPosts(3), { owners: [owner] });
    const claim = await fixture.claim();
    const cursor = { from: start - day, to: start, startFrom: '3/-1_3', search: 1, unread: start - 2 * day };
    const save = () => fixture.store.collection.savePage(claim, page, { ...dayCollected, cursor }, start);
    const before = dump();
    db.exec(`CREATE TRIGGER fault BEFORE ${action} ON ${table} BEGIN SELECT RAISE(ABORT, 'fault'); END`);
    await expect(save()).rejects.toThrow('fault');
    expect(dump()).toEqual(before);
    db.exec('DROP TRIGGER fault');
    expect(await save()).toMatchObject({ added: 3 });
    expect(await save()).toMatchObject({ added: 0 });
    expect(await fixture.store.words.get(wordId)).toMatchObject({ totalPosts: 3 });
    expect(await fixture.store.collection.phrase(wordId, start)).toMatchObject({
      cursor,
      windows: [dayCollected.window],
      lastRun: { added: 3 },
    });
  });
});

describe('a full search', () => {
  const cursor = { from: start - 30 * day, to: start - day, startFrom: null, search: 0, unread: null };
  const begin = async () => {
    await fixture.store.words.update(wordId, { fullSearch: true });
    return fixture.claim();
  };

  test('continues at its cursor in the run after an interruption', async () => {
    const claim = await begin();
    await fixture.store.collection.savePage(claim, foundPage(foundPosts(3)), { ...dayCollected, cursor }, start);
    await fixture.store.collection.finish(claim, { outcome: 'waiting', reason: null, dueAt: start + hour }, start);
    expect(await fixture.claim(start + hour)).toMatchObject({ fullSearch: true, cursor, collectedTo: start });
  });

  test('is off together with its last page, before the run ends', async () => {
    const claim = await begin();
    const { collection, words } = fixture.store;
    await collection.savePage(claim, foundPage(foundPosts(3)), { ...dayCollected, cursor }, start);
    expect(await words.get(wordId)).toMatchObject({ fullSearch: true });
    const rest = { from: start - 30 * day, to: start - day, complete: true };
    await collection.savePage(claim, foundPage([]), { found: 3, window: rest, cursor: null }, start);
    expect(await words.get(wordId)).toMatchObject({ fullSearch: false, running: true });
    expect(await collection.phrase(wordId, start)).toMatchObject({
      cursor: null,
      windows: [{ from: start - 30 * day, to: start, complete: true }],
    });
    await collection.finish(claim, done, start);
    expect(await fixture.claim(done.dueAt)).toMatchObject({ fullSearch: false, cursor: null, collectedTo: start });
  });

  test('that is turned off and on again starts again', async () => {
    const claim = await begin();
    await fixture.store.collection.savePage(claim, foundPage([]), { ...dayCollected, cursor }, start);
    await fixture.store.words.update(wordId, { fullSearch: false });
    expect(await fixture.store.collection.savePage(claim, foundPage([]), dayCollected, start)).toBeNull();
    await fixture.store.words.update(wordId, { fullSearch: true });
    expect(await fixture.claim()).toMatchObject({ fullSearch: true, cursor: null });
  });
});

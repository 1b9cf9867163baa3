// Proves: collection#posts, collection#text-of-a-post, collection#what-vk-finds
/** Posts: stored posts are found, shown and counted. */

import { unknownReach } from '../../server/backend/feed/reach.ts';
import { hour, start } from '../support/collection-store.ts';
import { newPost, noon } from '../support/seed-posts.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';
import { type FlatViewing, viewing, viewingSince } from '../support/viewing.ts';

const admin = { type: 'admin', adminId: 1, username: 'admin' } as const;
let fixture: TestStore;
let clientId: string;
let metro: number;
let vote: number;
const now = noon + 20 * hour;
const clock = { at: now };
beforeEach(async () => {
  clock.at = now;
  fixture = await openTestStore(() => clock.at);
  clientId = await fixture.createClient();
  metro = await fixture.createWord(clientId, { text: 'метро' });
  vote = await fixture.createWord(await fixture.createClient(), { text: 'выборы' });
});
afterEach(() => fixture.close());

const page = { limit: 20, offset: 0, orderBy: 'post_dt', orderDirection: 'DESC' } as const;
const read = (scope: Partial<FlatViewing> = {}, store = fixture.store) => store.posts.page(admin, viewing(scope), page);
const numbers = async (scope: Partial<FlatViewing> = {}, store = fixture.store) =>
  (await read(scope, store)).rows.map(({ postId }) => postId);

describe('a saved post', () => {
  test('has another time when it is corrected, and the newest post of each of its phrases is counted again', async () => {
    const { posts, words } = fixture.store;
    const wrong = { postedAt: noon + 10 * hour };
    await posts.save([newPost({ wordId: metro, ...wrong }), newPost({ wordId: vote, ...wrong })]);
    await posts.save([newPost({ wordId: metro, postId: 2, postedAt: noon - hour })]);
    await posts.save([newPost({ wordId: metro, updatedAt: noon + hour })]);
    expect(await words.get(metro)).toMatchObject({ totalPosts: 2, lastPostPosts: noon });
    expect(await words.get(vote)).toMatchObject({ totalPosts: 1, lastPostPosts: noon });
  });

  test('has its fields, the fields of its phrase, source and city, and is the same when it is saved again', async () => {
    const { posts, owners, cities, words } = fixture.store;
    const textParts = [{ kind: 'repost', at: 2 }] as const;
    const post = newPost({
      wordId: metro,
      cityId: 5,
      photoUrl: 'https://vk.com/a.jpg',
      updatedAt: noon + hour,
      textParts,
    });
    await owners.save([{ ownerId: -1, ownerType: 'group', name: 'Город', domain: 'city', photoUrl: '/o.jpg' }]);
    await cities.save([{ cityId: 5, name: 'Орёл', country: 'Россия' }]);
    expect(await posts.save([post])).toEqual({ added: 1, changed: 0, refused: 0 });
    expect(await posts.save([post])).toEqual({ added: 0, changed: 0, refused: 0 });
    expect(await read()).toEqual({
      rows: [
        {
          ...post,
          ...unknownReach,
          changedAt: null,
          deletedAt: null,
          storyViews: null,
          storyMeasured: 0,
          storyPosts: 0,
          word: 'метро',
          wallId: null,
          ownerName: 'Город',
          ownerPhotoUrl: '/o.jpg',
          domain: 'city',
          ownerType: 'group',
          country: 'Россия',
          city: 'Орёл',
          storyId: await fixture.store.alerts.newestArrival(),
          parentStoryId: null,
          copies: 0,
          read: false,
          foundByVk: false,
          work: null,
        },
      ],
      total: 1,
    });
    expect(await words.get(metro)).toMatchObject({
      totalPosts: 1,
      lastPostPosts: noon,
      lastUpdatePosts: now,
      updateDt: now,
    });
  });

  test('that changes is found by its new text, time, city and author alone', async () => {
    const { posts } = fixture.store;
    await posts.save([
      newPost({ wordId: metro, cityId: 5 }),
      newPost({ wordId: metro, postId: 2, postedAt: noon + 1000 }),
    ]);
    const change = { text: 'Ремонт трамвая', postedAt: noon + hour, cityId: 6, userId: 9 };
    expect(await posts.save([newPost({ wordId: metro, ...change })])).toEqual({ added: 0, changed: 1, refused: 0 });
    expect(await numbers()).toEqual([1, 2]);
    expect([await numbers({ text: 'станция' }), await numbers({ text: 'ремонт' })]).toEqual([[2], [1]]);
    expect([await numbers({ city: 5 }), await numbers({ city: 6 })]).toEqual([[], [1]]);
    expect(await posts.dates(admin, viewing(), now)).toEqual({ min: noon + 1000, max: noon + hour });
  });

  test('is seen at once by another process, and so are changes of phrases, mutes and marks', async () => {
    const { posts, words, mutes, marks } = fixture.store;
    const other = await fixture.openAnother();
    expect(await numbers({}, other)).toEqual([]);
    await posts.save([newPost({ wordId: metro }), newPost({ wordId: vote, postId: 2, ownerId: -2, text: 'выборы' })]);
    expect(await numbers({}, other)).toEqual([2, 1]);
    await mutes.create({ account: 'admin:1', createdBy: 'admin:1', kind: 'owner', targetId: -2 }, start);
    expect(await numbers({ account: 'admin:1' }, other)).toEqual([1]);
    await marks.mark(admin, [(await read()).rows.find(({ postId }) => postId === 1)?.storyId ?? 0], true);
    expect(await numbers({ account: 'admin:1', unread: true }, other)).toEqual([]);
    await words.markDeleted(metro, start);
    expect(await numbers({}, other)).toEqual([2]);
    await words.update(metro, { deleted: false });
    expect(await numbers({ clientId }, other)).toEqual([1]);
  });
});

describe('the rows of a post under several phrases', () => {
  const edit = {
    text: 'Ремонт трамвая',
    photoUrl: 'https://vk.com/b.jpg',
    userId: 9,
    cityId: 6,
    postedAt: noon + 2000,
  };
  const contents = async () =>
    (await read()).rows.map(({ wordId, text, photoUrl, userId, cityId, postedAt, updatedAt }) => ({
      wordId,
      text,
      photoUrl,
      userId,
      cityId,
      postedAt,
      updatedAt,
    }));

  test('all get a newer version, whichever phrase it came under, and are found by it', async () => {
    const { posts } = fixture.store;
    await posts.save([newPost({ wordId: metro }), newPost({ wordId: vote })]);
    const edited = newPost({ wordId: vote, updatedAt: noon + hour, ...edit });
    expect(await posts.save([edited])).toMatchObject({ added: 0, changed: 1 });
    const content = { ...edit, updatedAt: noon + hour };
    expect(await contents()).toEqual(expect.arrayContaining([metro, vote].map((wordId) => ({ wordId, ...content }))));
    expect([await numbers({ text: 'станция' }), await numbers({ text: 'ремонт' })]).toEqual([[], [1, 1]]);
    expect(await posts.countMatching(admin, 'станция')).toBe(0);
    expect(await posts.save([edited])).toMatchObject({ added: 0, changed: 0 });
  });

  test('say each for itself whether VK found the post although the phrase does not match', async () => {
    const { posts } = fixture.store;
    const marks = async () => (await read()).rows.map(({ wordId, foundByVk }) => [wordId, foundByVk]).sort();
    await posts.save([newPost({ wordId: metro }), newPost({ wordId: vote, foundByVk: true })]);
    expect(await marks()).toEqual([
      [metro, false],
      [vote, true],
    ]);
    await posts.save([newPost({ wordId: metro, foundByVk: true, updatedAt: noon + hour, ...edit })]);
    await posts.save([newPost({ wordId: vote, foundByVk: false, updatedAt: noon + 2 * hour })]);
    await posts.save([newPost({ wordId: metro, updatedAt: noon + 3 * hour, text: 'Ещё' })]);
    expect(await marks()).toEqual([
      [metro, true],
      [vote, false],
    ]);
  });

  test('never get an older version, whether they are stored or new', async () => {
    const { posts } = fixture.store;
    await posts.save([newPost({ wordId: metro, updatedAt: noon + hour, ...edit })]);
    expect(await posts.save([newPost({ wordId: metro })])).toMatchObject({ added: 0, changed: 0 });
    expect(await posts.save([newPost({ wordId: vote })])).toMatchObject({ added: 1, changed: 0 });
    const content = { ...edit, updatedAt: noon + hour };
    expect(await contents()).toEqual(expect.arrayContaining([metro, vote].map((wordId) => ({ wordId, ...content }))));
    expect((await read({ copies: false })).total).toBe(1);
  });

  test('keep the content of each line of an import at the same time, so that a second import changes nothing', async () => {
    const { posts } = fixture.store;
    const lines = [newPost({ wordId: metro }), newPost({ wordId: vote, text: 'Ремонт трамвая' })];
    await posts.save(lines);
    expect(await posts.save(lines)).toMatchObject({ added: 0, changed: 0 });
  });
});

test('the post under two phrases and an equal text are one story, until its text changes', async () => {
  const { posts } = fixture.store;
  const copy = newPost({ wordId: metro, ownerId: -2, postId: 2, userId: 2, postedAt: noon + 1000 });
  await posts.save([newPost({ wordId: metro }), newPost({ wordId: vote }), copy]);
  expect((await read({ copies: false })).rows).toMatchObject([{ postId: 2, copies: 2 }]);
  expect([await posts.count(admin, viewing()), await posts.countMatching(admin, 'станция')]).toEqual([3, 2]);
  await posts.save([{ ...copy, text: 'Ремонт трамвая' }]);
  expect((await read({ copies: false })).rows).toMatchObject([{ copies: 0 }, { copies: 1 }]);
  expect((await posts.histogram(admin, viewing({ copies: false }), now)).bars).toMatchObject([{ total: 2 }]);
});

describe('a date that cannot be true', () => {
  const absurd = Date.UTC(2099, 0, 1);

  test('is stored as the time of receipt when it is over 24 hours ahead, and stays so', async () => {
    const { posts } = fixture.store;
    const ahead = newPost({ wordId: metro, postedAt: absurd, updatedAt: absurd });
    const soon = newPost({ wordId: metro, ownerId: -2, postId: 2, postedAt: now + 24 * hour });
    expect(await posts.save([ahead, soon])).toMatchObject({ added: 2 });
    const times = async () => (await read()).rows.map(({ postedAt, updatedAt }) => [postedAt, updatedAt]);
    expect(await times()).toEqual([
      [now + 24 * hour, noon],
      [now, now],
    ]);
    clock.at = now + hour;
    expect(await posts.save([ahead, { ...ahead, wordId: vote }])).toMatchObject({ added: 1, changed: 0 });
    expect(new Set((await times()).slice(1).map(String))).toEqual(new Set([`${now},${now}`]));
    expect(await posts.save([{ ...ahead, text: 'Ремонт' }])).toMatchObject({ added: 0, changed: 1 });
  });

  test('extends no range: before 10.10.2006, and over 24 hours ahead, unless the filter asks for it', async () => {
    const { posts } = fixture.store;
    const times = [0, Date.UTC(2006, 9, 9, 23, 59, 59), noon - hour, noon];
    await posts.save(times.map((postedAt, postId) => newPost({ wordId: metro, postId, postedAt })));
    expect(await posts.dates(admin, viewing(), now)).toEqual({ min: noon - hour, max: noon });
    expect(await posts.histogram(admin, viewing(), now)).toMatchObject({ unit: 'hour', bars: [{}, {}] });
    expect(await posts.dates(admin, viewing({ from: 0 }), now)).toEqual({ min: 0, max: noon });
    expect((await posts.histogram(admin, viewing({ from: 0 }), now)).bars).toHaveLength(3);
    const early = noon - 24 * hour - 1;
    expect(await posts.dates(admin, viewing(), early)).toEqual({ min: noon - hour, max: noon - hour });
    expect(await posts.dates(admin, viewing({ owner: -1 }), early - hour)).toEqual({ min: null, max: null });
    expect((await posts.histogram(admin, viewing(), early - hour)).bars).toEqual([]);
  });
});

test('equal titles make posts one story from 8 words on, reposted words always', async () => {
  const { posts } = fixture.store;
  const [short, long] = ['Главные новости', 'Станцию метро «Вокзал» закроют на ремонт до конца весны'];
  const saved = [
    ...[short, short, long, long].map((text) => ({ text, textParts: [{ kind: 'link', at: 0 } as const] })),
    ...['Слова', 'Слова'].map((text) => ({ text, textParts: [{ kind: 'repost', at: 0 } as const] })),
  ].map((fields, index) => newPost({ wordId: metro, ownerId: -1 - index, postId: index, ...fields }));
  await posts.save(saved);
  const stories = async () => new Map((await read()).rows.map(({ postId, storyId }) => [postId, storyId]));
  const before = await stories();
  const isOne = (a: number, b: number) => before.get(a) === before.get(b);
  expect([isOne(0, 1), isOne(2, 3), isOne(4, 5)]).toEqual([false, true, true]);
  await posts.save(saved.map((post) => ({ ...post, photoUrl: 'https://vk.com/b.jpg', updatedAt: noon + hour })));
  expect(await stories()).toEqual(before);
});

test('old posts are deleted with their counters, up to a limit', async () => {
  const { posts, collection, words } = fixture.store;
  await posts.save([1, 2, 3].map((postId) => newPost({ wordId: metro, postId, postedAt: noon + postId * 1000 })));
  expect(await collection.deleteOldPosts(noon + 3000, 1)).toBe(1);
  expect(await numbers()).toEqual([3, 2]);
  expect(await collection.deleteOldPosts(noon + 9000, 10)).toBe(2);
  expect([await numbers(), await words.get(metro)]).toMatchObject([[], { totalPosts: 0, lastPostPosts: null }]);
});

test('rows after a cursor are all rows once, in order', async () => {
  const { posts } = fixture.store;
  await posts.save(
    [5, 3, 4, 1, 2].map((postId) => newPost({ wordId: metro, postId, userId: postId % 2, text: `номер ${postId}` })),
  );
  const seen: number[] = [];
  let after: { value: number; id: number } | null = null;
  do {
    const query = { limit: 2, orderBy: 'user_id', orderDirection: 'ASC', after } as const;
    const { json, next } = await posts.rows(admin, viewing(), query);
    const rows: { PostID: number }[] = JSON.parse(`[${new TextDecoder().decode(json)}]`);
    seen.push(...rows.map(({ PostID }) => PostID));
    after = next;
  } while (after !== null);
  expect(seen).toEqual([4, 2, 5, 3, 1]);
});

test('the stories of a filter are listed once, and stories of new rows also when the story is known', async () => {
  const { posts, alerts, marks } = fixture.store;
  const account = 'admin:1';
  const post = (postId: number, wordId: number, text: string) =>
    newPost({ wordId, postId, userId: postId, postedAt: noon + postId * 1000, text });
  await posts.save([post(1, metro, 'Ремонт моста'), post(2, vote, 'Ремонт моста'), post(3, metro, 'Сдали третий дом')]);
  const since = await alerts.newestArrival();
  const [third = 0, first = 0] = await posts.listStories(admin, viewing());
  expect(await posts.listStories(admin, viewing({ word: vote }))).toEqual([first]);
  await marks.mark(admin, [third], true);
  expect(await posts.listStories(admin, viewing({ account, unread: true }))).toEqual([first]);
  await posts.save([post(4, metro, 'Ремонт моста')]);
  const viewings = [metro, vote].map((word) => viewingSince(since, { word }));
  const until = await alerts.newestArrival();
  expect(await posts.listArrivedStories(admin, viewings, until)).toEqual([[first], []]);
  expect(await posts.listArrivedStories(admin, viewings, since)).toEqual([[], []]);
});

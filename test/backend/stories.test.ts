// Proves: stories#arrivals, stories#stories
/** Stories: which posts are copies of one another, and that everything derived from rows stays exact. */
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import type { NewPost } from '../../server/backend/store/posts-store.ts';
import {
  type CollectionFixture,
  dayCollected,
  foundPage,
  foundPost,
  openCollectionStore,
  start,
} from '../support/collection-store.ts';
import { deriveStories, readStories } from '../support/derived-stories.ts';
import { newPost, noon } from '../support/seed-posts.ts';

let fixture: CollectionFixture;
let db: DatabaseSync;
let wordIds: [number, number];
beforeEach(async () => {
  fixture = openCollectionStore();
  const clientId = await fixture.createClient();
  wordIds = [await fixture.createWord(clientId), await fixture.createWord(clientId)];
  db = new DatabaseSync(fixture.file);
});
afterEach(async () => {
  db.close();
  await fixture.close();
});

/** Story IDs by post number, numbered from 1 in the order of the posts. */
function groups(): Record<string, number | undefined> {
  const rows = db.prepare('SELECT DISTINCT post_id AS post, story_id AS story FROM posts ORDER BY post_id').all();
  const names = new Map<unknown, number>();
  for (const { story } of rows) if (!names.has(story)) names.set(story, names.size + 1);
  return Object.fromEntries(rows.map(({ post, story }) => [Number(post), names.get(story)]));
}

const save = (posts: (Partial<NewPost> & { postId: number })[]) =>
  fixture.store.posts.save(posts.map((post) => newPost({ wordId: wordIds[0], ...post })));

const long = 'На улице Ленина второй день нет горячей воды, диспетчер обещает вернуть её к вечеру пятницы';
const other = 'Городской парк закрывают на ремонт: дорожки и освещение заменят до начала следующего лета';

describe('a story', () => {
  test('contains a post under all its phrases, equal texts of any length, and similar long texts', async () => {
    await save([
      { postId: 1, text: long },
      { postId: 1, text: long, wordId: wordIds[1] },
      { postId: 2, text: `Репост: ${long} 🔥 https://vk.cc/abc #новости` },
      { postId: 3, text: 'Скидки!' },
      { postId: 4, text: 'скидки' },
      { postId: 5, text: 'Скидки сегодня' },
      { postId: 6, text: null },
      { postId: 7, text: null },
      { postId: 8, text: '🔥' },
    ]);
    expect(groups()).toEqual({ 1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 4, 7: 5, 8: 6 });
    expect(readStories(db)).toEqual(deriveStories(db));
  });

  test('a text that resembles texts of two stories merges the smaller into the larger', async () => {
    const words = Array.from(
      { length: 40 },
      (_, index) => `слово${'абвгдежзик'[index % 10]}${'лмно'[Math.floor(index / 10)]}`,
    );
    const part = (from: number, to: number) => words.slice(from, to).join(' ');
    await save([
      { postId: 1, text: part(0, 34) },
      { postId: 2, text: part(6, 40) },
      { postId: 3, text: part(6, 40) },
    ]);
    expect(groups()).toEqual({ 1: 1, 2: 2, 3: 2 });
    const larger = db.prepare('SELECT story_id FROM posts WHERE post_id = 2').get();
    await save([{ postId: 4, text: part(3, 37) }]);
    expect(groups()).toEqual({ 1: 1, 2: 1, 3: 1, 4: 1 });
    expect(db.prepare('SELECT DISTINCT story_id FROM posts').all()).toEqual([larger]);
    expect(readStories(db)).toEqual(deriveStories(db));
  });

  test('a changed text leaves its story with all phrases of the post, and joins another', async () => {
    await save([
      { postId: 1, text: long },
      { postId: 2, text: long },
      { postId: 2, text: long, wordId: wordIds[1] },
      { postId: 3, text: other },
    ]);
    expect(groups()).toEqual({ 1: 1, 2: 1, 3: 2 });
    await save([{ postId: 2, text: other }]);
    expect(groups()).toEqual({ 1: 1, 2: 2, 3: 2 });
    expect(readStories(db)).toEqual(deriveStories(db));
    await save([{ postId: 2, text: other, wordId: wordIds[1] }]);
    expect(groups()).toEqual({ 1: 1, 2: 2, 3: 2 });
    expect(readStories(db)).toEqual(deriveStories(db));
  });

  test('a post that changes its text and has no copies keeps its story', async () => {
    await save([{ postId: 1, text: long }]);
    const id = db.prepare('SELECT story_id FROM posts').get();
    await save([{ postId: 1, text: other }]);
    expect(db.prepare('SELECT story_id FROM posts').get()).toEqual(id);
  });
});

test('rows have the numbers of their arrival: the first of a story its ID, and rows that move keep theirs', async () => {
  const rows = () =>
    db.prepare('SELECT post_id AS post, story_id AS story, arrival FROM posts ORDER BY arrival').all() as unknown[];
  await save([
    { postId: 1, text: long },
    { postId: 2, text: long },
    { postId: 3, text: other },
  ]);
  await save([{ postId: 4, text: other }]);
  expect(rows()).toEqual([
    { post: 1, story: 1, arrival: 1 },
    { post: 2, story: 1, arrival: 2 },
    { post: 3, story: 3, arrival: 3 },
    { post: 4, story: 3, arrival: 4 },
  ]);
  await save([{ postId: 2, text: other }]);
  await save([{ postId: 4, text: 'Скидки' }]);
  expect(rows()).toEqual([
    { post: 1, story: 1, arrival: 1 },
    { post: 2, story: 3, arrival: 2 },
    { post: 3, story: 3, arrival: 3 },
    { post: 4, story: 5, arrival: 4 },
  ]);
});

describe('a repost', () => {
  const repostOf = { ownerId: -1, postId: 1 };
  const repost = (postId: number) =>
    foundPost({ postId, text: `Мнение ${postId}`, facts: { ...foundPost().facts, repostOf } });
  const collect = async (...posts: ReturnType<typeof foundPost>[]) =>
    fixture.store.collection.savePage(await fixture.claim(), foundPage(posts), dayCollected, start);

  test('joins the story of its original, whichever arrives first', async () => {
    await collect(repost(2), repost(3), foundPost({ postId: 1, text: long }), repost(4), foundPost({ postId: 5 }));
    expect(groups()).toEqual({ 1: 1, 2: 1, 3: 1, 4: 1, 5: 2 });
    expect(readStories(db)).toEqual(deriveStories(db));
  });

  test('that was imported without its original joins it when it is found', async () => {
    await save([
      { postId: 1, text: long },
      { postId: 2, text: 'Мнение 2', postedAt: start - 3_600_000 },
    ]);
    expect(groups()).toEqual({ 1: 1, 2: 2 });
    await collect(repost(2));
    expect(groups()).toEqual({ 1: 1, 2: 1 });
  });
});

test('after any sequence of changes and deletions, everything derived from the rows is exact', async () => {
  const tail = fc.constantFrom('', ' 🔥', ' https://vk.cc/a', ' подробности позже', ' 15', ' 16', ' #город');
  const text = fc.oneof(
    fc.tuple(fc.constantFrom(long, other, 'Метро', 'метро!'), tail).map(([body, end]) => body + end),
    fc.constant(null),
  );
  const post = fc.record({
    postId: fc.integer({ min: 1, max: 12 }),
    wordId: fc.constantFrom(0, 1),
    text,
    postedAt: fc.integer({ min: -30, max: 30 }).map((hours) => noon + hours * 3_600_000),
  });
  const step = fc.oneof(
    { arbitrary: fc.array(post, { minLength: 1, maxLength: 6 }), weight: 5 },
    fc.integer({ min: 1, max: 5 }),
  );
  await fc.assert(
    fc
      .asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        for (const one of steps) {
          if (typeof one === 'number') await fixture.store.collection.deleteOldPosts(noon, one);
          else await save(one.map((fields) => ({ ...fields, wordId: wordIds[fields.wordId] ?? 0 })));
        }
        expect(readStories(db)).toEqual(deriveStories(db));
      })
      .afterEach(async () => {
        while ((await fixture.store.collection.deleteOldPosts(noon + 1e9, 1000)) > 0);
      }),
    { numRuns: 60 },
  );
});

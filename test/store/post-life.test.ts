// Proves: collection#figures-of-posts, collection#edits-and-deletions
/** Figures of posts by age, earlier texts, and deletions: how the writer of posts keeps them. */
import { ratioOf } from '../../server/backend/rules/measures.ts';
import type { PostFacts } from '../../server/backend/store/collection-store.ts';
import { day, dayCollected, done, foundPage, foundPost, hour, minute, start } from '../support/collection-store.ts';
import { newPost } from '../support/seed-posts.ts';
import { by } from '../support/store-values.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';
import { viewing } from '../support/viewing.ts';

let fixture: TestStore;
let wordId: number;
beforeEach(async () => {
  fixture = await openTestStore(() => start + 10 * day);
  wordId = await fixture.createWord(await fixture.createClient(), { text: 'метро' });
});
afterEach(() => fixture.close());

const facts = (figures: Partial<PostFacts>): PostFacts => ({
  ...{ likes: null, reposts: null, comments: null, views: null, isAd: false, editedAt: null, repostOf: null },
  ...figures,
});

/** A run at the time finds the posts. They were posted an hour before `start`. */
async function collect(posts: ReturnType<typeof foundPost>[], now: number): Promise<void> {
  const claim = await fixture.claim(now);
  await fixture.store.collection.savePage(claim, foundPage(posts), dayCollected, now);
  await fixture.store.collection.finish(claim, { ...done, dueAt: now }, now);
}
const lifeOf = (postId = 1, ownerId = -1) => fixture.store.posts.life({ ownerId, postId });

describe('figures', () => {
  test('belong to the greatest age that the post had reached, the last ones of each age are kept', async () => {
    const posted = start - hour;
    for (const [age, views] of [
      [30 * minute, 10],
      [2 * hour, 20],
      [5 * hour, 30],
      [7 * hour, 40],
      [200 * hour, 90],
    ] as const) {
      await collect([foundPost({ facts: facts({ views, likes: views / 10 }) })], posted + age);
    }
    const life = await lifeOf();
    expect(life).toMatchObject({ views: 90, likes: 9, measuredAt: posted + 200 * hour, viewsAge: 168 });
    expect(life.measures).toEqual([
      { age: 1, at: posted + 5 * hour, views: 30, likes: 3, reposts: null, comments: null },
      { age: 6, at: posted + 7 * hour, views: 40, likes: 4, reposts: null, comments: null },
      { age: 168, at: posted + 200 * hour, views: 90, likes: 9, reposts: null, comments: null },
    ]);
  });

  test('that are missing replace none, and their age stays', async () => {
    await collect([foundPost({ facts: facts({ views: 20, likes: 2 }) })], start);
    await collect([foundPost({ facts: facts({ likes: 3, comments: 0 }) })], start + 2 * hour);
    await collect([foundPost({ facts: facts({ likes: 4 }) })], start + 6 * hour);
    const life = await lifeOf();
    expect(life).toMatchObject({ views: 20, viewsAge: 1, likes: 4, comments: 0, measuredAt: start + 6 * hour });
    expect(life.measures.map(({ age, views, likes }) => [age, views, likes])).toEqual([
      [1, 20, 3],
      [6, null, 4],
    ]);
  });

  test('of an import fill gaps, and replace only older ones; of unknown time they have no age', async () => {
    const post = newPost({ wordId, postedAt: start });
    const none = { views: null, likes: null, reposts: null, comments: null };
    const save = (...measures: object[]) =>
      fixture.store.posts.save([
        {
          ...post,
          life: { measures: measures.map((one) => ({ ...none, at: null, ...one })), changedAt: null, deletedAt: null },
        },
      ]);
    await save({ views: 5 });
    expect(await lifeOf()).toMatchObject({ views: 5, measuredAt: null, viewsAge: null, measures: [] });
    await save({ at: start + 25 * hour, views: 50 }, { at: start + 2 * hour, views: 20, likes: 1 });
    await save({ at: start + 7 * hour, views: 30, reposts: 2 });
    await save({ views: 1, comments: 4 });
    const life = await lifeOf();
    expect(life).toMatchObject({
      views: 50,
      likes: 1,
      reposts: 2,
      comments: 4,
      viewsAge: 24,
      measuredAt: start + 25 * hour,
    });
    expect(life.measures.map(({ age, views }) => [age, views])).toEqual([
      [1, 20],
      [6, 30],
      [24, 50],
    ]);
  });
});

/** Posts 1 to `count` of the source, a minute apart, with 100, 101, … views at the age of an hour; the last is the newest. */
const collectMany = (count: number, ownerId = -1) =>
  collect(
    Array.from({ length: count }, (_, index) =>
      foundPost({
        ownerId,
        postId: index + 1,
        text: `Новость ${index}`,
        postedAt: start - 4 * hour + index * minute,
        facts: facts({ views: 100 + index }),
      }),
    ),
    start,
  );

describe('the usual of a source', () => {
  const ratio = async (postId: number) => {
    const { views, usual } = await lifeOf(postId);
    const at = (start - 4 * hour) / 1000 + (postId - 1) * 60;
    return ratioOf({ at, views: views ?? 0 }, usual);
  };

  test('is the median of its 100 newest other posts of this age, from ten others on', async () => {
    await collectMany(10);
    expect(await ratio(1)).toBeNull();
    await collectMany(11);
    expect(await ratio(1)).toBe(100 / 105.5);
    await collectMany(130);
    expect([await ratio(1), await ratio(130)]).toEqual([100 / 179.5, 229 / 178.5]);
    expect((await lifeOf(1, -2)).usual).toBeNull();
  });

  test('is that of the stored posts: retention and erasure change it, and remove measures, texts and checks', async () => {
    await collectMany(12);
    await fixture.store.collection.deleteOldPosts(start - 4 * hour + minute, 100);
    expect(await ratio(2)).toBe(101 / 106.5);
    expect(await lifeOf(1)).toMatchObject({ views: null, measures: [] });
    const target = { kind: 'owner', id: -1 } as const;
    await fixture.store.erasures.begin(target, start, by);
    await fixture.store.erasures.deletePosts(target, 100);
    expect(await lifeOf(2)).toMatchObject({ views: null, measures: [], versions: [], usual: null });
  });

  test('follows a post whose time of posting was corrected', async () => {
    await collectMany(102);
    const before = await ratio(50);
    const moved = foundPost({
      postId: 102,
      postedAt: start - 9 * hour,
      text: 'Новость 101',
      facts: facts({ views: 999 }),
    });
    await collect([moved], start);
    const life = await lifeOf(102);
    expect(life.measures.map(({ age }) => age)).toEqual([1, 6]);
    expect(await ratio(50)).not.toBe(before);
  });
});

describe('an edited post', () => {
  const edited = facts({ editedAt: start + 30 * minute });

  test('keeps its earlier texts, whoever brings the newer one; all phrases have the newest', async () => {
    await collect([foundPost({ text: 'Метро закрыли' })], start);
    await collect([foundPost({ text: 'Метро  закрыли ' })], start + minute);
    expect(await lifeOf()).toMatchObject({ changedAt: null, versions: [] });
    await collect([foundPost({ text: 'Метро открыли', facts: edited })], start + hour);
    const line = { postedAt: start - hour, updatedAt: start + 2 * hour };
    await fixture.store.posts.save([newPost({ wordId, ...line, text: 'Метро снова закрыли' })]);
    await fixture.store.posts.save([newPost({ wordId, ...line, text: 'Метро снова закрыли!' })]);
    await fixture.store.posts.save([newPost({ wordId, ...line, updatedAt: start, text: 'Старое' })]);
    expect(await lifeOf()).toMatchObject({
      changedAt: start + 2 * hour,
      versions: [
        { until: start + 30 * minute, text: 'Метро  закрыли ', textParts: [] },
        { until: start + 2 * hour, text: 'Метро открыли', textParts: [] },
      ],
    });
  });
});

describe('a deleted post', () => {
  test('of an import is not deleted any more when a run finds it again', async () => {
    const post = newPost({ wordId, postedAt: start - hour, updatedAt: start });
    const life = { measures: [], changedAt: start, deletedAt: start + hour };
    await fixture.store.posts.save([{ ...post, life }]);
    expect(await lifeOf()).toMatchObject({ changedAt: start, deletedAt: start + hour });
    await fixture.store.posts.save([post]);
    expect(await lifeOf()).toMatchObject({ deletedAt: start + hour });
    await collect([foundPost()], start + 2 * hour);
    expect(await lifeOf()).toMatchObject({ changedAt: start, deletedAt: null });
  });
});

test('the usual views of a source are the medians of its 100 newest posts at each age, of 10 or more', async () => {
  const { posts } = fixture.store;
  await collectMany(9);
  expect(await posts.usualViews(-1)).toEqual([]);
  await collectMany(10, -2);
  expect(await posts.usualViews(-2)).toEqual([{ age: 1, views: 104.5, posts: 10 }]);
  await collectMany(130, -3);
  expect(await posts.usualViews(-3)).toEqual([{ age: 1, views: 179.5, posts: 100 }]);
});

describe('a row of the feed', () => {
  const admin = { type: 'admin', adminId: 1, username: 'admin' } as const;
  const read = async (copies = true) => {
    const page = { limit: 100, offset: 0, orderBy: 'post_dt', orderDirection: 'ASC' } as const;
    return (await fixture.store.posts.page(admin, viewing({ copies }), page)).rows;
  };

  test('has the figures of its post, the ratio to its source, its measures, and what happened to it', async () => {
    await collectMany(12);
    await collect(
      [foundPost({ postId: 12, text: 'Иначе', postedAt: start - 229 * minute, facts: facts({ views: 500 }) })],
      start + 3 * hour,
    );
    const life = { measures: [], changedAt: null, deletedAt: start };
    await fixture.store.posts.save([{ ...newPost({ wordId, postId: 13, postedAt: start, text: 'Ещё' }), life }]);
    const [first, ...others] = await read();
    expect(first).toMatchObject({
      postId: 1,
      views: 100,
      usual: 106,
      ratio: 100 / 106,
      changedAt: null,
      deletedAt: null,
    });
    expect(others.at(-2)).toMatchObject({
      ...{ postId: 12, views: 500, usual: null, ratio: null, changedAt: start + 3 * hour, deletedAt: null },
      measures: [
        { age: 1, views: 111, at: start },
        { age: 6, views: 500, at: start + 3 * hour },
      ],
    });
    expect(others.at(-1)).toMatchObject({ postId: 13, views: null, ratio: null, measures: [], deletedAt: start });
  });

  test('of a story has the figures of its most viewed post, but what happened is of its own', async () => {
    const copy = (postId: number, views: number | null) =>
      foundPost({ postId, postedAt: start - 3 * hour + postId * minute, facts: facts({ views }) });
    await collect([copy(1, null), copy(2, 70), copy(3, 40)], start);
    await fixture.store.posts.save([
      {
        ...newPost({ wordId, postId: 2, postedAt: start - 3 * hour + 2 * minute, updatedAt: start - 3 * hour }),
        life: { measures: [], changedAt: start, deletedAt: null },
      },
    ]);
    expect(await read(false)).toMatchObject([
      {
        ...{ postId: 1, copies: 2, views: 70, measuredAt: start, changedAt: null },
        ...{ storyViews: 110, storyMeasured: 2, storyPosts: 3 },
      },
    ]);
    expect((await read()).map(({ views, storyPosts }) => [views, storyPosts])).toEqual([
      [null, 0],
      [70, 0],
      [40, 0],
    ]);
  });

  test('counts a post with two phrases once in the views of its story', async () => {
    const other = await fixture.createWord(await fixture.createClient(), { text: 'станция' });
    const life = {
      measures: [{ at: null, views: 30, likes: null, reposts: null, comments: null }],
      ...{ changedAt: null, deletedAt: null },
    };
    const post = { ...newPost({ wordId }), life };
    await fixture.store.posts.save([post, { ...post, wordId: other }]);
    expect(await read(false)).toMatchObject([{ copies: 1, storyViews: 30, storyMeasured: 1, storyPosts: 1 }]);
  });
});

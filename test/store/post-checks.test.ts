// Proves: collection#checks-of-posts
/** Which stored posts are due to be checked, who checks them, and what follows from the answer. */
import type { LookedUpPosts } from '../../server/backend/store/collection-store.ts';
import type { ClaimedCheck } from '../../server/backend/store/post-checks.ts';
import { day, dayCollected, done, foundPage, foundPost, hour, minute, start } from '../support/collection-store.ts';
import { newPost } from '../support/seed-posts.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';

let fixture: TestStore;
let wordId: number;
beforeEach(async () => {
  fixture = await openTestStore(() => start);
  wordId = await fixture.createWord(await fixture.createClient(), { text: 'метро' });
});
afterEach(() => fixture.close());

const leaseMs = 5 * minute;
const claim = (now: number, most = 100, store = fixture.store) => store.collection.claimChecks({ now, leaseMs, most });
const numbersOf = (checks: readonly ClaimedCheck[]) => checks.map(({ postId }) => postId).sort((a, b) => a - b);
const lifeOf = (postId: number) => fixture.store.posts.life({ ownerId: -1, postId });

/** A post of this age at `start`. */
const aged = (postId: number, ageMs: number) =>
  foundPost({ postId, text: `Новость ${postId}`, postedAt: start - ageMs });

/** A run at `start` finds the posts. */
async function collect(...posts: ReturnType<typeof foundPost>[]): Promise<void> {
  const claimed = await fixture.claim(start);
  await fixture.store.collection.savePage(claimed, foundPage(posts), dayCollected, start);
  await fixture.store.collection.finish(claimed, { ...done, dueAt: start }, start);
}

const nothing: LookedUpPosts = { posts: [], owners: [], users: [], cities: [], named: [], deleted: [] };
const answer = (...posts: ReturnType<typeof foundPost>[]): LookedUpPosts => ({ ...nothing, posts, named: posts });

test('posts are due at 1, 6, 24, 72 and 168 hours, but not at an age at which a run has found them', async () => {
  await collect(aged(1, 0), aged(2, 2 * hour), aged(3, 30 * hour), aged(4, 8 * day));
  const dueAt = async (now: number) => numbersOf(await claim(now, 1));
  expect(await dueAt(start + hour - 1)).toEqual([]);
  expect(await dueAt(start + hour)).toEqual([1]);
  expect(await dueAt(start + 4 * hour)).toEqual([1]);
  expect(await dueAt(start + 4 * hour)).toEqual([2]);
  expect(await dueAt(start + 42 * hour)).toEqual([1]);
  expect(await dueAt(start + 42 * hour)).toEqual([2]);
  expect(await dueAt(start + 42 * hour)).toEqual([3]);
  expect(await dueAt(start + 42 * hour)).toEqual([]);
});

test('one look serves all ages that were missed; after the last one a post is asked for no more', async () => {
  await collect(aged(1, 0));
  const look = async (now: number) => {
    const checks = await claim(now);
    const saved = await fixture.store.collection.saveChecks(checks, answer(aged(1, 0)), now);
    return [checks.length, saved.found];
  };
  expect(await look(start + 30 * hour)).toEqual([1, 1]);
  expect(await look(start + 71 * hour)).toEqual([0, 0]);
  expect(await look(start + 200 * hour)).toEqual([1, 1]);
  expect(await fixture.store.collection.checkQueue(start + 999 * day)).toEqual({ due: 0, lateMs: 0 });
});

test('a call goes out when it is full, or when the first post has waited for 15 minutes', async () => {
  await collect(...Array.from({ length: 5 }, (_, index) => aged(index + 1, index * minute)));
  expect(await claim(start + hour + minute, 6)).toEqual([]);
  expect(numbersOf(await claim(start + hour, 5))).toEqual([1, 2, 3, 4, 5]);
  await fixture.store.collection.releaseChecks(await claim(start + hour + leaseMs, 5));
  expect(await fixture.store.collection.checkQueue(start + hour + 6 * minute)).toEqual({ due: 5, lateMs: 10 * minute });
  expect(await claim(start + hour + 10 * minute, 6)).toEqual([]);
  expect(numbersOf(await claim(start + hour + 11 * minute, 6))).toEqual([1, 2, 3, 4, 5]);
});

test('two processes never claim the same post; the claims of a killed one end with their lease', async () => {
  await collect(...Array.from({ length: 60 }, (_, index) => aged(index + 1, 0)));
  const other = await fixture.openAnother();
  const now = start + hour + 15 * minute;
  const claims = await Promise.all(
    Array.from({ length: 6 }, (_, index) => claim(now, 10, index % 2 === 0 ? fixture.store : other)),
  );
  const all = claims.flatMap(numbersOf);
  expect(new Set(all).size).toBe(all.length);
  while ((await claim(now, 10)).length > 0);
  expect(await claim(now + leaseMs - 1)).toEqual([]);
  expect(numbersOf(await claim(now + leaseMs))).toHaveLength(60);
});

test('a post that is absent twice, a day apart, is deleted; a check in between confirms nothing', async () => {
  await collect(aged(1, 0), aged(2, 0));
  const look = async (hours: number, found: LookedUpPosts) => {
    const now = start + hours * hour + 15 * minute;
    return fixture.store.collection.saveChecks(await claim(now), found, now);
  };
  expect(await look(1, answer(aged(2, 0)))).toEqual({ found: 1, absent: 1, deleted: 0 });
  expect(await look(6, answer(aged(2, 0)))).toEqual({ found: 1, absent: 1, deleted: 0 });
  expect(await look(24, nothing)).toEqual({ found: 0, absent: 2, deleted: 0 });
  expect((await lifeOf(1)).deletedAt).toBeNull();
  expect(await look(25.25, nothing)).toEqual({ found: 0, absent: 0, deleted: 1 });
  expect(await lifeOf(1)).toMatchObject({ deletedAt: start + 25.5 * hour });
  expect(await look(49, answer(aged(2, 0)))).toEqual({ found: 1, absent: 0, deleted: 0 });
  expect(await look(72, nothing)).toEqual({ found: 0, absent: 1, deleted: 0 });
  expect(await look(400, nothing)).toMatchObject({ deleted: 0 });
});

test('a post that the network says is deleted is marked at once, and a run that finds it again takes the mark away', async () => {
  await collect(aged(1, 0), aged(2, 0));
  const now = start + hour + 15 * minute;
  const gone = [{ ownerId: -1, postId: 1 }];
  const answered = { ...nothing, named: [...gone, { ownerId: -1, postId: 2 }], deleted: gone };
  expect(await fixture.store.collection.saveChecks(await claim(now), answered, now)).toEqual({
    ...{ found: 0, absent: 0, deleted: 1 },
  });
  expect([(await lifeOf(1)).deletedAt, (await lifeOf(2)).deletedAt]).toEqual([now, null]);
  expect(numbersOf(await claim(start + 7 * hour))).toEqual([2]);
  await collect(aged(1, 0));
  expect((await lifeOf(1)).deletedAt).toBeNull();
  expect(numbersOf(await claim(start + 2 * hour))).toEqual([1]);
});

test('imported posts are checked at the age that they have reached, old ones and those of deleted phrases are not', async () => {
  const imported = (postId: number, ageMs: number) => newPost({ wordId, postId, postedAt: start - ageMs });
  await fixture.store.posts.save([imported(1, 30 * hour), imported(2, 8 * day), imported(3, 10 * minute)]);
  expect((await claim(start)).map(({ postId, dueAt }) => [postId, dueAt])).toEqual([[1, start - 6 * hour]]);
  await fixture.store.words.markDeleted(wordId, start);
  expect(await claim(start + 2 * hour)).toEqual([]);
  expect(await fixture.store.collection.checkQueue(start + 2 * hour)).toEqual({ due: 0, lateMs: 0 });
});

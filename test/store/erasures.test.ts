/** Erasure of sources and authors on request. */
import { start } from '../support/collection-store.ts';
import { newPost, noon } from '../support/seed-posts.ts';
import { by, recordsOf } from '../support/store-values.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';
import { viewing } from '../support/viewing.ts';

const admin = { type: 'admin', adminId: 1, username: 'admin' } as const;
let fixture: TestStore;
let wordId: number;
beforeEach(async () => {
  fixture = await openTestStore();
  wordId = await fixture.createWord(await fixture.createClient(), { text: 'метро' });
});
afterEach(() => fixture.close());

const count = () => fixture.store.posts.count(admin, viewing());

test('an author’s posts and page are counted, deleted, and not stored again until that is allowed', async () => {
  const { erasures, owners, posts, users, words } = fixture.store;
  const page = { ownerId: 7, ownerType: 'user', name: 'Анна', domain: null, photoUrl: null };
  const own = newPost({ wordId, ownerId: 7, userId: 7, postId: 2, text: 'Своя запись' });
  const foreign = newPost({ wordId, userId: 7 });
  await owners.save([page]);
  await users.create({ userId: 7, name: 'Анна П.', domain: null, photoUrl: null });
  await posts.save([own, foreign, newPost({ wordId, postId: 3, userId: 8, text: 'Чужая запись' })]);
  const target = { kind: 'user', id: 7 } as const;
  expect(await erasures.scope(target)).toEqual({ name: 'Анна П.', posts: 2, rows: 2, erased: false });
  await erasures.begin(target, start, by);
  expect([await erasures.deletePosts(target, 1), await erasures.deletePosts(target, 5)]).toEqual([1, 1]);
  expect(await posts.save([own, foreign])).toEqual({ added: 0, changed: 0, refused: 2 });
  await owners.save([page]);
  expect(await owners.create(page, by)).toEqual({ outcome: 'erased' });
  expect(await owners.create({ ...page, ownerId: null }, by)).toMatchObject({ owner: { ownerId: 8 } });
  expect([await count(), await owners.find(7), await users.get(7)]).toEqual([1, null, null]);
  expect(await words.get(wordId)).toMatchObject({ totalPosts: 1 });
  expect(await erasures.scope(target)).toEqual({ name: null, posts: 0, rows: 0, erased: true });
  expect([await erasures.allow(target, by), await erasures.allow(target, by)]).toEqual([true, false]);
  await posts.save([own]);
  expect(await count()).toBe(2);
  expect((await recordsOf(fixture.store)).map(({ action }) => action)).toEqual([
    'data-erased',
    'owner-added',
    'erasure-lifted',
  ]);
});

test('a source is erased with all posts in it', async () => {
  const { erasures, posts } = fixture.store;
  await posts.save([newPost({ wordId }), newPost({ wordId, ownerId: -2, text: 'Чужая запись' })]);
  const target = { kind: 'owner', id: -1 } as const;
  await erasures.begin(target, start, by);
  expect([await erasures.deletePosts(target, 10), await count()]).toEqual([1, 1]);
});

test('the deletion of old posts is counted and recorded before it begins, unless there are none', async () => {
  const { collection, posts } = fixture.store;
  await posts.save([newPost({ wordId }), newPost({ wordId, postId: 2, postedAt: noon + 5000, text: 'Позже' })]);
  expect([await collection.countOldPosts(noon), await collection.countOldPosts(noon + 1000)]).toEqual([0, 1]);
  const begin = (before: number) => collection.beginDeletion(before, 'Europe/Moscow', by);
  expect([await begin(noon), await begin(noon + 9000)]).toEqual([0, 2]);
  expect(await recordsOf(fixture.store)).toEqual([
    { action: 'data-erased', object: expect.stringMatching(/^Посты старше .*: записей 2$/) },
  ]);
});

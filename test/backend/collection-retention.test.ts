// Proves: stories#marks
/** Deletion of old posts. */
import { DatabaseSync } from 'node:sqlite';
import type { Identity } from '../../server/backend/rules/account.ts';
import {
  type CollectionFixture,
  day,
  dayCollected,
  foundPage,
  foundPost,
  openCollectionStore,
  start,
} from '../support/collection-store.ts';
import { type FlatViewing, viewing } from '../support/viewing.ts';

const admin: Identity = { type: 'admin', adminId: 1, username: 'admin' };

let fixture: CollectionFixture;
let wordIds: number[];
let clientId: string;
beforeEach(async () => {
  fixture = openCollectionStore();
  clientId = await fixture.createClient();
  wordIds = [await fixture.createWord(clientId), await fixture.createWord(clientId)];
});
afterEach(() => fixture.close());

/** Post n is n days older than the start. */
const post = (number: number) => foundPost({ postId: number, postedAt: start - number * day, text: `метро ${number}` });

/** Saves the posts as found by a run of the next phrase. */
async function collect(numbers: number[]): Promise<void> {
  const claim = await fixture.claim();
  await fixture.store.collection.savePage(claim, foundPage(numbers.map(post)), dayCollected, start);
}

const countOf = (filters: Partial<FlatViewing>) => fixture.store.posts.count(admin, viewing(filters));
const deleteOlder = (days: number, limit = 100) => fixture.store.collection.deleteOldPosts(start - days * day, limit);

/** Post numbers of the facts. */
const factsOf = () => select('SELECT post_id AS value FROM post_facts ORDER BY post_id');
/** Rows that the index marks as copies. */
const copies = () => select("SELECT rowid AS value FROM post_search WHERE post_search MATCH 'terms : copy'");

function select(sql: string): unknown[] {
  const db = new DatabaseSync(fixture.file);
  const rows = db.prepare(sql).all();
  db.close();
  return rows.map((row) => row.value);
}

test('posts older than the time are deleted with index entries, facts and counters; others stay', async () => {
  await collect([1, 2, 3, 4]);
  expect(await deleteOlder(2)).toBe(2);
  expect(await fixture.store.words.get(wordIds[0] ?? 0)).toMatchObject({
    totalPosts: 2,
    lastPostPosts: start - day,
    lastUpdatePosts: start,
  });
  expect(await countOf({})).toBe(2);
  expect(await countOf({ text: 'метро', word: wordIds[0] ?? 0 })).toBe(2);
  expect(await fixture.store.posts.countMatching(admin, 'метро')).toBe(2);
  expect(factsOf()).toEqual([1, 2]);
});

test('the phrase of the last post has no newest post', async () => {
  await collect([3]);
  await deleteOlder(1);
  expect(await fixture.store.words.get(wordIds[0] ?? 0)).toMatchObject({ totalPosts: 0, lastPostPosts: null });
});

test('a step deletes at most its limit, the oldest first', async () => {
  await collect([1, 2, 3, 4, 5]);
  expect(await deleteOlder(0, 2)).toBe(2);
  expect(factsOf()).toEqual([1, 2, 3]);
  expect([await deleteOlder(0, 2), await deleteOlder(0, 2), await deleteOlder(0, 2)]).toEqual([2, 1, 0]);
});

test('a post of two phrases counts once at every step, and keeps its facts until its last row is deleted', async () => {
  await collect([3, 1]);
  await collect([3, 1]);
  const state = async () => ({
    rows: await countOf({}),
    posts: await fixture.store.posts.countMatching(admin, 'метро'),
    copies: copies().length,
    facts: factsOf(),
  });
  expect(await state()).toEqual({ rows: 4, posts: 2, copies: 4, facts: [1, 3] });
  expect(await deleteOlder(2, 1)).toBe(1);
  expect(await state()).toEqual({ rows: 3, posts: 2, copies: 2, facts: [1, 3] });
  expect(await deleteOlder(2, 1)).toBe(1);
  expect(await state()).toEqual({ rows: 2, posts: 1, copies: 2, facts: [1] });
  const counts = await Promise.all(wordIds.map(async (wordId) => (await fixture.store.words.get(wordId))?.totalPosts));
  expect(counts).toEqual([1, 1]);
});

test('the marks of deleted stories are deleted in whole chunks, with the last posts to delete', async () => {
  await collect([2, 1]);
  const chunk = 4096;
  const db = new DatabaseSync(fixture.file);
  const newest = `(SELECT id FROM posts ORDER BY id DESC LIMIT 1)`;
  db.exec(`UPDATE stories SET story_id = ${chunk} WHERE story_id = (SELECT story_id FROM posts WHERE id = ${newest});
    UPDATE posts SET story_id = ${chunk} WHERE id = ${newest};
    INSERT INTO marks VALUES ('client:${clientId}', 0, zeroblob(512)), ('client:${clientId}', 1, zeroblob(512))`);
  db.close();
  const chunks = () => select('SELECT chunk AS value FROM marks ORDER BY chunk');
  expect([await deleteOlder(1, 1), chunks()]).toEqual([1, [0, 1]]);
  expect([await deleteOlder(1, 1), chunks()]).toEqual([0, [1]]);
});

// Proves: collection#comments, clients#comments
/** Comments are rows of posts with a place below a post. */
import { importPosts } from '../../server/backend/import/import-posts.ts';
import { day, dayCollected, done, foundPage, foundPost, hour, noFacts, start } from '../support/collection-store.ts';
import { newPost } from '../support/seed-posts.ts';
import { by } from '../support/store-values.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';
import { viewing } from '../support/viewing.ts';

const admin = { type: 'admin', adminId: 1, username: 'admin' } as const;
const place = { parentPostId: 1, parentText: 'Открыли станцию', threadId: null };
const none = { likes: null, views: null, reposts: null, comments: null };

let fixture: TestStore;
let clientId: string;
let wordId: number;
beforeEach(async () => {
  fixture = await openTestStore(() => start + 10 * day);
  clientId = await fixture.createClient();
  wordId = await fixture.createWord(clientId, { text: 'метро' });
});
afterEach(() => fixture.close());

const comment = (fields: Parameters<typeof newPost>[0] | object = {}) =>
  newPost({ wordId, postId: 2, postedAt: start, text: 'Метро далеко', comment: place, ...fields });

async function readRows() {
  const page = { limit: 10, offset: 0, orderBy: 'post_dt', orderDirection: 'ASC' } as const;
  return (await fixture.store.posts.page(admin, viewing({ copies: true }), page)).rows;
}

async function collect(posts: ReturnType<typeof foundPost>[], now = start): Promise<void> {
  const claim = await fixture.claim(now);
  await fixture.store.collection.savePage(claim, foundPage(posts), dayCollected, now);
  await fixture.store.collection.finish(claim, { ...done, dueAt: now }, now);
}

test('a comment keeps its place, also when it is read again or a line without its place names it', async () => {
  const { posts } = fixture.store;
  await posts.save([newPost({ wordId }), comment(), comment({ postId: 3, comment: { ...place, threadId: 2 } })]);
  const places = async () => (await readRows()).map((row) => [row.postId, row.comment]);
  const expected = [
    [1, null],
    [2, place],
    [3, { ...place, threadId: 2 }],
  ];
  expect(await places()).toEqual(expected);
  await posts.save([comment({ updatedAt: start + hour, text: 'Метро совсем далеко', comment: null })]);
  expect(await places()).toEqual(expected);
  expect((await readRows())[1]).toMatchObject({ text: 'Метро совсем далеко' });
});

test('a comment names the story of its post as far as the viewer sees the post', async () => {
  const { posts } = fixture.store;
  const [other, otherWord] = [await fixture.createClient(), await fixture.createWord(clientId, { text: 'станция' })];
  await fixture.store.wordClients.create(wordId, other);
  await posts.save([newPost({ wordId: otherWord, text: 'Открыли станцию' }), comment()]);
  const page = { limit: 10, offset: 0, orderBy: 'post_dt', orderDirection: 'ASC' } as const;
  const storiesFor = async (viewer: Parameters<typeof posts.page>[0], id: string | null) => {
    const { rows } = await posts.page(viewer, viewing({ copies: true, clientId: id }), page);
    return rows.map(({ postId, storyId, parentStoryId }) => [postId, storyId, parentStoryId]);
  };
  const both = [
    [1, 1, null],
    [2, 2, 1],
  ];
  expect(await storiesFor(admin, null)).toEqual(both);
  expect(await storiesFor({ type: 'client', clientId }, clientId)).toEqual(both);
  expect(await storiesFor({ type: 'client', clientId: other }, other)).toEqual([[2, 2, null]]);
});

test('only the likes of a comment are stored, and it is neither measured at an age nor checked', async () => {
  const facts = { ...noFacts, likes: 4, views: 9, comments: 2 };
  const post = { postId: 1, postedAt: start - 2 * hour };
  await collect([foundPost({ ...post, facts }), foundPost({ ...post, postId: 2, facts, comment: place })]);
  const [stored, ofComment] = [1, 2].map((postId) => fixture.store.posts.life({ ownerId: -1, postId }));
  expect(await stored).toMatchObject({ likes: 4, views: 9, measures: [{ age: 1 }] });
  expect(await ofComment).toMatchObject({ ...none, likes: 4, measuredAt: start, measures: [] });
  const life = { measures: [{ ...none, views: 5, at: start + 2 * hour }], changedAt: null, deletedAt: null };
  await fixture.store.posts.save([{ ...comment({ postId: 3, postedAt: start + 9.9 * day }), life }]);
  expect(await fixture.store.posts.life({ ownerId: -1, postId: 3 })).toMatchObject({ views: null, measures: [] });
  const due = await fixture.store.collection.claimChecks({ now: start + 5 * hour, leaseMs: hour, most: 100 });
  expect(due.map(({ postId }) => postId)).toEqual([1]);
  expect(await fixture.store.collection.checkQueue(start + 20 * day)).toMatchObject({ due: 1 });
});

test('short comments are copies only below the same post, longer ones of any post and comment', async () => {
  const { posts } = fixture.store;
  const short = 'Безобразие, где метро?';
  const long = 'Станция метро закрыта до конца недели, пересадки нет, автобус ходит от площади';
  const below = (parentPostId: number) => ({ comment: { ...place, parentPostId } });
  await posts.save([
    newPost({ wordId, postId: 1, text: short }),
    comment({ postId: 11, text: short, ...below(1) }),
    comment({ postId: 12, text: short, ...below(1) }),
    comment({ postId: 13, text: short, ...below(2) }),
    newPost({ wordId, postId: 2, text: long }),
    comment({ postId: 14, text: long, ...below(1) }),
    comment({ postId: 15, text: `${long}!`, ...below(3) }),
  ]);
  const stories = async () => {
    const rows = await readRows();
    const groups = [...Map.groupBy(rows, ({ storyId }) => storyId).values()];
    const numbers = groups.map((story) => story.map(({ postId }) => postId).sort((a, b) => a - b));
    return numbers.sort(([a = 0], [b = 0]) => a - b);
  };
  expect(await stories()).toEqual([[1], [2, 14, 15], [11, 12], [13]]);
  const edited = { updatedAt: start + hour, text: 'Безобразие, и давно', comment: null };
  await posts.save([comment({ postId: 12, ...edited }), comment({ postId: 13, ...edited })]);
  expect(await stories()).toEqual([[1], [2, 14, 15], [11], [12], [13]]);
});

test('an erased author leaves no words in comments of others, and their own comments are refused', async () => {
  const { erasures, posts } = fixture.store;
  const own = comment({ postId: 3, userId: 7, text: 'Метро рядом' });
  await posts.save([newPost({ wordId, userId: 7 }), comment({ userId: 8 }), own]);
  await erasures.begin({ kind: 'user', id: 7 }, start, by);
  expect(await erasures.deletePosts({ kind: 'user', id: 7 }, 10)).toBe(2);
  expect(await posts.save([own])).toMatchObject({ refused: 1 });
  expect((await readRows()).map((row) => [row.postId, row.comment])).toEqual([[2, { ...place, parentText: '' }]]);
  expect(await erasures.begin({ kind: 'owner', id: -1 }, start, by)).toBeUndefined();
  expect(await erasures.deletePosts({ kind: 'owner', id: -1 }, 10)).toBe(1);
  expect(await readRows()).toEqual([]);
});

test('the thread of a comment is its post and the comments of its thread that the viewer sees', async () => {
  const { posts } = fixture.store;
  const other = await fixture.createWord(await fixture.createClient(), { text: 'трамвай' });
  const inThread = { comment: { ...place, threadId: 2 } };
  const at = (seconds: number) => ({ postedAt: start + seconds * 1000 });
  await posts.save([
    newPost({ wordId }),
    comment(),
    comment({ postId: 3, ...inThread, ...at(1) }),
    comment({ postId: 4, ...inThread, ...at(2), wordId: other }),
    comment({ postId: 5, ...at(3), text: 'Другая ветка' }),
    comment({ postId: 6, ...at(4), ownerId: -2 }),
  ]);
  const read = async (viewer: Parameters<typeof posts.thread>[0], postId: number) => {
    const clientId = viewer.type === 'client' ? viewer.clientId : null;
    const found = await posts.thread(viewer, viewing({ clientId }), { ownerId: -1, postId });
    if (found === null) return null;
    const rows = JSON.parse(`[${Buffer.from(found.json)}]`) as { PostID: number }[];
    return rows.map(({ PostID }) => PostID);
  };
  expect([await read(admin, 2), await read(admin, 4)]).toEqual([
    [1, 2, 3, 4],
    [1, 2, 3, 4],
  ]);
  expect([await read(admin, 5), await read(admin, 1), await read(admin, 99)]).toEqual([[1, 5], null, null]);
  const viewer = { type: 'client', clientId } as const;
  expect([await read(viewer, 3), await read(viewer, 4)]).toEqual([[1, 2, 3], null]);
});

test('a comment is deleted when none of its clients keeps it any more', async () => {
  const { clients, collection, posts, wordClients } = fixture.store;
  const now = start + 10 * day;
  const second = await fixture.createClient();
  const shared = await fixture.createWord(clientId, { text: 'трамвай' });
  await wordClients.create(shared, second);
  const aged = (days: number) => ({ postedAt: now - days * day });
  await posts.save([
    newPost({ wordId, postId: 1, ...aged(90) }),
    ...[10, 40, 70].flatMap((days) =>
      [wordId, shared].map((word) =>
        comment({ wordId: word, postId: 100 + days, text: `Метро ${days}`, updatedAt: now, ...aged(days) }),
      ),
    ),
  ]);
  const sweep = async () => {
    const counted = await collection.beginCommentDeletion(now, { ...by, at: now });
    expect(await collection.deleteUnkeptComments(now, 100)).toBe(counted);
    return (await readRows())
      .map((row) => [row.postId, row.wordId])
      .sort(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d);
  };
  const ofAll = [[1], [110], [140], [170]].flatMap(([postId = 0]) =>
    postId === 1 ? [[1, wordId]] : [wordId, shared].map((word) => [postId, word]),
  );
  expect(await sweep()).toEqual(ofAll);
  await clients.update(clientId, { keepCommentsDays: 30 }, now);
  const ofOne = [[1, wordId], [110, wordId], ...[110, 140, 170].map((postId) => [postId, shared])];
  const sorted = (rows: number[][]) => rows.sort(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d);
  expect(await sweep()).toEqual(sorted(ofOne));
  await clients.update(second, { keepCommentsDays: 60 }, now);
  expect(await sweep()).toEqual(sorted(ofOne.filter(([postId]) => postId !== 170)));
  expect(await collection.deleteUnkeptComments(now, 100)).toBe(0);
});

test('an import takes comments, and their texts lose the names of people', async () => {
  const line = { OwnerID: -1, PostID: 5, PostDt: '2026-03-01T09:00:00Z', Word: 'метро', Kind: 'comment' };
  const bad: string[] = [];
  const lines = [
    {
      ...line,
      Text: '[id1|Анна], метро рядом с [id2|Олегом]',
      ParentPostID: 1,
      ParentText: 'я'.repeat(300),
      ThreadID: 4,
    },
    { ...line, PostID: 6, Text: '[id1|Анна], метро?', ParentPostID: 1 },
    { ...line, PostID: 7 },
    { ...line, PostID: 8, Kind: 'post', ParentPostID: 1 },
  ].map((fields) => JSON.stringify(fields));
  const totals = await importPosts(fixture.store, lines, { onBadLine: (at, reason) => bad.push(`${at}: ${reason}`) });
  expect(totals).toMatchObject({ added: 2, bad: 2 });
  expect(bad).toEqual([
    '3: ParentPostID is not a whole number other than 0',
    '4: ParentPostID is only for lines of the Kind comment',
  ]);
  expect((await readRows()).map(({ postId, text, comment }) => [postId, text, comment])).toEqual([
    [5, 'метро рядом с @id2', { parentPostId: 1, parentText: `${'я'.repeat(199)}…`, threadId: 4 }],
    [6, '@id1, метро?', { parentPostId: 1, parentText: '', threadId: null }],
  ]);
});

// Proves: collection#comments
/** Comments of followed walls on a real database in front of the VK stand-in. */
import { createSimulatedClock, simulateComments } from '../../scripts/bench/simulate-comments.ts';
import type { HeldComment } from '../../scripts/vk-stand-in/comments.ts';
import { dayMs, hourMs, minuteMs } from '../../shared/durations.ts';
import { start } from '../support/collection-store.ts';
import { by } from '../support/store-values.ts';
import { openTestStore } from '../support/test-store.ts';
import { viewing } from '../support/viewing.ts';
import { createWallWorld, type WallWorld } from '../support/wall-world.ts';

const wall = -5;
let world: WallWorld;
let client: string;
beforeEach(async () => {
  world = await createWallWorld();
  await world.addSource(wall, 'Город');
  client = await world.createClient();
  await world.createWord(client, { text: 'вода' });
});
afterEach(() => world.close());

const withComments = { comments: true };
const waters = (first: number, count: number, fields: Partial<HeldComment> = {}) =>
  Array.from({ length: count }, (_, index) => ({ id: first + index, text: `Вода ${first + index}`, ...fields }));

async function rowsOf(clientId: string) {
  const page = { limit: 1000, offset: 0, orderBy: 'post_dt', orderDirection: 'DESC' } as const;
  const { rows } = await world.store.posts.page(
    { type: 'client', clientId },
    viewing({ clientId, copies: true }),
    page,
  );
  return rows;
}
const idsOf = async (clientId: string): Promise<number[]> =>
  (await rowsOf(clientId)).map(({ postId }) => postId).sort((a, b) => a - b);

test('comments that match a phrase are rows with their place, without names of people', async () => {
  world.addPost(wall, 1, `Отключения: ${'длинные '.repeat(40)}`);
  world.addComments(wall, 1, [
    { id: 2, text: 'Когда дадут воду?', likes: 7 },
    { id: 3, text: 'Свет есть' },
    { id: 4, text: '[id77|Пётр Петров], воды нет, спросите [id78|Анну]', parentId: 2 },
  ]);
  await world.follow(client, wall, withComments);
  await world.read();
  const rows = new Map((await rowsOf(client)).map((row) => [row.postId, row]));
  expect([...rows.keys()].sort()).toEqual([2, 4]);
  expect(rows.get(2)).toMatchObject({ userId: 1002, likes: 7, views: null, comments: null, text: 'Когда дадут воду?' });
  expect(rows.get(2)?.comment).toEqual({
    parentPostId: 1,
    parentText: expect.stringMatching(/^Отключения: длинные .{170,}…$/),
    threadId: null,
  });
  expect(rows.get(4)).toMatchObject({ text: 'воды нет, спросите @id78', comment: { parentPostId: 1, threadId: 2 } });
  expect(await world.seenBy(client)).toEqual(['-5 2 вода', '-5 4 вода']);
});

test('a reading takes all levels, and a later one what explains the number', async () => {
  world.addPost(wall, 1, 'Новости');
  world.addComments(wall, 1, [
    ...waters(2, 130),
    ...waters(200, 40, { parentId: 5 }),
    ...waters(300, 9, { parentId: 6 }),
  ]);
  await world.follow(client, wall, withComments);
  await world.read();
  expect(await idsOf(client)).toHaveLength(179);
  expect(world.commentCalls()).toEqual([
    [1, null, 0],
    [1, null, 95],
    [1, 5, 0],
  ]);
  world.clock.advance(hourMs);
  await world.read();
  expect(world.commentCalls()).toHaveLength(3);
  world.addComments(wall, 1, [...waters(400, 1), ...waters(401, 1, { parentId: 5 })]);
  world.clock.advance(hourMs);
  await world.read();
  expect(world.commentCalls().slice(3)).toEqual([
    [1, null, 0],
    [1, null, 95],
    [1, 5, 0],
  ]);
  expect(await idsOf(client)).toHaveLength(181);
});

test('comments are read once more a day after the post and when it gets too old; a deleted one is marked, an edit is kept', async () => {
  world.addPost(wall, 1, 'Новости');
  world.addComments(wall, 1, [...waters(2, 2), ...waters(4, 1, { parentId: 2 })]);
  await world.follow(client, wall, withComments);
  await world.read();
  world.vk.changeComment(wall, 1, 2, { deleted: true });
  world.vk.changeComment(wall, 1, 3, { text: 'Вода есть' });
  world.addComments(wall, 1, waters(5, 1));
  world.clock.advance(23 * hourMs);
  await world.read();
  expect([world.commentCalls().length, await idsOf(client)]).toEqual([1, [2, 3, 4]]);
  world.clock.advance(hourMs);
  await world.read();
  expect([world.commentCalls().length, await idsOf(client)]).toEqual([2, [2, 3, 4, 5]]);
  expect((await rowsOf(client)).flatMap(({ postId, deletedAt }) => (deletedAt === null ? [] : [postId]))).toEqual([2]);
  const life = await world.store.posts.life({ ownerId: wall, postId: 3 });
  expect(life.versions.map(({ text }) => text)).toEqual(['Вода 3']);
  world.clock.advance(12 * dayMs);
  await world.read();
  expect(world.commentCalls()).toHaveLength(2);
  world.clock.advance(dayMs);
  await world.read();
  expect(world.commentCalls()).toHaveLength(3);
});

test('closed comments are skipped until their number changes, a missing post closes no wall', async () => {
  world.addPost(wall, 1, 'Новости');
  world.addPost(wall, 9, 'Вода');
  world.addComments(wall, 1, waters(2, 3));
  world.addComments(wall, 9, waters(10, 3));
  world.vk.closeComments(wall, 1, 212);
  await world.follow(client, wall, withComments);
  world.vk.fail(
    { code: 15, detail: 'post was not found check post_id param' },
    { times: 1, method: 'wall.getComments' },
  );
  await world.read();
  expect([world.commentCalls().length, await idsOf(client)]).toEqual([2, [9]]);
  expect(await world.store.collection.wallState(wall, world.clock.now())).toMatchObject({ rest: null });
  world.vk.closeComments(wall, 1, null);
  world.clock.advance(hourMs);
  await world.read();
  expect(world.commentCalls()).toHaveLength(2);
  for (const postId of [1, 9]) world.addComments(wall, postId, waters(20 + postId, 1));
  world.clock.advance(hourMs);
  await world.read();
  expect(await idsOf(client)).toEqual([2, 3, 4, 9, 10, 11, 12, 21, 29]);
});

test('comments that are written while older ones are read are found by the next reading', async () => {
  world.addPost(wall, 1, 'Новости');
  world.addComments(wall, 1, waters(2, 250));
  await world.follow(client, wall, withComments);
  world.failComments(2, { code: 9 });
  await world.read();
  expect(await idsOf(client)).toHaveLength(100);
  world.clock.advance(hourMs);
  world.addComments(wall, 1, waters(900, 1));
  await world.read();
  expect(await idsOf(client)).toHaveLength(251);
  await world.read();
  expect(world.commentCalls()).toHaveLength(5);
});

test('a thread that VK refuses does not keep the comments after it from being read', async () => {
  world.addPost(wall, 1, 'Новости');
  world.addComments(wall, 1, [...waters(2, 130), ...waters(300, 40, { parentId: 120 })]);
  await world.follow(client, wall, withComments);
  world.failComments(2, { code: 211 });
  await world.read();
  expect(world.commentCalls()).toEqual([
    [1, null, 0],
    [1, 120, 0],
    [1, null, 95],
  ]);
  expect(await idsOf(client)).toHaveLength(140);
});

test('an edit is kept, and a deletion taken back, also when the comment does not match the phrase any more', async () => {
  world.addPost(wall, 1, 'Вода');
  world.addComments(wall, 1, waters(2, 1));
  await world.follow(client, wall, withComments);
  await world.read();
  const change = async (fields: object) => {
    world.vk.changeComment(wall, 1, 2, fields);
    world.addComments(wall, 1, waters(10 + world.commentCalls().length, 1));
    world.clock.advance(hourMs);
    await world.read();
    const [row] = (await rowsOf(client)).filter(({ postId }) => postId === 2);
    return [row?.text, row?.deletedAt];
  };
  expect(await change({ text: 'Всё хорошо' })).toEqual(['Всё хорошо', null]);
  const life = await world.store.posts.life({ ownerId: wall, postId: 2 });
  expect(life.versions.map(({ text }) => text)).toEqual(['Вода 2']);
  world.addComments(wall, 1, [{ id: 3, text: 'Ответ', parentId: 2 }]);
  expect(await change({ deleted: true })).toEqual(['Всё хорошо', world.clock.now()]);
  expect(await change({ deleted: false })).toEqual(['Всё хорошо', null]);
});

test('comments that no client would keep are not stored again', async () => {
  const old = start / 1000 - 80 * 86_400;
  world.addPost(wall, 1, 'Новости', { is_pinned: 1, date: start / 1000 - 90 * 86_400 });
  world.addComments(wall, 1, [...waters(2, 1, { date: old }), ...waters(3, 1)]);
  await world.store.clients.update(client, { keepCommentsDays: 30 }, start);
  await world.follow(client, wall, withComments);
  await world.read();
  expect(await idsOf(client)).toEqual([3]);
  const other = await world.createClient();
  await world.createWord(other, { text: 'вода' });
  await world.follow(other, wall, withComments);
  world.addComments(wall, 1, waters(4, 1));
  world.limits = { ...world.limits, keepPostsDays: 60 };
  world.clock.advance(hourMs);
  await world.read();
  expect([await idsOf(client), await idsOf(other)]).toEqual([
    [3, 4],
    [3, 4],
  ]);
  world.addComments(wall, 1, waters(5, 1));
  world.limits = { ...world.limits, keepPostsDays: 0 };
  world.clock.advance(hourMs);
  await world.read();
  expect([await idsOf(client), await idsOf(other)]).toEqual([
    [3, 4, 5],
    [2, 3, 4, 5],
  ]);
});

test('only clients that follow with comments see them, and a later one gets what is stored', async () => {
  const other = await world.createClient();
  await world.createWord(other, { text: 'вода' });
  world.addPost(wall, 1, 'Вода');
  world.addComments(wall, 1, waters(2, 2));
  await world.follow(other, wall);
  await world.read();
  expect(world.commentCalls()).toEqual([]);
  await world.follow(client, wall, withComments);
  await world.read();
  expect([await idsOf(client), await idsOf(other)]).toEqual([[1, 2, 3], [1]]);
  await world.follow(other, wall, withComments);
  expect(await idsOf(other)).toEqual([1, 2, 3]);
  await world.follow(other, wall);
  world.addComments(wall, 1, waters(4, 1));
  world.clock.advance(hourMs);
  await world.read();
  expect([await idsOf(client), await idsOf(other)]).toEqual([
    [1, 2, 3, 4],
    [1, 2, 3],
  ]);
  await world.follow(client, wall);
  world.addComments(wall, 1, waters(5, 1));
  world.clock.advance(hourMs);
  await world.read();
  expect(await idsOf(client)).toEqual([1, 2, 3, 4]);
});

test('when the only client with comments is deleted, the next one begins anew', async () => {
  const other = await world.createClient();
  await world.createWord(other, { text: 'дом' });
  world.addPost(wall, 1, 'Новости');
  world.addComments(wall, 1, [...waters(2, 2), { id: 9, text: 'Мой дом' }]);
  await world.follow(client, wall, withComments);
  await world.read();
  await world.store.clients.delete(client, start, by);
  await world.follow(other, wall, withComments);
  await world.read();
  expect([await idsOf(other), world.commentCalls().length]).toEqual([[9], 2]);
});

test('«Все посты» brings no comments, and a client without phrases costs no call', async () => {
  const silent = await world.createClient();
  world.addPost(wall, 1, 'Новости');
  world.addComments(wall, 1, waters(2, 2));
  await world.follow(silent, wall, { comments: true, everyPost: true });
  await world.read();
  expect([await idsOf(silent), world.commentCalls()]).toEqual([[1], []]);
});

test('the walls take turns, and each begins with its newest post', async () => {
  const walls = [-11, -12, -13];
  for (const ownerId of walls) {
    await world.addSource(ownerId);
    for (const id of [1, 2]) {
      world.addPost(ownerId, id * 100, 'Новости', { date: start / 1000 - 1000 + id });
      world.addComments(ownerId, id * 100, waters(id * 100 + 1, 1));
    }
    await world.follow(client, ownerId, withComments);
  }
  await world.read();
  const turns = world.vk.calls.filter(({ method }) => method === 'wall.getComments');
  expect(turns.map(({ params }) => `${params.get('owner_id')} ${params.get('post_id')}`)).toEqual([
    ...['-13 200', '-12 200', '-11 200', '-13 100', '-12 100', '-11 100'],
  ]);
});

test('a budget that ends lets a reading go on where it was', async () => {
  await world.close();
  world = await createWallWorld({ dailyCalls: 2 });
  await world.addSource(wall, 'Город');
  client = await world.createClient();
  await world.createWord(client, { text: 'вода' });
  world.addPost(wall, 1, 'Новости');
  world.addComments(wall, 1, waters(2, 250));
  await world.follow(client, wall, withComments);
  await world.read();
  expect(await idsOf(client)).toHaveLength(195);
  world.clock.advance(dayMs);
  world.restart();
  await world.read();
  expect([world.commentCalls(), (await idsOf(client)).length]).toEqual([
    [
      [1, null, 0],
      [1, null, 95],
      [1, null, 190],
    ],
    250,
  ]);
});

test('the number of comments of a post that the wall does not show any more is asked for', async () => {
  world.addPost(wall, 1, 'Новости', { date: start / 1000 - 3600 });
  await world.follow(client, wall, withComments);
  await world.read();
  for (let id = 1000; id < 1120; id += 1) world.addPost(wall, id, 'Вода рядом');
  world.clock.advance(hourMs);
  await world.read();
  world.addComments(wall, 1, waters(2, 3));
  world.clock.advance(6.5 * hourMs);
  await world.read();
  const lookUps = world.vk.calls.filter(({ method }) => method === 'wall.getById');
  expect(lookUps.map(({ params }) => params.get('posts'))).toEqual([expect.stringMatching(/(^|,)-5_1(,|$)/)]);
  expect(await idsOf(client)).toEqual(expect.arrayContaining([2, 3, 4]));
});

test('a post for which VK refuses the numbers does not keep those of others from being asked for', async () => {
  for (const id of [1, 2]) world.addPost(wall, id, 'Новости', { date: start / 1000 - 3600 });
  await world.follow(client, wall, withComments);
  await world.read();
  for (let id = 1000; id < 1120; id += 1) world.addPost(wall, id, 'Новости рядом');
  world.clock.advance(hourMs);
  await world.read();
  world.addComments(wall, 1, waters(3, 1));
  world.clock.advance(6.5 * hourMs);
  world.hooks.onCall = () => {
    const { method, params } = world.vk.calls.at(-1) ?? {};
    if (method === 'wall.getById' && params?.get('posts')?.split(',').includes('-5_2'))
      world.vk.fail({ code: 100 }, { times: 1, method });
  };
  await world.read();
  expect(await idsOf(client)).toEqual([3]);
});

test('a lost lease saves nothing, and an erased author has no comments and no words in the place', async () => {
  world.addPost(wall, 1, 'Слова автора', { from_id: 44 });
  world.addComments(wall, 1, [{ id: 2, text: 'Вода', from_id: 43 }, ...waters(3, 1)]);
  await world.follow(client, wall, withComments);
  await world.store.erasures.begin({ kind: 'user', id: 43 }, start, by);
  world.vk.fail({ status: 502 }, { times: 5, method: 'wall.getComments' });
  await world.read();
  const { claimComments, releaseComments, saveComments } = world.store.collection;
  const options = { now: start + hourMs, leaseMs: minuteMs, daysBack: 14, keptSince: 0 };
  const nothing = { comments: [], deleted: [] };
  const withWords = await claimComments(options);
  expect(withWords).toMatchObject({ postId: 1, text: 'Слова автора' });
  await world.store.erasures.begin({ kind: 'user', id: 44 }, start, by);
  expect(withWords && (await saveComments(withWords, nothing, withWords.progress, options))).toBeNull();
  const lost = await claimComments(options);
  if (!lost) throw new Error('Nothing was claimed');
  expect(lost).toMatchObject({ ownerId: wall, postId: 1, text: '' });
  expect(await claimComments(options)).toBeNull();
  const next = await claimComments({ ...options, now: start + hourMs + minuteMs });
  expect(next).toMatchObject({ postId: 1 });
  expect(await saveComments(lost, nothing, lost.progress, options)).toBeNull();
  expect(await releaseComments(lost, start)).toBe(0);
  if (next) await releaseComments(next, start);
  world.clock.advance(2 * hourMs);
  await world.read();
  expect(await idsOf(client)).toEqual([3]);
});

test('an erased author leaves no words in comments below a post that is not stored', async () => {
  world.addPost(wall, 1, 'Слова автора', { from_id: 44 });
  world.addComments(wall, 1, waters(2, 1));
  await world.follow(client, wall, withComments);
  await world.read();
  const parentTexts = async () => (await rowsOf(client)).map(({ comment }) => comment?.parentText);
  expect(await parentTexts()).toEqual(['Слова автора']);
  await world.follow(client, wall, { isFollowed: false });
  await world.store.erasures.begin({ kind: 'user', id: 44 }, start, by);
  expect(await parentTexts()).toEqual(['']);
});

test('nothing is missed, late or stored twice on many walls at the rate of a key', async () => {
  const clock = createSimulatedClock();
  const { store, close } = await openTestStore(clock.now);
  try {
    const size = { walls: 6, posts: 8, comments: 120, thread: 20 };
    const { first, later, missing, unexpected } = await simulateComments({ store, clock, size });
    expect([first.stored, missing, unexpected]).toEqual([first.held, 0, 0]);
    expect(later.found).toBe(later.held);
    expect(later.lateMs.at(-1)).toBeLessThanOrEqual(90 * minuteMs);
    expect(first.everyWallMs).toBeLessThan(first.ms / 4);
  } finally {
    await close();
  }
});

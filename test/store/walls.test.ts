// Proves: collection#walls, sources#wall-of-a-source
/** Walls on a real database in front of the VK stand-in: who follows, what is read, and what each client sees. */
import { wallPost } from '../../scripts/vk-stand-in/world.ts';
import { dayMs, hourMs, minuteMs } from '../../shared/durations.ts';
import { foundPage, foundPost, start } from '../support/collection-store.ts';
import { Random } from '../support/random.ts';
import { by, recordsOf } from '../support/store-values.ts';
import { viewing, viewingSince } from '../support/viewing.ts';
import { createWallWorld, type WallWorld } from '../support/wall-world.ts';

const wall = -5;
let world: WallWorld;
let client: string;
beforeEach(async () => {
  world = await createWallWorld();
  await world.addSource(wall, 'Город');
  client = await world.createClient();
});
afterEach(() => world.close());

/** The IDs of the sources in the table of the client. */
const listed = async (clientId: string) => {
  const page = { limit: 10, offset: 0, orderBy: 'owner_id', orderDirection: 'ASC' } as const;
  return (await world.store.owners.list(page, `client:${clientId}`)).map(({ ownerId }) => ownerId);
};

const phrase = (clientId: string, text: string) => world.createWord(clientId, { text });

/** The phrase is found by search. */
async function findBySearch(wordId: number, posts: Parameters<typeof foundPost>[0][]): Promise<void> {
  const { collection } = world.store;
  const now = world.clock.now();
  await collection.request(wordId, now);
  const claim = await collection.claim({ now, leaseMs: minuteMs, urgentOnly: true });
  if (claim?.wordId !== wordId) throw new Error('Another phrase was claimed');
  const page = foundPage(posts.map((post) => foundPost(post)));
  await collection.savePage(claim, page, { found: 1, window: null, cursor: null }, now);
  await collection.finish(claim, { outcome: 'done', reason: null, dueAt: now }, now);
}

test('posts of a followed wall that match a phrase are rows of the client, others are not stored', async () => {
  await phrase(client, 'метро');
  world.addPost(wall, 1, 'Закрыли станцию метро');
  world.addPost(wall, 2, 'Отключили воду');
  await world.follow(client, wall);
  await world.read();
  expect(await world.seenBy(client)).toEqual(['-5 1 метро']);
  expect(await world.seenBy(null)).toEqual(['-5 1 метро']);
  expect(await world.store.collection.listWalls(world.clock.now())).toEqual([
    {
      ownerId: wall,
      name: 'Город',
      readAt: start,
      calls: 1,
      comments: false,
      rest: null,
      isIdle: false,
      clients: [client],
    },
  ]);
});

test('«Все посты» gives every post under «Стена: имя», which is in the filter of phrases and in no list of phrases', async () => {
  await phrase(client, 'метро');
  world.addPost(wall, 1, 'Закрыли станцию метро');
  world.addPost(wall, 2, 'Отключили воду');
  await world.follow(client, wall, { everyPost: true });
  await world.read();
  expect(await world.seenBy(client)).toEqual(['-5 1 Стена: Город', '-5 1 метро', '-5 2 Стена: Город']);
  const { words, wordClients } = world.store;
  expect(await words.suggest('стена', client, 10)).toEqual([]);
  expect((await wordClients.forClient(client)).map(({ wordId }) => wordId)).toEqual([1]);
  const page = { limit: 10, offset: 0, orderBy: 'word_id', orderDirection: 'ASC' } as const;
  const list = async (walls: boolean) => (await words.pageOfClient(client, { ...page, walls })).rows;
  expect((await list(false)).map(({ text }) => text)).toEqual(['метро']);
  const [, named] = await list(true);
  expect(named?.text).toBe('Стена: Город');
  expect((await words.list()).map(({ text }) => text)).toEqual(['метро']);
  expect(await words.updateOfClient(named?.shownId ?? 0, client, { state: 'freeze' }, by)).toEqual({
    outcome: 'unknown',
  });
  expect(await words.unlink(named?.shownId ?? 0, client, by)).toBe(false);
  expect(await words.markDeleted(named?.shownId ?? 0, start, by)).toBe(false);
  await world.addSource(wall, 'Новый город');
  world.clock.advance(hourMs);
  await world.read();
  expect(await world.seenBy(client)).toContain('-5 2 Стена: Новый город');
});

test('«Стена: имя» has no verdict, is no overlap of a phrase, and is not part of what search has collected', async () => {
  const wordId = await phrase(client, 'метро');
  for (let id = 1; id <= 12; id += 1) world.addPost(wall, id, `Метро ${id} станция`);
  await world.follow(client, wall, { everyPost: true });
  await world.read();
  expect(await world.store.posts.measureWords(start)).toMatchObject([{ wordId, monthRows: 12, overlaps: [] }]);
  const { phraseWindows } = world.store.collection;
  expect([(await phraseWindows(client, null)).length, (await phraseWindows(null, null)).length]).toEqual([1, 1]);
});

test('a wall is read every hour, further back only until a post that is known, and a pinned post does not end it', async () => {
  await phrase(client, 'метро');
  world.addPost(wall, 1, 'Метро', { is_pinned: 1, date: start / 1000 - 90 * 86_400 });
  for (let id = 2; id < 30; id += 1) world.addPost(wall, id, `Метро ${id}`, { date: start / 1000 - id * 60 });
  await world.follow(client, wall);
  await world.read();
  expect([world.offsets(), (await world.seenBy(client)).length]).toEqual([[0], 29]);
  world.clock.advance(hourMs - 1);
  await world.read();
  expect(world.offsets()).toEqual([0]);
  world.clock.advance(1);
  for (let id = 100; id < 350; id += 1) world.addPost(wall, id, `Метро ${id}`, { date: world.clock.now() / 1000 - id });
  await world.read();
  expect([world.offsets(), (await world.seenBy(client)).length]).toEqual([[0, 0, 95, 190], 279]);
});

test('a page with fewer posts than asked for is not the last one of a wall that has more', async () => {
  await phrase(client, 'метро');
  world.addPost(wall, 1, 'Метро');
  await world.follow(client, wall);
  await world.read();
  world.clock.advance(hourMs);
  const date = world.clock.now() / 1000;
  const items = Array.from({ length: 150 }, (_, index) =>
    wallPost({ id: 1000 - index, owner_id: wall, date: date - index, text: `Метро ${index}` }),
  );
  world.vk.addPosts(items);
  const shown = items.slice(0, 100).filter((_, index) => index !== 50);
  const answer = { response: { count: 151, items: shown, profiles: [], groups: [] } };
  world.vk.fail({ answer }, { times: 1, method: 'wall.get' });
  await world.read();
  expect([world.offsets(), (await world.seenBy(client)).length]).toEqual([[0, 0, 94], 150]);
});

test('the first reading goes back 14 days', async () => {
  await phrase(client, 'метро');
  world.addPost(wall, 1, 'Метро старое', { date: start / 1000 - 15 * 86_400 });
  world.addPost(wall, 2, 'Метро', { date: start / 1000 - 13 * 86_400 });
  await world.follow(client, wall);
  await world.read();
  expect(await world.seenBy(client)).toEqual(['-5 2 метро']);
});

test('a client that shares the phrase sees only what search has found, and what is stored when it follows', async () => {
  const other = await world.createClient();
  const wordId = await phrase(client, 'метро');
  await phrase(other, 'метро');
  world.addPost(wall, 1, 'Метро один');
  await world.follow(client, wall);
  await world.read();
  const seen = async () => [await world.seenBy(client), await world.seenBy(other)];
  expect(await seen()).toEqual([['-5 1 метро'], []]);
  const textFor = (clientId: string) =>
    world.store.posts.text({ type: 'client', clientId }, viewing({ clientId }), { ownerId: wall, postId: 1 });
  expect([(await textFor(client))?.text, await textFor(other)]).toEqual(['Метро один', null]);
  const citiesOf = async (clientId: string) =>
    (await world.store.cities.list({ clientId, contains: '', limit: 9 })).map(({ name }) => name);
  expect([await citiesOf(client), await citiesOf(other)]).toEqual([['Город'], []]);
  const ownWords = async () => {
    const { words } = world.store;
    return [await words.getOfClient(wordId, client), (await words.listOfClient(other))[0]];
  };
  const totals = async () => (await ownWords()).map((word) => word?.totalPosts);
  const newest = async () => (await ownWords()).map((word) => word?.lastPostPosts);
  expect(await newest()).toEqual([start - minuteMs, null]);
  const measured = async () => {
    const words = await world.store.posts.measureWords(world.clock.now());
    return words.map(({ monthRows, weekStories, lastPostAt }) => [monthRows, weekStories, lastPostAt]);
  };
  expect(await measured()).toEqual([[0, 0, null]]);
  await findBySearch(wordId, [{ ownerId: wall, postId: 9, text: 'Метро девять', postedAt: start - hourMs }]);
  expect(await newest()).toEqual([start - minuteMs, start - hourMs]);
  expect(await measured()).toEqual([[1, 1, start - hourMs]]);
  expect(await seen()).toEqual([['-5 1 метро', '-5 9 метро'], ['-5 9 метро']]);
  expect(await totals()).toEqual([2, 1]);
  expect(await world.store.marks.mark({ type: 'client', clientId: other }, [1, 2], true)).toHaveLength(1);
  await world.follow(other, wall);
  expect((await seen())[1]).toEqual(['-5 1 метро', '-5 9 метро']);
  expect(await totals()).toEqual([2, 2]);
  expect(await measured()).toEqual([[2, 2, start - minuteMs]]);
  await world.follow(other, wall, { isFollowed: false });
  world.addPost(wall, 2, 'Метро два');
  world.clock.advance(hourMs);
  await world.read();
  expect((await seen()).map((rows) => rows.length)).toEqual([3, 2]);
  const since = await world.store.alerts.newestArrival();
  await findBySearch(wordId, [{ ownerId: wall, postId: 2, text: 'Метро два' }]);
  const asOther = viewingSince(since, { clientId: other, account: `client:${other}` });
  expect(await world.store.posts.countNewStories({ type: 'client', clientId: other }, [asOther])).toEqual([1]);
  expect((await seen()).map((rows) => rows.length)).toEqual([3, 3]);
});

test('a closed story comes back only for a client that sees the new post', async () => {
  const other = await world.createClient();
  const wordId = await phrase(client, 'метро');
  await phrase(other, 'метро');
  const text = 'Станция метро закрыта до конца недели, пересадки нет, автобус ходит от площади';
  await findBySearch(wordId, [{ ownerId: wall, postId: 9, text }]);
  const workOf = async (clientId: string) => {
    const scope = viewing({ clientId, state: 'any', shownWork: { people: {}, tags: [], now: start } });
    const page = { limit: 1, offset: 0, orderBy: 'post_dt', orderDirection: 'ASC' } as const;
    const [row] = (await world.store.posts.page({ type: 'client', clientId }, scope, page)).rows;
    return { storyId: row?.storyId ?? 0, version: row?.work?.version ?? 0, state: row?.work?.state };
  };
  const change = { state: 'resolved' } as const;
  for (const clientId of [client, other])
    await world.store.work.change(clientId, { stories: [await workOf(clientId)], change, batchId: null, taker: 0 }, by);
  world.addPost(wall, 10, text);
  await world.follow(client, wall);
  await world.read();
  expect(await world.seenBy(client)).toEqual(['-5 10 метро', '-5 9 метро']);
  expect([(await workOf(client)).state, (await workOf(other)).state]).toEqual(['new', 'resolved']);
  await findBySearch(wordId, [{ ownerId: wall, postId: 10, text, postedAt: start - minuteMs }]);
  expect((await workOf(other)).state).toBe('new');
});

test('a refused wall rests for a day with the reason, its rows stay, and other walls are read', async () => {
  await phrase(client, 'метро');
  await world.addSource(-6);
  world.addPost(wall, 1, 'Метро');
  world.addPost(-6, 1, 'Метро рядом');
  await world.follow(client, wall);
  await world.read();
  await world.follow(client, -6);
  world.vk.closeWall(wall, 15);
  world.clock.advance(hourMs);
  await world.read();
  expect(await world.seenBy(client)).toEqual(['-5 1 метро', '-6 1 метро']);
  const state = () => world.store.collection.wallState(wall, world.clock.now());
  const until = world.clock.now() + dayMs;
  expect(await state()).toMatchObject({ readAt: start, rest: { until, code: 15 } });
  world.vk.closeWall(wall, null);
  world.clock.advance(23 * hourMs);
  await world.read();
  expect((await state())?.rest).not.toBeNull();
  world.clock.advance(hourMs);
  await world.read();
  expect(await state()).toMatchObject({ readAt: world.clock.now(), rest: null });
  const { requestWall } = world.store.collection;
  world.clock.advance(minuteMs);
  expect([await requestWall(wall, by), await requestWall(-99, by)]).toEqual([true, false]);
  await world.read();
  expect(await state()).toMatchObject({ readAt: world.clock.now() });
});

test('a client without phrases and without «Все посты» costs no call, and a new phrase or text has its walls read again', async () => {
  world.addPost(wall, 1, 'Метро');
  await world.follow(client, wall);
  await world.read();
  const isIdleFor = async (clientId: string | null) =>
    (await world.store.collection.wallState(wall, start, clientId))?.isIdle;
  expect([world.offsets(), await isIdleFor(null)]).toEqual([[], true]);
  await phrase(client, 'вода');
  await world.read();
  expect([world.offsets(), await world.seenBy(client)]).toEqual([[0], []]);
  const other = await world.createClient();
  await world.follow(other, wall);
  expect([await isIdleFor(null), await isIdleFor(client), await isIdleFor(other)]).toEqual([false, false, true]);
  expect(await listed(other)).toEqual([wall]);
  await world.follow(other, wall, { isFollowed: false });
  expect(await listed(other)).toEqual([]);
  await phrase(client, 'метро');
  world.clock.advance(10 * minuteMs);
  await world.read();
  expect([world.offsets(), await world.seenBy(client)]).toEqual([[0, 0], ['-5 1 метро']]);
  const { words } = world.store;
  const [, metro] = await words.listOfClient(client);
  await words.updateOfClient(metro?.wordId ?? 0, client, { text: 'метро станция' });
  world.clock.advance(10 * minuteMs);
  await world.read();
  const renamed = (await words.list()).find(({ text }) => text === 'метро станция');
  await words.update(renamed?.wordId ?? 0, { text: 'метро вокзал' });
  world.clock.advance(10 * minuteMs);
  await world.read();
  expect(world.offsets()).toEqual([0, 0, 0, 0]);
});

test('a limit of walls, an unknown source and the journal', async () => {
  await world.addSource(-6);
  expect(await world.follow(client, -99)).toBe('unknown');
  expect(await world.follow(client, wall, { max: 1 })).toBe('done');
  expect(await world.follow(client, -6, { max: 1 })).toBe('too-many');
  for (let times = 0; times < 2; times += 1)
    expect(await world.follow(client, wall, { max: 1, everyPost: true })).toBe('done');
  const both = { comments: true, everyPost: true };
  expect(await world.follow(client, wall, { max: 1, ...both })).toBe('done');
  const { wallSwitches, followedWalls } = world.store.collection;
  expect(await wallSwitches(client, wall)).toEqual({ isFollowed: true, ...both });
  const other = await world.createClient();
  expect(await followedWalls([wall, -6], client, start)).toEqual([
    { ownerId: wall, readAt: null, withComments: true, isClosed: false },
  ]);
  expect(await followedWalls([wall], null, start)).toMatchObject([{ withComments: true }]);
  expect(await followedWalls([wall], other, start)).toEqual([]);
  expect(await world.follow(client, wall, { isFollowed: false })).toBe('done');
  const subject = `Источник -5 «Город», клиент ${client}`;
  expect(await recordsOf(world.store)).toEqual([
    { action: 'wall-followed', object: subject },
    { action: 'wall-followed', object: `${subject}: все посты` },
    { action: 'wall-followed', object: `${subject}: комментарии, все посты` },
    { action: 'wall-unfollowed', object: subject },
  ]);
});

test('an erased source is not followed any more, and a deleted client leaves its wall', async () => {
  await phrase(client, 'метро');
  const other = await world.createClient();
  await phrase(other, 'метро');
  await world.addSource(-6);
  world.addPost(wall, 1, 'Метро');
  world.addPost(-6, 1, 'Метро рядом');
  for (const followed of [wall, -6]) await world.follow(client, followed);
  await world.follow(other, -6);
  await world.read();
  const target = { kind: 'owner', id: wall } as const;
  await world.store.erasures.begin(target, start, by);
  await world.store.erasures.deletePosts(target, 10);
  await world.store.clients.delete(client, start, by);
  const walls = await world.store.collection.listWalls(world.clock.now());
  expect(walls.map(({ ownerId, clients }) => [ownerId, clients])).toEqual([[-6, [other]]]);
  expect(await world.seenBy(other)).toEqual(['-6 1 метро']);
});

test('an interrupted reading is repeated when its lease has ended, and stores nothing twice', async () => {
  await phrase(client, 'метро');
  await world.follow(client, wall);
  await world.read();
  world.clock.advance(hourMs);
  for (let id = 1; id <= 250; id += 1) world.addPost(wall, id, `Метро ${id}`, { date: world.clock.now() / 1000 - id });
  const killed = new AbortController();
  world.vk.fail({ status: 502 }, { times: 1, method: 'wall.get' });
  const { claimWall } = world.store.collection;
  expect(await claimWall({ now: world.clock.now(), leaseMs: minuteMs, intervalMs: hourMs })).toMatchObject({
    ownerId: wall,
  });
  await world.read(killed.signal);
  expect(await world.seenBy(client)).toEqual([]);
  world.clock.advance(minuteMs);
  world.restart();
  await world.read();
  expect(await world.seenBy(client)).toHaveLength(250);
});

test('a wall whose reading the budget has ended is read again when its calls expire, not those of searches', async () => {
  await world.close();
  world = await createWallWorld({ dailyCalls: 3 });
  await world.addSource(wall, 'Город');
  client = await world.createClient();
  await phrase(client, 'метро');
  await world.follow(client, wall);
  await world.read();
  world.clock.advance(23.5 * hourMs);
  for (let id = 1; id <= 250; id += 1) world.addPost(wall, id, `Метро ${id}`, { date: world.clock.now() / 1000 - id });
  await world.read();
  expect(world.offsets()).toEqual([0, 0, 95]);
  world.clock.advance(0.5 * hourMs);
  world.restart();
  await world.read();
  expect(world.offsets()).toEqual([0, 0, 95, 0]);
});

test('a wall or comments that the program fails on wait, and others go on', async () => {
  for (const [ownerId, postId] of [
    [wall, 100],
    [wall, 200],
    [-6, 300],
  ] as const) {
    if (ownerId !== wall) await world.addSource(ownerId);
    world.addPost(ownerId, postId, 'Метро', { date: start / 1000 - 1000 + postId });
    world.addComments(ownerId, postId, [{ id: postId + 1, text: 'Метро' }]);
    await world.follow(client, ownerId, { comments: true });
  }
  await phrase(client, 'метро');
  // They wait longer than a wall that was read.
  world.limits = { ...world.limits, intervalMs: 10 * minuteMs };
  const { collection } = world.store;
  const failOn = <Claim extends { ownerId: number }, Rest extends unknown[], Result>(
    isBad: (claim: Claim) => boolean,
    save: (claim: Claim, ...rest: Rest) => Promise<Result>,
  ) => {
    return async (claim: Claim, ...rest: Rest): Promise<Result> => {
      if (isBad(claim)) throw new Error('A fault of the program');
      return save(claim, ...rest);
    };
  };
  const store = {
    ...collection,
    saveWallPage: failOn(({ ownerId }) => ownerId === -6, collection.saveWallPage),
    saveComments: failOn(({ postId }) => postId === 200, collection.saveComments),
  };
  const failures: unknown[] = [];
  for (let starts = 0; starts < 4; starts += 1)
    await world.read(undefined, store).catch((error: Error) => failures.push(error.message));
  expect(failures).toEqual(['A fault of the program', 'A fault of the program']);
  expect(await world.seenBy(client)).toEqual(['-5 100 метро', '-5 101 метро', '-5 200 метро']);
});

test('posts that retention would delete again are not stored, also the pinned one', async () => {
  await phrase(client, 'метро');
  world.limits = { ...world.limits, keepPostsDays: 7 };
  world.addPost(wall, 1, 'Метро', { is_pinned: 1, date: start / 1000 - 90 * 86_400 });
  world.addPost(wall, 2, 'Метро', { date: start / 1000 - 8 * 86_400 });
  world.addPost(wall, 3, 'Метро', { date: start / 1000 - 6 * 86_400 });
  await world.follow(client, wall);
  await world.read();
  expect(await world.seenBy(client)).toEqual(['-5 3 метро']);
});

test('a wall that gets a follower while it is read is read again at once', async () => {
  await phrase(client, 'метро');
  const other = await world.createClient();
  await phrase(other, 'вода');
  world.addPost(wall, 1, 'Вода');
  await world.follow(client, wall);
  await world.read();
  world.clock.advance(hourMs);
  let following: Promise<unknown> | null = null;
  world.hooks.onCall = () => {
    following ??= world.follow(other, wall);
  };
  await world.read();
  await following;
  await world.read();
  expect(await world.seenBy(other)).toEqual(['-5 1 вода']);
});

test('a phrase whose text changes while a wall is read gets no posts of its former text', async () => {
  const wordId = await phrase(client, 'метро');
  world.addPost(wall, 1, 'Метро');
  world.addPost(wall, 2, 'Вода');
  world.addComments(wall, 2, [
    { id: 3, text: 'Метро' },
    { id: 4, text: 'Воды нет' },
  ]);
  await world.follow(client, wall, { comments: true });
  const { collection, words } = world.store;
  const texts = ['вода', 'вода нет'];
  const change = () => {
    const [text] = texts.splice(0, 1);
    return text === undefined ? null : words.update(wordId, { text });
  };
  const store = {
    ...collection,
    async saveWallPage(...args: Parameters<typeof collection.saveWallPage>) {
      if (texts.length === 2) await change();
      return collection.saveWallPage(...args);
    },
    async saveComments(...args: Parameters<typeof collection.saveComments>) {
      if (texts.length === 1) await change();
      return collection.saveComments(...args);
    },
  };
  await world.read(undefined, store);
  expect(texts).toEqual([]);
  expect(await world.seenBy(client)).toEqual(['-5 2 вода нет', '-5 4 вода нет']);
});

test('a wall is read although the clock was set back', async () => {
  await phrase(client, 'метро');
  await world.follow(client, wall);
  world.clock.advance(dayMs);
  await world.read();
  world.clock.advance(-dayMs);
  world.addPost(wall, 1, 'Метро');
  await world.read();
  expect(await world.seenBy(client)).toEqual(['-5 1 метро']);
});

test('a source that a client has added and follows stays hidden from others until it has a post', async () => {
  const other = await world.createClient();
  await phrase(client, 'метро');
  const added = { ownerId: -7, ownerType: 'group', name: 'Двор', domain: null, photoUrl: null };
  const { owners } = world.store;
  await owners.create({ ...added, addedBy: `client:${client}` });
  world.addPost(-7, 1, 'Вода');
  await world.follow(client, -7);
  await world.read();
  expect(await owners.find(-7, `client:${other}`)).toBeNull();
  expect(await owners.find(-7, `client:${client}`)).toMatchObject({ ownerId: -7 });
  world.addPost(-7, 2, 'Метро');
  world.clock.advance(hourMs);
  await world.read();
  expect(await owners.find(-7, `client:${other}`)).toMatchObject({ ownerId: -7 });
});

test('a client with many walls does not delay the walls of another', async () => {
  await phrase(client, 'метро');
  const other = await world.createClient();
  await phrase(other, 'вода');
  for (let ownerId = -20; ownerId < -10; ownerId += 1) {
    await world.addSource(ownerId);
    await world.follow(client, ownerId);
  }
  await world.follow(other, wall);
  const claim = async () => {
    const claimed = await world.store.collection.claimWall({ now: start, leaseMs: hourMs, intervalMs: hourMs });
    const subject = { clientId: claimed?.clientId ?? null, ownerId: claimed?.ownerId ?? null };
    await world.store.collection.reserveOther('key', 'wall', 100, start, subject);
    return claimed?.clientId;
  };
  expect([await claim(), await claim(), await claim()]).toEqual([client, other, client]);
  await world.follow(other, -20);
  await world.store.collection.requestWall(-15, by);
  const next = await world.store.collection.claimWall({ now: start, leaseMs: hourMs, intervalMs: hourMs });
  expect(next?.ownerId).toBe(-15);
});

/** What each client must see, as a plain fold over what happened. */
function createModel() {
  type Row = { ownerId: number; postId: number; text: string };
  const rowKey = ({ ownerId, postId }: Row, word: string) => `${ownerId} ${postId} ${word}`;
  /** Rows by key, and who sees them; `all`: search has found them. */
  const rows = new Map<string, { row: Row; word: string; seen: Set<string>; all: boolean }>();
  const words = new Map<string, Set<string>>();
  const follows = new Map<string, boolean>();
  const wordsOf = (clientId: string) => words.get(clientId) ?? new Set<string>();
  const rowOf = (row: Row, word: string) => {
    const key = rowKey(row, word);
    const known = rows.get(key) ?? { row, word, seen: new Set<string>(), all: false };
    rows.set(key, known);
    return known;
  };
  return {
    link: (clientId: string, word: string) => words.set(clientId, wordsOf(clientId).add(word)),
    follow(clientId: string, ownerId: number, everyPost: boolean) {
      if (!follows.has(`${clientId} ${ownerId}`)) {
        for (const { row, word, seen } of rows.values()) {
          if (row.ownerId === ownerId && wordsOf(clientId).has(word)) seen.add(clientId);
        }
      }
      follows.set(`${clientId} ${ownerId}`, everyPost);
    },
    unfollow: (clientId: string, ownerId: number) => follows.delete(`${clientId} ${ownerId}`),
    read(ownerId: number, posts: readonly Row[]) {
      for (const [key, everyPost] of follows) {
        const [clientId = '', owner] = key.split(' ');
        if (Number(owner) !== ownerId) continue;
        for (const post of posts) {
          for (const word of wordsOf(clientId)) if (post.text.includes(word)) rowOf(post, word).seen.add(clientId);
          if (everyPost) rowOf(post, `Стена: Город ${-ownerId}`).seen.add(clientId);
        }
      }
    },
    search(word: string, post: Row) {
      rowOf(post, word).all = true;
    },
    seenBy: (clientId: string) =>
      [...rows]
        .filter(([, { word, seen, all }]) => seen.has(clientId) || (all && wordsOf(clientId).has(word)))
        .map(([key]) => key)
        .sort(),
  };
}

test.each([1, 2, 3])(
  'in random order %i of changes each client sees exactly what it followed or search has found',
  async (seed) => {
    const random = new Random(seed);
    const model = createModel();
    const owners = [-51, -52];
    for (const ownerId of owners) await world.addSource(ownerId);
    const vocabulary = ['метро', 'вода', 'мост'];
    const clients = [client, await world.createClient(), await world.createClient()];
    const wordIds = new Map<string, number>();
    const posts = new Map<number, { ownerId: number; postId: number; text: string }[]>(owners.map((id) => [id, []]));
    async function link(clientId: string, word: string) {
      wordIds.set(word, await phrase(clientId, word));
      model.link(clientId, word);
    }
    for (const [index, clientId] of clients.entries()) await link(clientId, vocabulary[index] ?? 'метро');
    const tracked = new Set(clients.map((clientId, index) => `${clientId} ${vocabulary[index]}`));
    let postId = 0;
    for (let round = 0; round < 40; round += 1) {
      const [clientId, ownerId, word] = [random.pick(clients), random.pick(owners), random.pick(vocabulary)];
      const action = random.below(6);
      if (action === 0) {
        const everyPost = random.chance(0.3);
        await world.follow(clientId, ownerId, { everyPost });
        model.follow(clientId, ownerId, everyPost);
      } else if (action === 1 && random.chance(0.5)) {
        await world.follow(clientId, ownerId, { isFollowed: false });
        model.unfollow(clientId, ownerId);
      } else if (action === 2 && !tracked.has(`${clientId} ${word}`)) {
        tracked.add(`${clientId} ${word}`);
        await link(clientId, word);
      } else if (action === 3 && (posts.get(ownerId)?.length ?? 0) > 0) {
        const found = random.pick(posts.get(ownerId) ?? []);
        if (!found.text.includes(word)) continue;
        await findBySearch(wordIds.get(word) ?? 0, [{ ...found, postedAt: world.clock.now() }]);
        model.search(word, found);
      } else {
        postId += 1;
        const post = { ownerId, postId, text: [random.pick(vocabulary), random.pick(vocabulary), postId].join(' ') };
        world.addPost(ownerId, postId, post.text, { is_pinned: random.chance(0.1) ? 1 : 0 });
        posts.get(ownerId)?.push(post);
      }
      if (!random.chance(0.5)) continue;
      world.clock.advance(hourMs);
      await world.read();
      for (const read of owners) model.read(read, posts.get(read) ?? []);
    }
    world.clock.advance(hourMs);
    await world.read();
    for (const read of owners) model.read(read, posts.get(read) ?? []);
    for (const clientId of clients)
      expect([clientId, await world.seenBy(clientId)]).toEqual([clientId, model.seenBy(clientId)]);
  },
);

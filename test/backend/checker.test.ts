// Proves: collection#checks-of-posts
/** Checks of posts on a real database in front of the VK stand-in: growth, edits, deletions, budgets and faults. */
import type { Fault } from '../../scripts/vk-stand-in/read-call.ts';
import { day, hour, minute, start } from '../support/collection-store.ts';
import { createTestCollector, type TestCollector, vkPosts } from '../support/test-collector.ts';

let collector: TestCollector;
let wordId: number;

async function begin(posts = 3, options: Parameters<typeof createTestCollector>[0] = {}) {
  collector = await createTestCollector({ vkLimits: { perSecond: null, perDay: null }, ...options });
  const added = vkPosts(posts, 'Метро');
  collector.vk.addPosts(added);
  collector.vk.growPosts(added, 1000);
  wordId = await collector.createWord(await collector.createClient(), { text: 'метро' });
  await collector.collect();
}
afterEach(() => collector.close());

const advanceTo = (hours: number) => collector.clock.advance(start + hours * hour - collector.clock.now());

/** Checks at the time after the start. */
async function checkAt(hours: number): Promise<void> {
  advanceTo(hours);
  await collector.check();
}
const lookUps = () => collector.vk.calls.filter(({ method }) => method === 'wall.getById');
const askedFor = () => lookUps().map(({ params }) => params.get('posts')?.split(',').length);
const lifeOf = (postId: number) => collector.store.posts.life({ ownerId: -1, postId });
const keyState = async () => (await collector.store.collection.keys(collector.clock.now()))[0];

test('a post is measured at each age as it grows', async () => {
  await begin();
  for (const hours of [5.5, 23.5, 71.5, 167.5]) await checkAt(hours);
  const { measures, views } = await lifeOf(3);
  expect(measures.map(({ age, views: seen }) => [age, seen])).toEqual([
    [1, 109],
    [6, 528],
    [24, 941],
    [72, 1000],
    [168, 1000],
  ]);
  expect(views).toBe(1000);
  await checkAt(500);
  expect(askedFor()).toEqual([3, 3, 3, 3]);
});

test('edits and deletions are noticed, with the earlier text', async () => {
  await begin();
  collector.vk.changePost(-1, 1, { text: 'Метро закрыто', edited: start / 1000 + 60 });
  collector.vk.changePost(-1, 2, { is_deleted: true });
  collector.vk.removePost(-1, 3);
  await checkAt(5.5);
  expect(await lifeOf(1)).toMatchObject({
    changedAt: start + minute,
    deletedAt: null,
    versions: [{ text: 'Метро', until: start + minute }],
  });
  expect(await lifeOf(2)).toMatchObject({ deletedAt: collector.clock.now() });
  expect(await lifeOf(3)).toMatchObject({ deletedAt: null });
  await checkAt(30);
  expect(await lifeOf(3)).toMatchObject({ deletedAt: collector.clock.now() });
  expect(await collector.stored(wordId)).toEqual({ rows: 3, counted: 3 });
});

test('a key makes no more calls than its budget in any 24 hours, and failed calls count', async () => {
  await begin(150, { checkCalls: 2 });
  collector.vk.fail({ code: 1 }, { times: 1, method: 'wall.getById' });
  await checkAt(9);
  expect(askedFor()).toEqual([100, 100]);
  expect((await keyState())?.lookUps.calls).toBe(2);
  await checkAt(32);
  expect(lookUps()).toHaveLength(2);
  await checkAt(34);
  expect(lookUps()).toHaveLength(4);
});

test('searches and checks have budgets of their own', async () => {
  await begin(3, { dailyCalls: 20, checkCalls: 1 });
  await checkAt(5.5);
  expect(await keyState()).toMatchObject({ calls: 1, lookUps: { calls: 1 } });
  await collector.store.collection.request(wordId, collector.clock.now());
  await collector.collect();
  expect(await keyState()).toMatchObject({ calls: 2, lookUps: { calls: 1 } });
});

test.each([7, 15, 27, 28, 1051, 29])(
  'error %i lets the checks of the key rest, other keys go on, and so does the collection',
  async (code) => {
    await begin(3, { keys: ['first', 'second'] });
    collector.vk.fail({ code }, { method: 'wall.getById', key: 'first' });
    collector.vk.fail({ code }, { method: 'wall.getById', key: 'second' });
    await checkAt(5.5);
    expect(lookUps()).toHaveLength(2);
    const states = await collector.store.collection.keys(collector.clock.now());
    expect(states.map(({ state, lookUps: { rest } }) => [state, rest?.code])).toEqual([
      ['working', code],
      ['working', code],
    ]);
    collector.restart();
    await checkAt(6);
    expect(lookUps()).toHaveLength(2);
    collector.vk.recover();
    await collector.store.collection.request(wordId, collector.clock.now());
    await collector.collect();
    await checkAt(31);
    expect(await lifeOf(1)).toMatchObject({ viewsAge: 24 });
  },
);

test.each<[string, Fault]>([
  ['error 1', { code: 1 }],
  ['HTTP 502', { status: 502 }],
  ['a cut body', 'cut-body'],
  ['JSON of the wrong shape', { answer: { response: [] } }],
])('%s is tried again, and no post is taken for absent', async (_name, fault) => {
  await begin();
  collector.vk.fail(fault, { times: 2, method: 'wall.getById' });
  await checkAt(5.5);
  expect(lookUps()).toHaveLength(3);
  expect((await lifeOf(1)).measures.map(({ age }) => age)).toEqual([1, 6]);
});

test('a refused call is halved, down to the post that VK refuses', async () => {
  await begin();
  collector.hooks.onCall = () => {
    const [last] = collector.vk.calls.slice(-1);
    collector.vk.recover();
    if (last?.params.get('posts')?.includes('-1_2')) collector.vk.fail({ code: 100 }, { method: 'wall.getById' });
  };
  await checkAt(5.5);
  expect(askedFor()).toEqual([3, 2, 1, 1, 1]);
  const ages = await Promise.all([1, 2, 3].map(async (id) => (await lifeOf(id)).measures.map(({ age }) => age)));
  expect(ages).toEqual([[1, 6], [1], [1, 6]]);
});

test('an aborted check is released at once', async () => {
  await begin();
  collector.vk.fail('slow-body', { method: 'wall.getById' });
  const stop = new AbortController();
  collector.hooks.onCall = () => setImmediate(() => stop.abort());
  advanceTo(5.5);
  await collector.check(stop.signal);
  collector.vk.recover();
  collector.hooks.onCall = () => {};
  await checkAt(5.5);
  expect((await lifeOf(1)).measures.map(({ age }) => age)).toEqual([1, 6]);
  expect(await collector.store.collection.checkQueue(start + 99 * day)).toMatchObject({ due: 3 });
});

// Proves: collection#completeness-of-search
/** The completeness of search on a real database in front of the VK stand-in, whose posts search finds in part. */
import { dayMs, hourMs, minuteMs } from '../../shared/durations.ts';
import { foundPage, foundPost } from '../support/collection-store.ts';
import { Random } from '../support/random.ts';
import { createWallWorld, type WallWorld } from '../support/wall-world.ts';

const walls = [-1, -2, -3, -4, -5];
let world: WallWorld;
let client: string;
let wordId: number;
beforeEach(async () => {
  world = await createWallWorld();
  for (const wall of walls) await world.addSource(wall);
  client = await world.createClient();
  wordId = await world.createWord(client, { text: 'метро' });
});
afterEach(() => world.close());

type Post = { ownerId: number; postId: number; text: string; postedAt: number };

/** A run of the phrase finds these posts, in all of the time before. */
async function search(posts: readonly Post[], isComplete = true): Promise<void> {
  const { collection } = world.store;
  const now = world.clock.now();
  await collection.request(wordId, now);
  const claim = await collection.claim({ now, leaseMs: minuteMs, urgentOnly: true });
  if (claim?.wordId !== wordId) throw new Error('Another phrase was claimed');
  const window = { from: now - 30 * dayMs, to: now, complete: isComplete };
  const page = foundPage(posts.map((post) => foundPost(post)));
  await collection.savePage(claim, page, { found: posts.length, window, cursor: null }, now);
  await collection.finish(claim, { outcome: 'done', reason: null, dueAt: now }, now);
}

const allOf = (ids: readonly number[], text: string): Post[] =>
  ids.map((postId) => ({ ownerId: -1, postId, text: `${text} ${postId}`, postedAt: world.clock.now() - minuteMs }));

function publish(posts: readonly Post[], fields: object = {}): void {
  for (const { ownerId, postId, text, postedAt } of posts)
    world.addPost(ownerId, postId, text, { date: Math.floor(postedAt / 1000), ...fields });
}

/** As the job that runs once a day. Returns the numbers as the client sees them, or an administrator if null. */
async function measure(...viewers: (string | null)[]) {
  const { posts, wordHealth } = world.store;
  await wordHealth.save(await posts.measureWords(world.clock.now()));
  return Promise.all(
    viewers.map(async (viewer) => {
      const shownId = viewer === null ? wordId : (await world.store.words.listOfClient(viewer))[0]?.shownId;
      return (await wordHealth.list([shownId ?? 0], viewer))[0]?.recall;
    }),
  );
}

test('a loss of 20 % of all posts is measured within 8 points, whether search or the wall is first', async () => {
  for (const wall of walls) await world.follow(client, wall);
  const random = new Random(7);
  const lost = new Set<Post>();
  let [published, postId] = [0, 0];
  for (let hour = 0; hour < 8 * 24; hour += 12) {
    const posts = [...walls, ...walls, ...walls].map((ownerId): Post => {
      postId += 1;
      const text = random.chance(0.5) ? `Метро номер ${postId}` : `Мост номер ${postId}`;
      return { ownerId, postId, text, postedAt: world.clock.now() - minuteMs };
    });
    publish(posts);
    const matching = posts.filter(({ text }) => text.startsWith('Метро'));
    for (const post of matching) {
      published += 1;
      if (published % 5 === 0) lost.add(post);
    }
    const found = matching.filter((post) => !lost.has(post));
    if (random.chance(0.5)) await search(found);
    await world.read();
    world.clock.advance(12 * hourMs);
    await search(found);
  }
  world.clock.advance(12 * hourMs);
  const [recall] = await measure(client);
  expect(recall).toMatchObject({ capped: 0 });
  expect(recall?.posts).toBeGreaterThan(80);
  expect(recall?.posts).toBeLessThan(published);
  expect(Math.abs((100 * (recall?.found ?? 0)) / (recall?.posts ?? 1) - 80)).toBeLessThan(8);
});

test('counts own words of posts on followed walls, from 24 hours to 8 days old, whatever else search has found', async () => {
  await world.follow(client, -1, { comments: true });
  publish(allOf([1, 2], 'Метро'));
  world.addComments(-1, 1, [{ id: 70, text: 'Метро далеко' }]);
  publish(allOf([3], 'Мост'));
  const [reposted] = allOf([90], 'Метро');
  publish(allOf([4], ''), { text: '', copy_history: [{ ...reposted, id: 90, owner_id: -9, from_id: -9, date: 1 }] });
  await search(allOf([1, 5], 'Метро'));
  await world.read();
  world.clock.advance(dayMs - 2 * minuteMs);
  expect(await measure(client)).toEqual([{ posts: 0, found: 0, capped: 0 }]);
  world.clock.advance(dayMs);
  expect(await measure(client, null)).toEqual([
    { posts: 2, found: 1, capped: 1 },
    { posts: 2, found: 1, capped: 1 },
  ]);
  expect(await world.seenBy(client)).toHaveLength(5);
  await search(allOf([2], 'Метро').map((post) => ({ ...post, postedAt: post.postedAt - 2 * dayMs })));
  world.clock.advance(dayMs);
  expect(await measure(client)).toEqual([{ posts: 2, found: 2, capped: 0 }]);
  world.clock.advance(6 * dayMs);
  expect(await measure(client)).toEqual([{ posts: 0, found: 0, capped: 0 }]);
});

test('a client gets the numbers of the walls that it follows itself, and only of what it sees', async () => {
  const [late, none] = [await world.createClient(), await world.createClient()];
  for (const other of [late, none]) await world.createWord(other, { text: 'метро' });
  for (const wall of [-1, -2]) await world.follow(client, wall);
  publish(allOf([1, 2], 'Метро'));
  publish(allOf([3], 'Метро').map((post) => ({ ...post, ownerId: -2 })));
  await search(allOf([1], 'Метро'));
  await world.read();
  const { wordHealth } = world.store;
  world.clock.advance(20 * dayMs - hourMs);
  await world.follow(late, -1);
  expect(await wordHealth.sumRecalls(client)).toBeNull();
  publish(allOf([10, 11], 'Метро'));
  world.clock.advance(hourMs);
  await world.read();
  world.clock.advance(dayMs);
  expect(await measure(client, late, none, null)).toEqual([
    { posts: 2, found: 0, capped: 1 },
    { posts: 2, found: 0, capped: 1 },
    { posts: 0, found: 0, capped: 1 },
    { posts: 2, found: 0, capped: 1 },
  ]);
  await world.follow(late, -1, { isFollowed: false });
  world.clock.advance(dayMs);
  expect(await measure(client, late)).toEqual([
    { posts: 2, found: 0, capped: 1 },
    { posts: 0, found: 0, capped: 1 },
  ]);
  expect([await wordHealth.sumRecalls(client), await wordHealth.sumRecalls(late)]).toEqual([
    { posts: 2, found: 0, capped: 1 },
    null,
  ]);
  expect(await wordHealth.sumRecalls(null)).toEqual({ posts: 2, found: 0, capped: 1 });
});

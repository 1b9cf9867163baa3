// Proves: collection#walls, collection#comments
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { wallPost } from '../../scripts/vk-stand-in/world.ts';
import { hour, minute } from '../support/collection-store.ts';
import { createTestCollector, type TestCollector } from '../support/test-collector.ts';
import { viewing } from '../support/viewing.ts';

const childFile = path.join(import.meta.dirname, '../support/collector-child.ts');
const wall = -5;
let collector: TestCollector;
afterEach(() => collector.close());

const wallCalls = () => collector.vk.calls.filter(({ method }) => method === 'wall.get').length;

async function runChild(killAtCall: number): Promise<unknown> {
  const { file, vk, clock, hooks } = collector;
  const child = fork(childFile, [file, vk.origin, String(clock.now())], { execArgv: [] });
  hooks.onCall = () => {
    if (wallCalls() === killAtCall) child.kill('SIGKILL');
  };
  const [code, signal] = await once(child, 'exit');
  return signal ?? code;
}

test('a reading of a wall whose process is killed at any page is repeated, and stores each post once', async () => {
  collector = await createTestCollector({ vkLimits: { perSecond: null, wallsPerDay: null } });
  const { store, clock, vk } = collector;
  const clientId = await collector.createClient();
  await store.owners.save([{ ownerId: wall, ownerType: 'group', name: 'Город', domain: null, photoUrl: null }]);
  const wanted = {
    clientId,
    ownerId: wall,
    isFollowed: true,
    comments: false,
    everyPost: true,
    max: 1,
    storedSince: clock.now(),
  };
  await store.collection.followWall(wanted, null);
  const add = (first: number, count: number) =>
    vk.addPosts(
      Array.from({ length: count }, (_, index) =>
        wallPost({
          id: first + index,
          owner_id: wall,
          date: clock.now() / 1000 - index - 1,
          text: `Пост ${first + index}`,
        }),
      ),
    );
  add(1, 3);
  expect(await runChild(Number.POSITIVE_INFINITY)).toBe(0);
  clock.advance(hour);
  add(100, 330);
  for (const page of [1, 2, 3, 4]) {
    expect(await runChild(wallCalls() + page)).toBe('SIGKILL');
    clock.advance(7 * minute);
  }
  expect(await runChild(Number.POSITIVE_INFINITY)).toBe(0);
  expect(await store.posts.count({ type: 'client', clientId }, viewing({ clientId }))).toBe(333);
});

/** Kills the process at as many calls as COMMENT_KILLS says. */
const kills = Number(process.env.COMMENT_KILLS ?? 5);
const commentCalls = () => collector.vk.calls.filter(({ method }) => method === 'wall.getComments');

test('a reading of comments whose process is killed goes on with the next page, and stores each comment once', async () => {
  collector = await createTestCollector({ vkLimits: { perSecond: null, wallsPerDay: null } });
  const { store, clock, vk, hooks } = collector;
  const clientId = await collector.createClient();
  await collector.createWord(clientId, { text: 'вода' });
  await store.owners.save([{ ownerId: wall, ownerType: 'group', name: 'Город', domain: null, photoUrl: null }]);
  const switches = { isFollowed: true, comments: true, everyPost: false };
  await store.collection.followWall({ clientId, ownerId: wall, ...switches, max: 1, storedSince: clock.now() }, null);
  const date = Math.floor(clock.now() / 1000) - 60;
  vk.addPosts([1, 2].map((id) => wallPost({ id: id * 10_000, owner_id: wall, date: date - 10 + id, text: 'Новости' })));
  const pages = Math.ceil(kills / 2) + 1;
  const texts = (first: number, count: number, parentId: number | null) =>
    Array.from({ length: count }, (_, index) => ({
      ...{ id: first + index, text: `Вода ${first + index}`, from_id: 7, date, parentId },
    }));
  for (const postId of [10_000, 20_000]) {
    vk.addComments(wall, postId, [...texts(postId + 1, pages * 95, null), ...texts(postId + 9000, 150, postId + 50)]);
  }
  for (let kill = 1; kill <= kills; kill += 1) {
    const before = commentCalls().length;
    const child = fork(childFile, [collector.file, vk.origin, String(clock.now())], { execArgv: [] });
    // At every second call, so that what was saved before the kill must be found again.
    hooks.onCall = () => {
      if (commentCalls().length === before + 2) child.kill('SIGKILL');
    };
    expect((await once(child, 'exit'))[1]).toBe('SIGKILL');
    clock.advance(7 * minute);
  }
  hooks.onCall = () => {};
  expect(await runChild(Number.POSITIVE_INFINITY)).toBe(0);
  const expected = 2 * (pages * 95 + 150);
  expect(await store.posts.count({ type: 'client', clientId }, viewing({ clientId, copies: true }))).toBe(expected);
  // Only the page that was killed is read again.
  const asked = commentCalls().map(({ params }) =>
    ['post_id', 'comment_id', 'offset'].map((name) => params.get(name)).join(),
  );
  expect(asked.length - new Set(asked).size).toBe(kills);
});

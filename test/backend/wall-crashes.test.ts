// Proves: collection#walls
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

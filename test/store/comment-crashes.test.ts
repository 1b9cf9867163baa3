// Proves: collection#comments
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { hour, minute } from '../support/collection-store.ts';
import { viewing } from '../support/viewing.ts';
import { createWallWorld } from '../support/wall-world.ts';

const childFile = path.join(import.meta.dirname, '../support/collector-child.ts');
const wall = -5;
const posts = [10_000, 20_000];
/** How often the process is killed; the environment may ask for more. */
const kills = Number(process.env.COMMENT_KILLS ?? 4);

test('a reading of comments whose process is killed goes on with the next page, and stores each comment once', async () => {
  const hooks = { onCall: () => {} };
  const world = await createWallWorld({ onCall: () => hooks.onCall() });
  const { store, clock, vk, location, commentCalls } = world;

  /** Ends the process when it makes this call for comments, counted from now. Returns its signal or exit code. */
  async function runChild(killAt: number): Promise<unknown> {
    const before = commentCalls().length;
    const child = fork(childFile, [location, vk.origin, String(clock.now())], { execArgv: [] });
    hooks.onCall = () => {
      if (commentCalls().length === before + killAt) child.kill('SIGKILL');
    };
    const [code, signal] = await once(child, 'exit');
    return signal ?? code;
  }

  try {
    await world.addSource(wall);
    const client = await world.createClient();
    await world.createWord(client, { text: 'вода' });
    await world.follow(client, wall, { comments: true });
    const pages = Math.ceil(kills / 2) + 1;
    const comments = (first: number, count: number, parentId: number | null) =>
      Array.from({ length: count }, (_, index) => ({ id: first + index, text: `Вода ${first + index}`, parentId }));
    for (const postId of posts) {
      world.addPost(wall, postId, 'Новости');
      world.addComments(wall, postId, [
        ...comments(postId + 1, pages * 95, null),
        ...comments(postId + 9000, 150, postId + 50),
      ]);
    }
    for (let kill = 0; kill < kills; kill += 1) {
      // The first call of each process is answered and saved.
      expect(await runChild(2)).toBe('SIGKILL');
      clock.advance(7 * minute);
    }
    expect(await runChild(Number.POSITIVE_INFINITY)).toBe(0);
    const expected = posts.length * (pages * 95 + 150);
    const count = () =>
      store.posts.count({ type: 'client', clientId: client }, viewing({ clientId: client, copies: true }));
    expect(await count()).toBe(expected);
    // Only the calls whose answers were lost are made again.
    const asked = commentCalls().map((call) => call.join());
    expect(asked.length - new Set(asked).size).toBe(kills);
    clock.advance(hour);
    expect([await runChild(Number.POSITIVE_INFINITY), await count(), commentCalls().length]).toEqual([
      ...[0, expected, asked.length],
    ]);
  } finally {
    await world.close();
  }
});

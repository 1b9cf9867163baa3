// Proves: security#statements
import FakeTimers from '@sinonjs/fake-timers';
import { viewing } from '../../../test/support/viewing.ts';
import type { Identity } from '../rules/account.ts';
import { readPageJson } from './feed.ts';
import type { PostQuery } from './post-queries.ts';
import { createFairQueue, type RunQuery } from './reader-pool.ts';

const page = { limit: 1000, offset: 0, orderBy: 'post_dt', orderDirection: 'DESC' } as const;

/** One thread for all viewers. `turns`: the viewer of each turn. */
function setUp(parts: (viewer: Identity) => number[][]) {
  const queue = createFairQueue({ slots: 1, waitLimitMs: Number.POSITIVE_INFINITY });
  const turns: string[] = [];
  const answer = (viewer: Identity, query: PostQuery) => {
    if (query.name === 'continuePage') return new TextEncoder().encode(String(query.values[1]));
    const [first = [], ...rest] = parts(viewer);
    return { json: new TextEncoder().encode(first.join()), total: 3, parts: rest, textMax: 10 };
  };
  const run = (viewer: Identity, query: PostQuery, options: { place?: 'first' | 'last' } = {}) => {
    const name = viewer.type === 'client' ? viewer.clientId : viewer.username;
    const task = async () => {
      turns.push(name);
      return answer(viewer, query);
    };
    return queue.run(name, task, options.place);
  };
  const read = async (clientId: string) => {
    const reply = await readPageJson(run as RunQuery, { type: 'client', clientId }, viewing(), page);
    return reply.parts.map((part) => new TextDecoder().decode(part));
  };
  return { read, turns };
}

test('the pages of another viewer are read between the parts of 8 large ones', async () => {
  const parts = [[1, 2], [3, 4], [5, 6], [7], [8]];
  const { read, turns } = setUp((viewer) => (viewer.type === 'client' && viewer.clientId === 'greedy' ? parts : [[9]]));
  const large = Array.from({ length: 8 }, () => read('greedy'));
  const small = ['other', 'other', 'other'].map(read);
  expect(await Promise.all(small)).toEqual([['9'], ['9'], ['9']]);
  expect(turns.filter((name) => name === 'other')).toHaveLength(3);
  // At most one part of a large page between two pages.
  expect(turns.slice(0, 6)).toEqual(['greedy', 'other', 'greedy', 'other', 'greedy', 'other']);
  for (const reply of await Promise.all(large)) expect(reply).toEqual(parts.map((part) => part.join()));
});

test('after each part, the account pauses for as long as the part took', async () => {
  const clock = FakeTimers.install({ shouldClearNativeTimers: true });
  try {
    const started: number[] = [];
    const run = async (_: Identity, query: PostQuery) => {
      if (query.name !== 'continuePage') return { json: '', total: 3, parts: [[1], [2]], textMax: 10 };
      started.push(performance.now());
      await new Promise((resolve) => setTimeout(resolve, 40));
      return '';
    };
    const read = () => readPageJson(run as RunQuery, { type: 'client', clientId: 'slow' }, viewing(), page);
    const pages = Promise.all([read(), read()]);
    await clock.tickAsync(1000);
    await pages;
    const first = started[0] ?? 0;
    expect(started.map((time) => time - first)).toEqual([0, 80, 160, 240]);
  } finally {
    clock.uninstall();
  }
});

// Proves: saved-filters#views
import { noFilters } from '../store/posts-store.ts';
import { createViewCounts } from './view-counts.ts';

const client = { type: 'client', clientId: 'client-1' } as const;
const other = { type: 'client', clientId: 'client-2' } as const;
const since = (arrival: number) => ({
  filter: { ...noFilters, since: arrival },
  ...{ clientId: 'client-1', account: 'client:client-1', shownWork: null },
});

/** `failing`: whether the next count fails. */
function create() {
  const asked = { times: 0, failing: false, newest: 1 };
  const countNewStories = async (): Promise<number[]> => {
    asked.times += 1;
    if (asked.failing) throw new Error('limit');
    return [3];
  };
  const count = createViewCounts();
  return {
    asked,
    count: (viewer: typeof client | typeof other, arrivals: number[], now: number) =>
      count(
        { posts: { countNewStories }, alerts: { newestArrival: async () => asked.newest } },
        viewer,
        arrivals.map(since),
        now,
      ),
  };
}

test('counts of an account are kept for ten seconds', async () => {
  const { asked, count } = create();
  for (const now of [0, 9999]) expect(await count(client, [1], now)).toEqual([3]);
  expect(asked.times).toBe(1);
  await count(client, [1], 10_000);
  expect(asked.times).toBe(2);
});

test('new posts, other filters, an opened one and other accounts are counted at once', async () => {
  const { asked, count } = create();
  await count(client, [1], 0);
  await count(client, [1, 2], 0);
  await count(client, [2, 2], 0);
  await count(other, [2, 2], 0);
  asked.newest += 1;
  await count(other, [2, 2], 0);
  expect(asked.times).toBe(5);
});

test('a failure is not kept', async () => {
  const { asked, count } = create();
  asked.failing = true;
  await expect(count(client, [1], 0)).rejects.toThrow('limit');
  asked.failing = false;
  expect(await count(client, [1], 1)).toEqual([3]);
});

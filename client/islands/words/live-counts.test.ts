import { jest } from '@jest/globals';
import { loadWordPostCount } from '../../../shared/api/posts.ts';
import { createLiveCounts } from './live-counts.ts';

const callOf = (id: number) => loadWordPostCount('admin', id, `фраза ${id}`);

/** Counts whose loading the test ends by hand: `pending` are those under way. */
function setUp() {
  const pending = new Map<string, { resolve: (count: number) => void; reject: () => void }>();
  const asked: string[] = [];
  const counts = createLiveCounts(
    ({ path }) =>
      new Promise((resolve, reject) => {
        asked.push(path);
        const end = () => pending.delete(path);
        pending.set(path, {
          resolve: (count) => {
            end();
            resolve(count);
          },
          reject: () => {
            end();
            reject(new Error('failed'));
          },
        });
      }),
  );
  const watch = (id: number, listener = () => {}) => counts.watch(callOf(id), listener);
  const settle = () => jest.advanceTimersByTimeAsync(1000);
  return { counts, pending, asked, watch, settle };
}

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

describe('live counts', () => {
  test('are asked for four at a time, the next when one is there', async () => {
    const { pending, asked, watch, settle } = setUp();
    for (let id = 1; id <= 6; id += 1) watch(id);
    await settle();
    expect(asked).toHaveLength(4);
    pending.get(callOf(1).path)?.resolve(10);
    await settle();
    expect(asked).toHaveLength(5);
    expect(pending.size).toBe(4);
  });

  test('of rows that have gone before their turn are not asked for', async () => {
    const { asked, watch, settle } = setUp();
    const stop = watch(1);
    watch(2);
    stop();
    await settle();
    expect(asked).toEqual([callOf(2).path]);
  });

  test('are kept, so that a row that comes back asks for nothing', async () => {
    const { counts, pending, asked, watch, settle } = setUp();
    const stop = watch(1);
    await settle();
    pending.get(callOf(1).path)?.resolve(7);
    await settle();
    stop();
    watch(1);
    await settle();
    expect(counts.get(callOf(1).path)).toBe(7);
    expect(asked).toHaveLength(1);
  });

  test('tell who watches when they are known', async () => {
    const { pending, watch, settle } = setUp();
    const listener = jest.fn();
    watch(1, listener);
    await settle();
    expect(listener).not.toHaveBeenCalled();
    pending.get(callOf(1).path)?.resolve(-1);
    await settle();
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test('that fail are 0', async () => {
    const { counts, pending, watch, settle } = setUp();
    watch(1);
    await settle();
    pending.get(callOf(1).path)?.reject();
    await settle();
    expect(counts.get(callOf(1).path)).toBe(0);
  });

  test('are asked for anew after a reload, also when the old answer comes late', async () => {
    const { counts, pending, asked, watch, settle } = setUp();
    watch(1);
    await settle();
    counts.reload();
    await settle();
    pending.get(callOf(1).path)?.resolve(1);
    await settle();
    expect(counts.get(callOf(1).path)).toBeUndefined();
    expect(asked).toHaveLength(2);
    pending.get(callOf(1).path)?.resolve(2);
    await settle();
    expect(counts.get(callOf(1).path)).toBe(2);
  });
});

import { jest } from '@jest/globals';
import { createLiveCounts } from './live-counts.ts';

const wordOf = (id: number) => ({ id, text: `фраза ${id}` });

/** Counts whose calls the test answers: `pending` are those under way, by their first phrase. */
function setUp(batchSize = 1) {
  const pending = new Map<number, { resolve: (...counts: number[]) => void; reject: () => void }>();
  const asked: number[][] = [];
  const counts = createLiveCounts({
    batchSize,
    load: (words) =>
      new Promise((resolve, reject) => {
        const first = words[0]?.id ?? 0;
        asked.push(words.map(({ id }) => id));
        const end = () => pending.delete(first);
        pending.set(first, {
          resolve: (...loaded) => {
            end();
            resolve(loaded);
          },
          reject: () => {
            end();
            reject(new Error('failed'));
          },
        });
      }),
  });
  const watch = (id: number, listener = () => {}) => counts.watch(wordOf(id), listener);
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
    pending.get(1)?.resolve(10);
    await settle();
    expect(asked).toHaveLength(5);
    expect(pending.size).toBe(4);
  });

  test('are loaded in one call for all rows, with as many phrases as a call takes', async () => {
    const { counts, pending, asked, watch, settle } = setUp(3);
    for (let id = 1; id <= 5; id += 1) watch(id);
    await settle();
    expect(asked).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
    pending.get(1)?.resolve(10, -1, 30);
    pending.get(4)?.reject();
    await settle();
    expect([1, 2, 3, 4, 5].map((id) => counts.get(wordOf(id)))).toEqual([10, -1, 30, 0, 0]);
    expect(asked).toHaveLength(2);
  });

  test('of rows that have gone before their turn are not asked for', async () => {
    const { asked, watch, settle } = setUp();
    const stop = watch(1);
    watch(2);
    stop();
    await settle();
    expect(asked).toEqual([[2]]);
  });

  test('are kept, so that a row that comes back asks for nothing', async () => {
    const { counts, pending, asked, watch, settle } = setUp();
    const stop = watch(1);
    await settle();
    pending.get(1)?.resolve(7);
    await settle();
    stop();
    watch(1);
    await settle();
    expect(counts.get(wordOf(1))).toBe(7);
    expect(asked).toHaveLength(1);
  });

  test('tell who watches when they are known', async () => {
    const { pending, watch, settle } = setUp();
    const listener = jest.fn();
    watch(1, listener);
    await settle();
    expect(listener).not.toHaveBeenCalled();
    pending.get(1)?.resolve(-1);
    await settle();
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test('that fail are 0', async () => {
    const { counts, pending, watch, settle } = setUp();
    watch(1);
    await settle();
    pending.get(1)?.reject();
    await settle();
    expect(counts.get(wordOf(1))).toBe(0);
  });

  test('are asked for anew after a reload, also when the old answer comes late', async () => {
    const { counts, pending, asked, watch, settle } = setUp();
    watch(1);
    await settle();
    counts.reload();
    await settle();
    pending.get(1)?.resolve(1);
    await settle();
    expect(counts.get(wordOf(1))).toBeUndefined();
    expect(asked).toHaveLength(2);
    pending.get(1)?.resolve(2);
    await settle();
    expect(counts.get(wordOf(1))).toBe(2);
  });
});

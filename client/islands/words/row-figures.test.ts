// Proves: api#two-kinds-of-backend
import FakeTimers, { type Clock } from '@sinonjs/fake-timers';
import { createRowFigures } from './row-figures.ts';

let clock: Clock;

const wordOf = (id: number) => ({ id, text: `фраза ${id}` });

/**
 * Creates figures with a mock loader. `pending` maps the first phrase ID of each running call to the functions that settle the
 * call.
 */
function setUp(batchSize = 1) {
  const pending = new Map<number, { resolve: (...counts: number[]) => void; reject: () => void }>();
  const requested: number[][] = [];
  const counts = createRowFigures<number>({
    batchSize,
    failed: 0,
    load: (words) =>
      new Promise((resolve, reject) => {
        const first = words[0]?.id ?? 0;
        requested.push(words.map(({ id }) => id));
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
  const settle = () => clock.tickAsync(1000);
  return { counts, pending, requested, watch, settle };
}

beforeEach(() => {
  clock = FakeTimers.install({ shouldClearNativeTimers: true });
});

afterEach(() => clock.uninstall());

describe('figures of rows', () => {
  test('load in at most four parallel calls', async () => {
    const { pending, requested, watch, settle } = setUp();
    for (let id = 1; id <= 6; id += 1) watch(id);
    await settle();
    expect(requested).toHaveLength(4);
    pending.get(1)?.resolve(10);
    await settle();
    expect(requested).toHaveLength(5);
    expect(pending.size).toBe(4);
  });

  test('load in batches of the given size', async () => {
    const { counts, pending, requested, watch, settle } = setUp(3);
    for (let id = 1; id <= 5; id += 1) watch(id);
    await settle();
    expect(requested).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
    pending.get(1)?.resolve(10, -1, 30);
    pending.get(4)?.reject();
    await settle();
    expect([1, 2, 3, 4, 5].map((id) => counts.get(wordOf(id)))).toEqual([10, -1, 30, 0, 0]);
    expect(requested).toHaveLength(2);
  });

  test('do not load for rows that are no longer watched', async () => {
    const { requested, watch, settle } = setUp();
    const stop = watch(1);
    watch(2);
    stop();
    await settle();
    expect(requested).toEqual([[2]]);
  });

  test('do not load for a row that became visible just before another call ended', async () => {
    const { pending, requested, watch, settle } = setUp();
    watch(1);
    await settle();
    const stop = watch(2);
    await clock.tickAsync(50);
    pending.get(1)?.resolve(10);
    await clock.tickAsync(10);
    stop();
    watch(3);
    await settle();
    expect(requested).toEqual([[1], [3]]);
  });

  test('are cached for rows that become visible again', async () => {
    const { counts, pending, requested, watch, settle } = setUp();
    const stop = watch(1);
    await settle();
    pending.get(1)?.resolve(7);
    await settle();
    stop();
    watch(1);
    await settle();
    expect(counts.get(wordOf(1))).toBe(7);
    expect(requested).toHaveLength(1);
  });

  test('notify their listeners when they are loaded', async () => {
    const { pending, watch, settle } = setUp();
    let calls = 0;
    watch(1, () => {
      calls += 1;
    });
    await settle();
    expect(calls).toBe(0);
    pending.get(1)?.resolve(-1);
    await settle();
    expect(calls).toBe(1);
  });

  test.each(['while they load', 'after they have loaded'])(
    'notify the listener of a row that was hidden and is shown again %s',
    async (moment) => {
      const { pending, watch, settle } = setUp();
      const hide = watch(1);
      await settle();
      hide();
      let calls = 0;
      const listener = () => {
        calls += 1;
      };
      if (moment === 'while they load') watch(1, listener);
      pending.get(1)?.resolve(7);
      await settle();
      if (moment === 'after they have loaded') watch(1, listener);
      expect(calls).toBe(1);
    },
  );

  test('have the value `failed` after a failed call', async () => {
    const { counts, pending, watch, settle } = setUp();
    watch(1);
    await settle();
    pending.get(1)?.reject();
    await settle();
    expect(counts.get(wordOf(1))).toBe(0);
  });

  test('load again after a reload, even if an older reply arrives late', async () => {
    const { counts, pending, requested, watch, settle } = setUp();
    watch(1);
    await settle();
    counts.reload();
    await settle();
    pending.get(1)?.resolve(1);
    await settle();
    expect(counts.get(wordOf(1))).toBeUndefined();
    expect(requested).toHaveLength(2);
    pending.get(1)?.resolve(2);
    await settle();
    expect(counts.get(wordOf(1))).toBe(2);
  });
});

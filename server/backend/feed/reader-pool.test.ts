// Proves: security#statements
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createFairQueue, type Place, QueryLimitError } from './reader-pool.ts';

/** A queue whose tasks run until `finishOldest`. `started` lists their names in order. */
function setUp(slots: number, waitLimitMs = Number.POSITIVE_INFINITY) {
  const clock = { now: 0 };
  const queue = createFairQueue({ slots, waitLimitMs, now: () => clock.now });
  const started: string[] = [];
  const unfinished: (() => void)[] = [];
  const add = (key: string, name: string, place?: Place) =>
    queue.run(
      key,
      () => {
        started.push(name);
        return new Promise<string>((resolve) => unfinished.push(() => resolve(name)));
      },
      place,
    );
  const finishOldest = async () => {
    unfinished.shift()?.();
    await nextTurn();
  };
  return { clock, queue, started, add, finishOldest };
}

describe('createFairQueue', () => {
  test('with one slot and 40 tasks of one key waiting, a task of another key is next', async () => {
    const { started, add, finishOldest } = setUp(1);
    for (let index = 1; index <= 40; index += 1) void add('greedy', `greedy ${index}`);
    void add('other', 'other 1');
    await finishOldest();
    await finishOldest();
    expect(started).toEqual(['greedy 1', 'other 1', 'greedy 2']);
  });

  test('one key never uses more than one slot', () => {
    const { started, add } = setUp(3);
    for (let index = 1; index <= 40; index += 1) void add('greedy', `greedy ${index}`);
    void add('other', 'other 1');
    expect(started).toEqual(['greedy 1', 'other 1']);
  });

  test('keys take turns, regardless of the number of their tasks', async () => {
    const { started, add, finishOldest } = setUp(1);
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void add(name.slice(0, 1), name);
    for (let count = 1; count < 6; count += 1) await finishOldest();
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  test('a continuation is the next task of its key, after tasks of other keys', async () => {
    const { started, add, finishOldest } = setUp(1);
    void add('a', 'a1').then(() => add('a', 'a1 goes on', 'first'));
    for (const name of ['a2', 'a3', 'b1']) void add(name.slice(0, 1), name);
    for (let count = 0; count < 4; count += 1) await finishOldest();
    expect(started).toEqual(['a1', 'b1', 'a1 goes on', 'a2', 'a3']);
  });

  test('runs at most as many tasks as there are slots', async () => {
    const { started, add, finishOldest } = setUp(2);
    for (const key of ['a', 'b', 'c']) void add(key, key);
    expect(started).toEqual(['a', 'b']);
    await finishOldest();
    expect(started).toEqual(['a', 'b', 'c']);
  });

  test('the caller gets a task’s result or error, and the next task runs', async () => {
    const { queue } = setUp(1);
    const failed = queue.run('a', async () => {
      throw new Error('no');
    });
    const done = queue.run('a', async () => 'yes');
    await expect(failed).rejects.toThrow('no');
    await expect(done).resolves.toBe('yes');
  });

  test('a task that has waited too long is refused, and the next one runs', async () => {
    const { clock, started, add, finishOldest } = setUp(1, 1000);
    void add('a', 'a1');
    const late = add('a', 'a2');
    clock.now = 900;
    void add('a', 'a3');
    clock.now = 1001;
    const refused = expect(late).rejects.toThrow(QueryLimitError);
    await finishOldest();
    await refused;
    expect(started).toEqual(['a1', 'a3']);
  });
});

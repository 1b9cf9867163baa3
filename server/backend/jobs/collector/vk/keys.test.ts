import { createTestSource, type TestSource } from '../../../../../test/support/vk-source.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let source: TestSource;
const open = async (options: Parameters<typeof createTestSource>[0]) => {
  source = await createTestSource(options);
  return source;
};
afterEach(() => source.close());

const keysOfCalls = () => source.vk.calls.map(({ key }) => key);

describe('the budget of a key', () => {
  test('leaves 5 % of the calls to urgent searches', async () => {
    const { search, fault, now, capacity } = await open({ dailyCalls: 20 });
    const until = now() + day;
    for (let calls = 0; calls < 19; calls += 1) await search();
    expect([await capacity(), await capacity(true)]).toEqual([0, 1]);
    expect(await fault()).toMatchObject({ kind: 'budget', until });
    await search({}, { urgent: true });
    expect(await fault({}, { urgent: true })).toMatchObject({ kind: 'budget', until });
    expect(source.vk.calls).toHaveLength(20);
  });

  test('returns call by call after 24 hours', async () => {
    const { search, fault, advance } = await open({ dailyCalls: 2 });
    await search();
    advance(hour);
    await search();
    await fault();
    advance(23 * hour);
    await search();
    const [, second] = source.vk.calls;
    expect(await fault()).toMatchObject({ kind: 'budget', until: (second?.at ?? 0) + day });
  });

  test('ends retries when it is used up', async () => {
    const { vk, fault } = await open({ dailyCalls: 3 });
    vk.fail({ status: 502 });
    expect(await fault()).toMatchObject({ kind: 'budget' });
    expect(vk.calls).toHaveLength(3);
  });
});

describe('several keys', () => {
  test('share the calls evenly', async () => {
    const { search, capacity } = await open({ keys: ['one', 'two'] });
    expect(await capacity()).toBe(2);
    for (let calls = 0; calls < 6; calls += 1) await search();
    expect(keysOfCalls().toSorted()).toEqual(['one', 'one', 'one', 'two', 'two', 'two']);
  });

  test('search at the same time', async () => {
    const { search, now } = await open({ keys: ['one', 'two'] });
    const startedAt = now();
    await Promise.all([search(), search()]);
    expect(keysOfCalls().toSorted()).toEqual(['one', 'two']);
    expect(now()).toBe(startedAt);
  });

  test('do not wait for one that is busy', async () => {
    const { vk, search } = await open({ keys: ['one', 'two'] });
    vk.fail('slow-body', { key: 'one', times: 1 });
    const slow = search();
    for (let calls = 0; calls < 3; calls += 1) await search();
    expect(keysOfCalls().toSorted()).toEqual(['one', 'two', 'two', 'two']);
    vk.release();
    await slow;
  });

  test.each([5, 14, 29])('continue the search without the one that got error %i', async (code) => {
    const { vk, search, capacity } = await open({ keys: ['one', 'two'] });
    vk.fail({ code }, { key: 'one' });
    await search();
    await search();
    expect(keysOfCalls()).toEqual(['one', 'two', 'two']);
    expect(await capacity()).toBe(1);
  });

  test('report the budget, not the keys, while one of them only rests', async () => {
    const { vk, fault, now } = await open({ keys: ['one', 'two'] });
    vk.fail({ code: 5 }, { key: 'one' });
    vk.fail({ code: 29 }, { key: 'two' });
    expect(await fault()).toMatchObject({ kind: 'budget', until: now() + day });
  });

  test('do not repeat at once a query that flood control refused', async () => {
    const { vk, fault } = await open({ keys: ['one', 'two'] });
    vk.fail({ code: 9 }, { key: 'one' });
    expect(await fault()).toMatchObject({ kind: 'temporary', code: 9 });
    expect(keysOfCalls()).toEqual(['one']);
  });
});

test('a search that waits for its turn makes no call with a key that was refused since', async () => {
  const { vk, fault } = await open({});
  vk.fail({ code: 5 });
  const faults = await Promise.all([fault(), fault(), fault()]);
  expect(faults.map(({ kind }) => kind)).toEqual(['keys', 'keys', 'keys']);
  expect(vk.calls).toHaveLength(1);
});

describe('a replaced key', () => {
  test('is used within a minute, without a restart', async () => {
    const { vk, fault, search, advance, present } = await open({ keys: ['old'] });
    vk.fail({ code: 5 }, { key: 'old' });
    await fault();
    vk.keys.add('new');
    present.keys = ['new'];
    advance(minute);
    await search();
    expect(keysOfCalls()).toEqual(['old', 'new']);
  });

  test('does not interrupt collection while its file cannot be read', async () => {
    const { search, advance, present, logLines } = await open({ keys: ['old'] });
    await search();
    present.unreadable = true;
    advance(minute);
    await search();
    expect(keysOfCalls()).toEqual(['old', 'old']);
    expect(logLines.join()).toContain('names an empty file');
  });

  test('leaves no key when it is removed', async () => {
    const { search, fault, advance, present, capacity } = await open({ keys: ['old'] });
    await search();
    present.keys = [];
    advance(minute);
    expect(await capacity()).toBe(0);
    expect(await fault()).toMatchObject({
      kind: 'keys',
      message: 'Ключ ВК не задан. Сбор остановлен: проверьте VK_SERVICE_KEY.',
    });
  });
});

describe('after a restart', () => {
  test('a resting key keeps resting', async () => {
    const { vk, fault, restart, now } = await open({});
    vk.fail({ code: 9 });
    await fault();
    restart();
    expect(await fault()).toMatchObject({ kind: 'budget', until: now() + 10 * minute });
    expect(vk.calls).toHaveLength(1);
  });

  test('a broken key is tried once', async () => {
    const { vk, fault, restart, search, keyState } = await open({});
    vk.fail({ code: 5 }, { times: 2 });
    await fault();
    restart();
    await fault();
    await fault();
    expect(vk.calls).toHaveLength(2);
    restart();
    await search();
    expect(await keyState()).toMatchObject({ state: 'working', message: null });
  });
});

describe('the circuit breaker', () => {
  test('lets no search call VK after five failures, then one at a time', async () => {
    const { vk, fault, search, advance, capacity } = await open({});
    vk.fail({ status: 503 });
    await fault();
    expect(await capacity()).toBe(0);
    for (const pause of [minute, 2 * minute, 4 * minute, 8 * minute, 15 * minute, 15 * minute]) {
      const calls = vk.calls.length;
      expect(await fault()).toMatchObject({ kind: 'temporary', until: source.now() + pause });
      expect(vk.calls).toHaveLength(calls);
      advance(pause);
      await fault();
      expect(vk.calls).toHaveLength(calls + 1);
    }
    vk.recover();
    advance(15 * minute);
    await search();
    expect(await capacity()).toBe(1);
  });

  test('counts the failures of all searches together', async () => {
    const { vk, fault } = await open({});
    vk.fail('reset');
    const faults = await Promise.all([fault(), fault(), fault()]);
    expect(faults.map(({ kind }) => kind)).toEqual(['temporary', 'temporary', 'temporary']);
    expect(vk.calls).toHaveLength(5);
  });
});

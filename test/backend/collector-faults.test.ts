// Proves: collection#collection-page
/**
 * Every fault of VK while phrases are collected: the calls that it costs, the outcome of the run, and that nothing is lost or
 * stored twice when it is over. The table of docs/operations.md is the same.
 */
import type { Fault } from '../../scripts/vk-stand-in/read-call.ts';
import type { WordState } from '../../shared/rules/word-states.ts';
import { day, hour, minute } from '../support/collection-store.ts';
import { createTestCollector, type TestCollector, vkPosts } from '../support/test-collector.ts';

let collector: TestCollector;
let wordId: number;
let otherId: number;

async function begin(options: Parameters<typeof createTestCollector>[0] = {}) {
  collector = await createTestCollector({ vkLimits: { perSecond: null, perDay: null }, ...options });
  collector.vk.addPosts(vkPosts(150, 'Метро и вокзал'));
  const clientId = await collector.createClient();
  wordId = await collector.createWord(clientId, { text: 'метро' });
  otherId = await collector.createWord(clientId, { text: 'вокзал' });
}
afterEach(() => collector.close());

const outcomes = () => collector.reports.map(({ outcome }) => outcome);
const stateOf = async (id: number) => (await collector.store.words.get(id))?.state;
const allStored = { rows: 150, counted: 150 };

async function expectEverythingStored() {
  expect(await collector.stored(wordId)).toEqual(allStored);
  expect(await collector.stored(otherId)).toEqual(allStored);
  expect((await collector.store.words.list()).map(({ running }) => running)).toEqual([false, false]);
}

describe('a fault that passes', () => {
  test.each<[string, Fault, number]>([
    ['error 1', { code: 1 }, 2],
    ['error 10 without request_params', { code: 10 }, 2],
    ['HTTP 502 with HTML', { status: 502 }, 2],
    ['HTTP 503', { status: 503 }, 2],
    ['a cut body', 'cut-body', 2],
    ['a reset connection', 'reset', 2],
    ['JSON of the wrong shape', { answer: { response: 'ok' } }, 2],
    ['an answer without error and response', { answer: {} }, 2],
  ])('%s is tried again within the run', async (_name, fault, calls) => {
    await begin();
    collector.vk.fail(fault, { times: 1 });
    await collector.collect();
    expect(outcomes()).toEqual(['done', 'done']);
    expect(collector.vk.calls).toHaveLength(calls + 1);
    await expectEverythingStored();
  });

  test('a slow body is given up and tried again', async () => {
    await begin({ timeoutMs: 1000 });
    collector.vk.fail('slow-body', { times: 1 });
    await collector.collect();
    expect(outcomes()).toEqual(['done', 'done']);
    // On a busy machine the limit may also pass for another call.
    expect(collector.vk.calls.length).toBeGreaterThanOrEqual(3);
    await expectEverythingStored();
  });

  test('a burst of error 6 slows the key down', async () => {
    await begin();
    collector.vk.fail({ code: 6 }, { times: 3 });
    await collector.collect();
    expect(outcomes()).toEqual(['done', 'done']);
    expect(collector.vk.calls).toHaveLength(5);
    await expectEverythingStored();
  });
});

describe('a fault that lasts', () => {
  test.each<[string, Fault]>([
    ['error 1', { code: 1 }],
    ['HTTP 502', { status: 502 }],
    ['a reset connection', 'reset'],
    ['JSON of the wrong shape', { answer: { response: 'ok' } }],
  ])('%s costs five calls, then all phrases wait, and are collected when it is over', async (_name, fault) => {
    await begin();
    collector.vk.fail(fault);
    await collector.collect();
    expect(outcomes()).toEqual(['waiting']);
    expect(collector.vk.calls).toHaveLength(5);
    expect([await stateOf(wordId), await stateOf(otherId)]).toEqual(['pending', 'pending']);
    collector.vk.recover();
    collector.clock.advance(hour);
    await collector.collect();
    expect(outcomes()).toEqual(['waiting', 'done', 'done']);
    expect(collector.vk.calls).toHaveLength(7);
    await expectEverythingStored();
  });

  test.each([
    ['5, a wrong or revoked key', { code: 5 }],
    ['27, a community key', { code: 27 }],
  ])('error %s stops collection after one call, until the key is replaced', async (_name, fault) => {
    await begin();
    collector.vk.fail(fault, { key: 'service-key' });
    await collector.collect();
    collector.clock.advance(day);
    await collector.collect();
    expect(outcomes()).toEqual(['waiting']);
    expect(collector.vk.calls).toHaveLength(1);
    expect((await collector.store.collection.keys(collector.clock.now()))[0]).toMatchObject({
      state: 'broken',
      code: fault.code,
    });
    collector.vk.keys.add('new-key');
    collector.present.keys = ['new-key'];
    collector.clock.advance(minute);
    await collector.collect();
    expect(outcomes()).toEqual(['waiting', 'done', 'done']);
    expect(collector.vk.calls).toHaveLength(3);
    await expectEverythingStored();
  });

  test.each([
    ['14, a captcha', { code: 14 }],
    ['17, a validation', { code: 17 }],
  ])('error %s costs one call an hour, until a person confirms the key', async (_name, fault) => {
    await begin();
    collector.vk.fail(fault);
    await collector.collect();
    collector.clock.advance(59 * minute);
    await collector.collect();
    expect(collector.vk.calls).toHaveLength(1);
    collector.clock.advance(minute);
    await collector.collect();
    expect(collector.vk.calls).toHaveLength(2);
    collector.vk.recover();
    collector.clock.advance(hour);
    await collector.collect();
    expect(outcomes()).toEqual(['waiting', 'waiting', 'done', 'done']);
    expect(collector.vk.calls).toHaveLength(4);
    await expectEverythingStored();
  });

  test('error 9 rests the key for ten minutes', async () => {
    await begin();
    collector.vk.fail({ code: 9 }, { times: 1 });
    await collector.collect();
    expect(collector.vk.calls).toHaveLength(1);
    collector.clock.advance(9 * minute);
    await collector.collect();
    expect(collector.vk.calls).toHaveLength(1);
    collector.clock.advance(minute);
    await collector.collect();
    expect(outcomes()).toEqual(['waiting', 'done', 'done']);
    expect(collector.vk.calls).toHaveLength(3);
    await expectEverythingStored();
  });

  test('error 29 rests the key until calls expire', async () => {
    await begin();
    collector.vk.fail({ code: 29 }, { times: 1 });
    await collector.collect();
    collector.clock.advance(12 * hour);
    await collector.collect();
    expect(collector.vk.calls).toHaveLength(1);
    collector.clock.advance(12 * hour);
    await collector.collect();
    expect(outcomes()).toEqual(['waiting', 'done', 'done']);
    expect(collector.vk.calls).toHaveLength(3);
    await expectEverythingStored();
  });

  test.each<[string, Fault, string, WordState, number]>([
    ['15, no access, ends the run; the phrase is tried again an hour later', { code: 15 }, 'waiting', 'pending', hour],
    ['100, a refused query, puts the phrase in the state error for a day', { code: 100 }, 'failed', 'error', day],
  ])('error %s, and others go on', async (_name, fault, outcome, state, retryMs) => {
    await begin();
    collector.vk.fail(fault, { times: 1, q: 'метро' });
    await collector.collect();
    expect(outcomes()).toEqual([outcome, 'done']);
    expect([await stateOf(wordId), await stateOf(otherId)]).toEqual([state, 'ready']);
    expect((await collector.store.collection.phrase(wordId, 0))?.reason).toBeTruthy();
    collector.clock.advance(retryMs - minute);
    await collector.collect();
    expect(collector.vk.calls.filter(({ params }) => params.get('q') === 'метро')).toHaveLength(1);
    collector.clock.advance(minute);
    await collector.collect();
    expect(await stateOf(wordId)).toBe('ready');
    expect((await collector.store.collection.phrase(wordId, 0))?.reason).toBeNull();
    await expectEverythingStored();
  });
});

test('a phrase in the state error is collected at once after «Собрать сейчас» or a new text', async () => {
  await begin();
  collector.vk.fail({ code: 100 }, { times: 2 });
  await collector.collect();
  expect(outcomes()).toEqual(['failed', 'failed']);
  await collector.store.collection.request(wordId, collector.clock.now());
  await collector.store.words.update(otherId, { text: 'метро вокзал' });
  await collector.collect();
  expect(outcomes()).toEqual(['failed', 'failed', 'done', 'done']);
  await expectEverythingStored();
});

test('a key that is revoked during a full search loses no page: the next key continues', async () => {
  await begin();
  collector.vk.addPosts(vkPosts(1300, 'Порт открыт').map((post) => ({ ...post, owner_id: -3 })));
  await collector.collect();
  const fullId = await collector.createWord(await collector.createClient(), { text: 'порт', fullSearch: true });
  const before = collector.vk.calls.length;
  collector.hooks.onCall = () => {
    if (collector.vk.calls.length === before + 4) collector.vk.keys.delete('service-key');
  };
  await collector.collect();
  expect(collector.reports.at(-1)).toMatchObject({
    outcome: 'waiting',
    added: 600,
    fault: { kind: 'keys', code: null },
  });
  collector.vk.keys.add('new-key');
  collector.present.keys = ['new-key'];
  collector.clock.advance(minute);
  await collector.collect();
  expect(await collector.stored(fullId)).toEqual({ rows: 1300, counted: 1300 });
  // Seven pages, and the refused call.
  expect(collector.vk.calls).toHaveLength(before + 8);
});

test('with a second key a revoked key costs one call, and the run continues', async () => {
  await begin({ keys: ['first', 'second'] });
  collector.vk.keys.delete('first');
  await collector.collect();
  expect(outcomes()).toEqual(['done', 'done']);
  expect(collector.vk.calls).toHaveLength(3);
  await expectEverythingStored();
});

test('a database that cannot be written stops the collector, and the phrase is collected later', async () => {
  await begin();
  const { savePage } = collector.store.collection;
  collector.store.collection.savePage = () => Promise.reject(new Error('disk full'));
  await expect(collector.collect()).rejects.toThrow('disk full');
  expect(collector.vk.calls).toHaveLength(1);
  collector.store.collection.savePage = savePage;
  collector.clock.advance(hour);
  await collector.collect();
  await expectEverythingStored();
});

// Proves: collection#collection-page
/** Phrases that wait for calls: they wait for nothing else. */
import { minute, start } from '../support/collection-store.ts';
import { createTestCollector, type TestCollector, vkPosts } from '../support/test-collector.ts';

const keys = ['first', 'second'];
let collector: TestCollector;
let wordId: number;

/** A full search of 10 pages that has used up the 5 calls of the first key. */
beforeEach(async () => {
  collector = await createTestCollector({ keys, dailyCalls: 5 });
  collector.present.keys = ['first'];
  collector.vk.addPosts(vkPosts(1900, 'метро'));
  wordId = await collector.createWord(await collector.createClient(), { text: 'метро', fullSearch: true });
  await collector.collect();
  expect(collector.vk.calls).toHaveLength(5);
});
afterEach(() => collector.close());

const isFull = async () => (await collector.stored(wordId)).rows === 1900;

test('they make no run while there are none', async () => {
  for (let waited = 0; waited < 60; waited += 1) {
    collector.clock.advance(minute);
    await collector.collect();
  }
  expect([collector.vk.calls.length, collector.reports.length]).toEqual([5, 1]);
});

test('a raised limit takes effect at the start', async () => {
  collector.clock.advance(minute);
  collector.restart(1000);
  await collector.collect();
  expect(await isFull()).toBe(true);
});

test('a new key takes effect when it is read, without a restart', async () => {
  collector.present.keys = keys;
  collector.clock.advance(2 * minute);
  await collector.collect();
  expect(collector.vk.calls.slice(5).every(({ key }) => key === 'second')).toBe(true);
  expect((await collector.stored(wordId)).rows).toBeGreaterThan(1000);
});

test('the card says that the phrase waits for calls, and is due', async () => {
  const phrase = await collector.store.collection.phrase(wordId, start + minute);
  expect(phrase).toMatchObject({ reason: expect.stringContaining('вызов'), nextRunAt: start + minute });
});

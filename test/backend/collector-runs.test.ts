// Proves: collection#collection-page, collection#what-vk-finds, query-language#search-at-vk
// Proves: query-language#two-alphabets
/** Ordinary runs: their requests to VK, the posts that they store, and the time of the next run. */
import { setTimeout as sleep } from 'node:timers/promises';
import { wallPost } from '../../scripts/vk-stand-in/world.ts';
import * as messages from '../../shared/messages.ts';
import { day, hour, minute, start } from '../support/collection-store.ts';
import { createTestCollector, type TestCollector, vkPosts } from '../support/test-collector.ts';

let collector: TestCollector;
let clientId: string;
beforeEach(async () => {
  collector = await createTestCollector();
  clientId = await collector.createClient();
});
afterEach(() => collector.close());

const second = 1000;
const askedTimes = () =>
  collector.vk.calls.map(({ params }) => [
    Number(params.get('start_time')) * second,
    Number(params.get('end_time')) * second,
  ]);
const phrase = (wordId: number) => collector.store.collection.phrase(wordId, collector.clock.now());

test('the first run requests 30 days, the next ones from an hour before the last run', async () => {
  await collector.createWord(clientId, { text: 'метро' });
  await collector.collect();
  collector.clock.advance(day);
  await collector.collect();
  const now = collector.clock.now();
  expect(askedTimes()).toEqual([
    [start - second - 30 * day, start - second],
    [start - second - hour, now - second],
  ]);
});

test('a run with more posts than one call returns is partial: 200 are stored, and the card shows how many there are', async () => {
  collector.vk.addPosts(vkPosts(1340, 'метро'));
  const wordId = await collector.createWord(clientId, { text: 'метро' });
  await collector.collect();
  expect(collector.vk.calls).toHaveLength(1);
  expect(collector.reports).toEqual([{ outcome: 'partial', found: 1340, added: 200, fault: null }]);
  const oldest = start - hour - 199 * minute;
  expect(await phrase(wordId)).toMatchObject({
    found: 1340,
    stored: 200,
    windows: [
      { from: start - second - 30 * day, to: oldest, complete: false },
      { from: oldest + second, to: start - second, complete: true },
    ],
  });
});

test('a phrase with OR makes one call per alternative, and each post that matches is stored once', async () => {
  collector.vk.addPosts(vkPosts(3, 'метро и вокзал'));
  collector.vk.addPosts(vkPosts(250, 'вокзал').map((post) => ({ ...post, owner_id: -2 })));
  collector.vk.addPosts(vkPosts(1, 'метро: сбой на линии').map((post) => ({ ...post, owner_id: -3 })));
  const wordId = await collector.createWord(clientId, { text: '(метро OR вокзал) -(сбой линия)' });
  expect(await collector.store.collection.queue(start)).toEqual({ due: 1, active: 1, callsPerDay: 2 });
  await collector.collect();
  expect(collector.vk.calls.map(({ params }) => params.get('q'))).toEqual(['метро', 'вокзал']);
  expect(collector.reports).toMatchObject([{ outcome: 'partial', added: 200, fault: null }]);
  expect(await phrase(wordId)).toMatchObject({ found: 257, stored: 200, lastRun: { calls: 2 } });
});

test('a phrase of look-alike letters is searched in both spellings, the other one last', async () => {
  collector.vk.addPosts(vkPosts(2, 'история СССР'));
  collector.vk.addPosts(vkPosts(3, 'история CCCP').map((post) => ({ ...post, owner_id: -2 })));
  const wordId = await collector.createWord(clientId, { text: 'СССР' });
  expect(await collector.store.collection.queue(start)).toEqual({ due: 1, active: 1, callsPerDay: 2 });
  await collector.collect();
  expect(collector.vk.calls.map(({ params }) => params.get('q'))).toEqual(['СССР', 'CCCP']);
  expect(await phrase(wordId)).toMatchObject({ found: 5, stored: 5, lastRun: { calls: 2 } });
});

test('a stored phrase with too many alternatives fails with a reason, without a call', async () => {
  const wordId = await collector.createWord(clientId, { text: '1 | 2 | 3 | 4 | 5' });
  await collector.collect();
  expect(collector.vk.calls).toEqual([]);
  expect(await collector.store.words.get(wordId)).toMatchObject({ state: 'error', reason: messages.tooManySearches });
});

test('a phrase with many posts is collected again as soon as 100 new ones are expected, at the earliest after 15 minutes', async () => {
  collector.vk.addPosts([
    ...vkPosts(150, 'метро'),
    ...vkPosts(150, 'вокзал', second).map((post) => ({ ...post, owner_id: -2 })),
  ]);
  const slow = await collector.createWord(clientId, { text: 'метро' });
  const fast = await collector.createWord(clientId, { text: 'вокзал' });
  const rare = await collector.createWord(clientId, { text: 'аэропорт' });
  await collector.collect();
  const now = collector.clock.now();
  const delays = await Promise.all([slow, fast, rare].map(async (id) => ((await phrase(id))?.nextRunAt ?? 0) - now));
  expect(delays.map((delay) => Math.round(delay / minute))).toEqual([60 + 99, 62, 24 * 60]);
});

test('posts that VK finds are stored and marked even if the phrase does not match, unless a minus excludes them', async () => {
  const date = (start - hour) / second;
  const link = { type: 'link' as const, link: { url: 'https://x.ru', title: 'метро' } };
  collector.vk.addPosts([
    wallPost({ id: 1, owner_id: -1, date, text: 'Новая станция метро' }),
    // VK also finds the titles of links, and treats a minus as a hint.
    wallPost({ id: 2, owner_id: -2, date, text: 'Смотрите', attachments: [link] }),
    wallPost({ id: 3, owner_id: -3, date, text: 'Авария на линии', attachments: [link] }),
  ]);
  const wordId = await collector.createWord(clientId, { text: 'метро -(аварии линия)' });
  await collector.collect();
  expect(await collector.stored(wordId)).toEqual({ rows: 2, counted: 2 });
  expect(await collector.marks(wordId)).toEqual({ 1: false, 2: true });
  expect(await collector.store.owners.find(-3)).toBeNull();
  expect(await phrase(wordId)).toMatchObject({ found: 3, stored: 2 });
});

test('a phrase without a word is not searched for: its state is error, with a reason and the remedy', async () => {
  const wordId = await collector.createWord(clientId, { text: '🔥 !!!' });
  await collector.collect();
  expect(collector.vk.calls).toEqual([]);
  expect(await collector.store.words.get(wordId)).toMatchObject({ state: 'error' });
  expect(await phrase(wordId)).toMatchObject({ reason: 'Во фразе нет слов для поиска. Измените её текст.' });
});

test('with two keys two phrases are collected at the same time, each once', async () => {
  await collector.close();
  collector = await createTestCollector({ keys: ['first', 'second'] });
  clientId = await collector.createClient();
  for (const text of ['метро', 'вокзал', 'аэропорт', 'порт']) await collector.createWord(clientId, { text });
  await collector.collect();
  expect(collector.vk.calls.map(({ params }) => params.get('q')).toSorted()).toEqual([
    'аэропорт',
    'вокзал',
    'метро',
    'порт',
  ]);
  expect(new Set(collector.vk.calls.map(({ key }) => key))).toEqual(new Set(['first', 'second']));
});

test('a running collector starts a phrase that is added or requested while it runs, and ends at the signal', async () => {
  const stop = new AbortController();
  const running = collector.collect(stop.signal, false);
  const callsReach = async (count: number) => {
    while (collector.vk.calls.length < count) await sleep(1);
  };
  const wordId = await collector.createWord(clientId, { text: 'метро' });
  await callsReach(1);
  while ((await collector.store.words.get(wordId))?.running) await sleep(1);
  expect(await collector.store.collection.request(wordId, collector.clock.now())).toBe('requested');
  await callsReach(2);
  stop.abort();
  await running;
  expect(await collector.store.words.get(wordId)).toMatchObject({ running: false });
});

test('the last 5 % of the budget are kept for «Собрать сейчас»', async () => {
  await collector.close();
  collector = await createTestCollector({ dailyCalls: 20 });
  clientId = await collector.createClient();
  const wordIds: number[] = [];
  for (let number = 0; number < 25; number += 1) {
    wordIds.push(await collector.createWord(clientId, { text: `метро ${number}` }));
  }
  for (let hours = 0; hours < 20; hours += 1) {
    await collector.collect();
    collector.clock.advance(hour);
  }
  expect(collector.vk.calls).toHaveLength(19);
  for (const wordId of wordIds.slice(-2)) {
    await collector.store.collection.request(wordId, collector.clock.now());
    await collector.collect();
  }
  expect(collector.vk.calls.map(({ params }) => params.get('q')).slice(19)).toEqual(['метро 23']);
  // No run without a call was started.
  expect(collector.reports).toHaveLength(20);
});

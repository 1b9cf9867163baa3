// Proves: phrases#states, query-language#search-at-vk
/** Full searches that run to the end despite any interruption: every post is stored once. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { wallPost } from '../../scripts/vk-stand-in/world.ts';
import { leaseMs } from '../../server/backend/jobs/collector/run-phrase.ts';
import { day, minute, start } from '../support/collection-store.ts';
import { createTestCollector, type TestCollector, vkPosts } from '../support/test-collector.ts';

const childFile = path.join(import.meta.dirname, '../support/collector-child.ts');

let collector: TestCollector | null = null;
afterEach(() => collector?.close());

/** A phrase «метро» with full search, and VK's posts about it. */
async function begin(
  posts: number,
  { phrase: text = 'метро', ...options }: Parameters<typeof createTestCollector>[0] & { phrase?: string } = {},
) {
  collector = await createTestCollector({ vkLimits: { perSecond: null, perDay: null }, ...options });
  collector.vk.addPosts(vkPosts(posts, 'Новая станция метро'));
  const wordId = await collector.createWord(await collector.createClient(), { text, fullSearch: true });
  const word = () => collector?.store.words.get(wordId);
  const phrase = () => collector?.store.collection.phrase(wordId, start);
  return { ...collector, wordId, word, phrase };
}

const all = (count: number) => ({ rows: count, counted: count });

test('a full search of 4,300 posts stores each of them once, in 22 calls', async () => {
  const { vk, wordId, word, phrase, collect, stored, reports } = await begin(4300);
  await collect();
  expect(await stored(wordId)).toEqual(all(4300));
  expect(vk.calls).toHaveLength(22);
  expect(reports).toEqual([{ outcome: 'done', found: 4300, added: 4300, fault: null }]);
  expect(await word()).toMatchObject({ fullSearch: false, running: false, state: 'ready' });
  expect((await phrase())?.windows).toEqual([{ from: start - 1000 - 365 * day, to: start - 1000, complete: true }]);
});

test('a full search that exhausts the quota continues on the next days and stores each post once', async () => {
  const { vk, wordId, word, phrase, clock, collect, stored, reports } = await begin(2300, { dailyCalls: 5 });
  for (const calls of [5, 10]) {
    await collect();
    expect(vk.calls).toHaveLength(calls);
    expect(reports.at(-1)).toMatchObject({ outcome: 'waiting', found: 2300, fault: { kind: 'budget' } });
    expect(await word()).toMatchObject({ fullSearch: true, running: false, state: 'ready' });
    clock.advance(day);
  }
  await collect();
  expect(await stored(wordId)).toEqual(all(2300));
  expect(vk.calls).toHaveLength(12);
  expect(await word()).toMatchObject({ fullSearch: false });
  expect(await phrase()).toMatchObject({ found: 2300, cursor: null, windows: [{ complete: true }] });
});

test('a full search whose process is killed continues from its last page and stores each post once', async () => {
  const { vk, wordId, word, file, clock, hooks, stored } = await begin(4300);
  async function runChild(killAtCall: number): Promise<unknown> {
    const child = fork(childFile, [file, vk.origin, String(clock.now())], { execArgv: [] });
    hooks.onCall = () => {
      if (vk.calls.length === killAtCall) child.kill('SIGKILL');
    };
    const [code, signal] = await once(child, 'exit');
    return signal ?? code;
  }
  for (const killAtCall of [4, 17]) {
    expect(await runChild(killAtCall)).toBe('SIGKILL');
    expect(await word()).toMatchObject({ fullSearch: true, running: true });
    clock.advance(leaseMs);
  }
  expect(await runChild(Number.POSITIVE_INFINITY)).toBe(0);
  expect(await stored(wordId)).toEqual(all(4300));
  expect(await word()).toMatchObject({ fullSearch: false, running: false });
  // The page of each killed call is read again.
  expect(vk.calls.length).toBeLessThanOrEqual(22 + 2);
});

test('a full search of a phrase with OR reads each window with every alternative, also after the quota was exhausted', async () => {
  const { vk, wordId, word, phrase, clock, collect, stored } = await begin(1300, {
    dailyCalls: 4,
    phrase: '(метро OR вокзал) -сбой',
  });
  vk.addPosts(vkPosts(30, 'Старый вокзал').map((post) => ({ ...post, owner_id: -2 })));
  vk.addPosts(vkPosts(5, 'Сбой: метро и вокзал').map((post) => ({ ...post, owner_id: -3 })));
  for (const calls of [4, 8]) {
    await collect();
    expect(vk.calls).toHaveLength(calls);
    clock.advance(day);
  }
  await collect();
  expect(await stored(wordId)).toEqual(all(1330));
  expect(new Set(vk.calls.map(({ params }) => params.get('q')))).toEqual(new Set(['метро -сбой', 'вокзал -сбой']));
  expect(await word()).toMatchObject({ fullSearch: false });
  expect(await phrase()).toMatchObject({ found: 1330, cursor: null, windows: [{ complete: true }] });
});

test('a full search that is stopped keeps its cursor, and the next start continues at once', async () => {
  const { vk, wordId, word, phrase, hooks, collect, restart, stored, reports } = await begin(1300);
  const stop = new AbortController();
  hooks.onCall = () => {
    if (vk.calls.length === 4) stop.abort();
  };
  await collect(stop.signal);
  expect(reports).toEqual([{ outcome: 'waiting', found: 1300, added: 600, fault: null }]);
  expect(await word()).toMatchObject({ fullSearch: true, running: false });
  // Not at an offset: posts that are deleted during the search would shift it.
  expect((await phrase())?.cursor).toMatchObject({ to: start - (60 + 599) * minute, startFrom: null });
  restart();
  await collect();
  expect(await stored(wordId)).toEqual(all(1300));
});

test('posts that arrive during a full search shift its pages: none is lost or stored twice', async () => {
  const { vk, wordId, clock, hooks, collect, stored } = await begin(1300);
  // The network finds posts with a delay, so they are within the window.
  const date = (start - 30 * minute) / 1000;
  hooks.onCall = () => vk.addPosts([wallPost({ id: 10_000 + vk.calls.length, date, text: 'Метро' })]);
  await collect();
  const arrived = vk.calls.length;
  hooks.onCall = () => {};
  clock.advance(day);
  await collect();
  expect(vk.calls).toHaveLength(arrived + 1);
  expect(await stored(wordId)).toEqual(all(1300 + arrived));
});

test('a long full search lets the phrases of others run in between', async () => {
  const { vk, createClient, createWord, collect } = await begin(5600);
  await createWord(await createClient(), { text: 'вокзал' });
  await collect();
  const queries = vk.calls.map(({ params }) => params.get('q'));
  expect(queries.indexOf('вокзал')).toBeLessThanOrEqual(25);
  expect(queries.filter((query) => query === 'метро').length).toBeGreaterThan(25);
});

test('full search reaches back as far as the setting says', async () => {
  const { vk, wordId, collect, stored } = await begin(10);
  vk.addPosts(
    [364, 366].map((days) => wallPost({ id: 1000 + days, date: (start - days * day) / 1000, text: 'метро' })),
  );
  await collect();
  expect(await stored(wordId)).toEqual(all(11));
});

test('a phrase whose text changes during its run starts again', async () => {
  const { vk, wordId, hooks, collect, store, reports } = await begin(1300);
  vk.addPosts(vkPosts(5, 'Вокзал закрыт', minute));
  hooks.onCall = () => {
    if (vk.calls.length === 3) void store.words.update(wordId, { text: 'вокзал' });
  };
  await collect();
  expect(reports.map(({ outcome }) => outcome)).toEqual([null, 'done']);
  expect(vk.calls.at(-1)?.params.get('q')).toBe('вокзал');
});

// Proves: collection#collection-page
/** Simulated days: 500 phrases of 25 clients, one of which has 450, on one key with 500 calls a day. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { runCollector } from '../../server/backend/jobs/collector/collector.ts';
import { type SearchSource, SourceFault } from '../../server/backend/jobs/collector/search-source.ts';
import { callLimit, mayStart } from '../../server/backend/rules/collection/quota.ts';
import {
  type CollectionFixture,
  day,
  foundPost,
  hour,
  minute,
  openCollectionStore,
  start,
} from '../support/collection-store.ts';
import { createTestClock } from '../support/test-clock.ts';
import { testLimits } from '../support/test-limits.ts';

const dailyCalls = 500;
const smallClients = 24;
const phrasesOfLarge = 450;
const callMs = 400;

type Call = { at: number; wordId: number };

let fixture: CollectionFixture;
let clock: ReturnType<typeof createTestClock>;
let calls: Call[];
/** The phrases of each client; the first client has most of them. */
let phrases: number[][];

beforeEach(async () => {
  fixture = openCollectionStore();
  clock = createTestClock(start);
  await fixture.store.collection.setKeys('collector', ['key'], start);
  calls = [];
  phrases = [];
  for (let client = 0; client <= smallClients; client += 1) {
    const clientId = await fixture.createClient();
    const count = client === 0 ? phrasesOfLarge : client <= 2 ? 3 : 2;
    const ids: number[] = [];
    // One transaction instead of 500.
    await fixture.store.transaction(async ({ words }) => {
      for (let number = 0; number < count; number += 1) ids.push(await fixture.createWord(clientId, {}, words));
    });
    phrases.push(ids);
  }
});
afterEach(() => fixture.close());

/** A source without a network: every search takes a call of the budget and finds one post an hour. */
function createSource(): SearchSource {
  const { collection } = fixture.store;
  return {
    async capacity(urgent) {
      const [key] = await collection.keys(clock.now());
      return key && mayStart(key, dailyCalls, urgent) ? 1 : 0;
    },
    async search({ text, from, to }, { runId, urgent }) {
      clock.advance(callMs);
      const reserved = await collection.reserveCall('key', runId, callLimit(dailyCalls, urgent), clock.now());
      if (!reserved) throw new SourceFault('budget', 'No calls left');
      const wordId = Number(/\d+/.exec(text)?.[0]);
      calls.push({ at: clock.now(), wordId });
      const postedAt = Math.floor(to / hour) * hour;
      const posts = postedAt < from ? [] : [foundPost({ ownerId: -wordId, postId: postedAt / hour, postedAt, text })];
      return { posts, owners: [], users: [], cities: [], total: posts.length, next: null };
    },
  };
}

/** Collects for that time. A pause of the collector is a minute. */
async function collectFor(durationMs: number, interval = testLimits.interval): Promise<void> {
  const stop = new AbortController();
  const endAt = clock.now() + durationMs;
  const pause = async (_ms: number, signal: AbortSignal) => {
    // Lets a run that waits for nothing end first.
    await nextTurn();
    signal.throwIfAborted();
    clock.advance(minute);
    if (clock.now() >= endAt) stop.abort();
  };
  const logger = pino({ enabled: false });
  const { collection: store } = fixture.store;
  const deps = {
    ...testLimits,
    interval,
    store,
    source: createSource(),
    now: clock.now,
    logger,
    pause,
    onRun: () => {},
  };
  await runCollector(deps, stop.signal);
}

/** The maximum number of calls in any 24 hours. */
function mostCallsInADay(): number {
  let first = 0;
  let most = 0;
  for (const [index, { at }] of calls.entries()) {
    while ((calls[first]?.at ?? 0) <= at - day) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
}

const collected = (ids: readonly number[]) => ids.filter((id) => calls.some(({ wordId }) => wordId === id)).length;

test('phrases of small clients are collected on the first day, all phrases by the second, an added one within the hour', async () => {
  const [large = [], ...small] = phrases;
  await collectFor(day);
  expect(small.map((ids) => collected(ids))).toEqual(small.map((ids) => ids.length));
  await collectFor(day);
  expect(collected(large)).toBe(phrasesOfLarge);
  // 95 % of the budget; the rest is for «Собрать сейчас».
  expect(mostCallsInADay()).toBeGreaterThan(465);
  expect(mostCallsInADay()).toBeLessThanOrEqual(475);

  // The calls of the last 24 hours are almost used up.
  const added = await fixture.createWord(await fixture.createClient());
  await collectFor(hour);
  expect(collected([added])).toBe(1);
});

test('when all want six times the budget, small clients come first and get equal shares, and the large one the rest', async () => {
  const [large = [], ...small] = phrases;
  const fourHourly = { shortestMs: 4 * hour, longestMs: 4 * hour };
  await collectFor(2 * day, fourHourly);
  const before = calls.length;
  await collectFor(day, fourHourly);
  const lastDay = calls.slice(before);
  const callsOf = (ids: readonly number[]) => lastDay.filter(({ wordId }) => ids.includes(wordId)).length;
  for (const ids of small) expect(callsOf(ids)).toBeGreaterThanOrEqual(10);
  expect(callsOf(large)).toBeGreaterThan(19);
  expect(mostCallsInADay()).toBeLessThanOrEqual(475);
});

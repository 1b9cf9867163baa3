/**
 * `npm run bench -- checks` simulates a week of checks of posts: the real checker on a real database, in front of the VK stand-in
 * with faults, on a simulated clock. Fails when a check that was due is missing, or the budget is exceeded.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { runChecker } from '../../server/backend/jobs/collector/checker.ts';
import { createVkSource } from '../../server/backend/jobs/collector/vk/vk-source.ts';
import { openConfiguredStore } from '../../server/backend/open-store.ts';
import { ageAt } from '../../server/backend/rules/measures.ts';
import type { Store } from '../../server/backend/store/store.ts';
import { dayMs, hourMs, minuteMs } from '../../shared/durations.ts';
import { createProgressBar } from '../command.ts';
import type { Fault } from '../vk-stand-in/read-call.ts';
import { createVkServer } from '../vk-stand-in/vk-server.ts';
import { createPosts, createWeekWorld, listDue, type SimulatedPost } from './checks-world.ts';
import { printTable, quantile } from './figures.ts';

/** 1,000 calls for 20,000 posts: a call looks at 100 posts, and a post has five ages. */
const postsPerCallADay = 20;
const week = { from: Date.parse('2026-03-09T00:00:00Z'), to: Date.parse('2026-03-16T00:00:00Z') };
/** Checks that are due later may wait for others to fill their call. */
const end = week.to - hourMs;

/** A post that VK removes this soon after its check was due may have been removed before the check. */
const patienceMs = 4 * hourMs;

/** The faults of each day: three short ones and, on the third day, two hours without an answer. */
const faults: readonly { hour: number; fault: Fault; times: number }[] = [
  { hour: 3, fault: { code: 10 }, times: 2 },
  { hour: 9, fault: { status: 502 }, times: 2 },
  { hour: 15, fault: { code: 6 }, times: 3 },
];
const outage = { from: week.from + 2 * dayMs + 12 * hourMs, to: week.from + 2 * dayMs + 14 * hourMs };

function createClock() {
  let time = week.from;
  return {
    now: () => time,
    advanceTo(next: number) {
      time = Math.max(time, next);
    },
  };
}
type Clock = ReturnType<typeof createClock>;

async function addPhrase({ clients, words }: Store): Promise<number> {
  const contact = { ipaddr: '10.0.0.1', macaddr: '00:1A:2B:3C:4D:5E', email: '', phone: '', note: '' };
  const { clientId } = await clients.create({ name: 'Клиент', ...contact, exportAccess: 'denied' }, week.from);
  const created = await words.create({ text: 'новость', state: 'ready', fullSearch: false }, clientId);
  if (!('word' in created)) throw new Error(created.outcome);
  return created.word.wordId;
}

/** Saves what was collected, with the views of that moment. */
async function collect(
  store: Store,
  wordId: number,
  posts: readonly SimulatedPost[],
  measuredAt: (post: SimulatedPost) => number,
) {
  const none = { likes: null, reposts: null, comments: null };
  await store.posts.save(
    posts.map((post) => ({
      ...{ ownerId: post.ownerId, postId: post.postId, wordId, userId: 1 },
      ...{ postedAt: post.postedAt, updatedAt: post.postedAt, text: `Новость ${post.postId}` },
      ...{ textParts: [], photoUrl: null, cityId: null, comment: null },
      life: { measures: [{ at: measuredAt(post), views: 1, ...none }], changedAt: null, deletedAt: null },
    })),
  );
}

/** Posts of the week before were checked at each age that they have reached. */
async function saveHistory(store: Store, wordId: number, posts: readonly SimulatedPost[]): Promise<void> {
  const bar = createProgressBar('posts of the week before', posts.length);
  for (let first = 0; first < posts.length; first += 500) {
    await collect(store, wordId, posts.slice(first, first + 500), ({ postedAt, collectedAt }) =>
      Math.max(collectedAt, postedAt + ageAt(postedAt, week.from) * hourMs),
    );
    bar.update(first);
  }
  bar.end();
}

type Vk = Awaited<ReturnType<typeof createVkServer>>;

function plantFaults(vk: Vk, now: number): void {
  if (now === outage.from) vk.fail({ status: 503 });
  if (now === outage.to) vk.recover();
  for (const { hour, fault, times } of faults) if (now % dayMs === hour * hourMs) vk.fail(fault, { times });
}

type Simulation = {
  store: Store;
  wordId: number;
  /** To be collected in the week. */
  posts: readonly SimulatedPost[];
  vk: Vk;
  clock: Clock;
  /** Calls in 24 hours. */
  budget: number;
};

/** Minute by minute: collects what is there, then checks what is due. */
async function simulate({ store, wordId, posts, vk, clock, budget }: Simulation): Promise<void> {
  const logger = pino({ enabled: false });
  const source = createVkSource({
    collector: 'bench',
    config: {
      VK_API_ORIGIN: vk.origin,
      COLLECTION_DAILY_CALLS: 0,
      POST_CHECKS_DAILY_CALLS: budget,
      WALL_DAILY_CALLS: 0,
      COMMENT_DAILY_CALLS: 0,
    },
    readKeys: () => ['service-key'],
    store: store.collection,
    log: logger,
    now: clock.now,
    sleep: async (ms) => clock.advanceTo(clock.now() + ms),
  });
  const waiting = posts.toSorted((a, b) => a.collectedAt - b.collectedAt);
  const bar = createProgressBar('a week', week.to - week.from);
  for (let [minute, next] = [week.from, 0]; minute < week.to; minute += minuteMs) {
    clock.advanceTo(minute);
    plantFaults(vk, minute);
    const first = next;
    while ((waiting[next]?.collectedAt ?? Number.POSITIVE_INFINITY) <= minute) next += 1;
    if (next > first) await collect(store, wordId, waiting.slice(first, next), () => minute);
    await runChecker(
      { store: store.collection, source, now: clock.now, logger, pause: async () => {} },
      neverAborted,
      true,
    );
    bar.update(minute - week.from);
  }
  bar.end();
}
const neverAborted = new AbortController().signal;

/** The most calls in any 24 hours. */
function mostCalls(times: readonly number[]): number {
  let [first, most] = [0, 0];
  for (const [index, at] of times.entries()) {
    while ((times[first] ?? at) <= at - dayMs) first += 1;
    most = Math.max(most, index + 1 - first);
  }
  return most;
}

/** How late each due check was, ascending, and the number of those that were not made before the next age was due. */
async function judge(store: Store, posts: readonly SimulatedPost[]) {
  const late: number[] = [];
  let missing = 0;
  for (const post of posts) {
    const due = listDue(post, { from: week.from, to: end });
    if (due.length === 0) continue;
    const { measures } = await store.posts.life(post);
    for (const { age, dueAt } of due) {
      const measure = measures.find((one) => one.age === age);
      if (measure) late.push(measure.at - dueAt);
      else if (post.goneAt > dueAt + patienceMs) missing += 1;
    }
  }
  return { late: late.sort((a, b) => a - b), missing };
}

function print(budget: number, calls: readonly number[], { late, missing }: Awaited<ReturnType<typeof judge>>): void {
  const minutes = (part: number) => (quantile(late, part) / minuteMs).toFixed(1);
  printTable(
    ['a week of checks', 'figure'],
    [
      ['checks made', String(late.length)],
      ['checks missing', String(missing)],
      ['calls, failed ones included', String(calls.length)],
      ['most calls in 24 hours, of', `${mostCalls(calls)}, ${budget}`],
      ['minutes late, p50 / p95 / longest', `${minutes(0.5)} / ${minutes(0.95)} / ${minutes(1)}`],
    ],
  );
}

export async function benchChecks(perDay: number): Promise<void> {
  const budget = Math.floor(perDay / postsPerCallADay);
  const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-checks-'));
  const clock = createClock();
  const store = await openConfiguredStore({ DATA_DIR: folder }, { now: clock.now });
  const all = createPosts(perDay, { from: week.from - 8 * dayMs, to: week.to });
  const calls: number[] = [];
  const vk = await createVkServer(createWeekWorld(all, clock.now), {
    now: clock.now,
    limits: { perSecond: null, perDay: 0 },
    onCall: ({ at }) => void calls.push(at),
  });
  try {
    const wordId = await addPhrase(store);
    await saveHistory(
      store,
      wordId,
      all.filter(({ collectedAt }) => collectedAt < week.from),
    );
    const posts = all.filter(({ collectedAt }) => collectedAt >= week.from);
    await simulate({ store, wordId, posts, vk, clock, budget });
    const judged = await judge(store, all);
    print(budget, calls, judged);
    if (judged.missing > 0 || mostCalls(calls) > budget)
      throw new Error('Checks are missing, or the budget was exceeded');
  } finally {
    await vk.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The collector on a real database in front of the VK stand-in, with a clock that its pauses advance. */
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import type { Limits } from '../../scripts/vk-stand-in/answer-call.ts';
import { createVkStandIn } from '../../scripts/vk-stand-in/vk-server.ts';
import { wallPost } from '../../scripts/vk-stand-in/world.ts';
import { runChecker } from '../../server/backend/jobs/collector/checker.ts';
import { runCollector } from '../../server/backend/jobs/collector/collector.ts';
import type { RunReport } from '../../server/backend/jobs/collector/run-phrase.ts';
import { createVkSource } from '../../server/backend/jobs/collector/vk/vk-source.ts';
import { minute, openCollectionStore, start } from './collection-store.ts';
import { createTestClock } from './test-clock.ts';
import { testLimits } from './test-limits.ts';
import { viewing } from './viewing.ts';

/** Posts of community 1 with the text, one every `stepMs`, the newest an hour before the start. */
export const vkPosts = (count: number, text: string, stepMs = minute) =>
  Array.from({ length: count }, (_, index) =>
    wallPost({ id: count - index, date: Math.floor((start - 60 * minute - index * stepMs) / 1000), text }),
  );

type Options = {
  keys?: string[];
  dailyCalls?: number;
  checkCalls?: number;
  timeoutMs?: number;
  vkLimits?: Partial<Limits>;
};

export async function createTestCollector({
  keys = ['service-key'],
  dailyCalls = 1000,
  checkCalls = 1000,
  timeoutMs = 10_000,
  vkLimits = {},
}: Options = {}) {
  const clock = createTestClock(start);
  const fixture = openCollectionStore();
  const { collection, words, posts } = fixture.store;
  /** Called before each answer of VK. */
  const hooks = { onCall: () => {} };
  const vk = await createVkStandIn({ now: clock.now, keys, limits: vkLimits, onCall: () => hooks.onCall() });
  const present = { keys };
  const reports: RunReport[] = [];
  const createSource = (callsADay: number) =>
    createVkSource({
      collector: 'test',
      config: {
        ...{ VK_API_ORIGIN: vk.origin, COLLECTION_DAILY_CALLS: callsADay, POST_CHECKS_DAILY_CALLS: checkCalls },
        WALL_DAILY_CALLS: 5000,
        COMMENT_DAILY_CALLS: 20000,
      },
      readKeys: () => present.keys,
      store: collection,
      log: pino({ enabled: false }),
      now: clock.now,
      async sleep(ms, signal) {
        signal.throwIfAborted();
        clock.advance(ms);
      },
      timeoutMs,
    });
  let source = createSource(dailyCalls);
  const admin = { type: 'admin', adminId: 1, username: 'admin' } as const;

  return {
    ...fixture,
    clock,
    vk,
    hooks,
    present,
    reports,
    /** Collects until nothing more can be collected now or, with `untilIdle` false, until the signal. */
    async collect(signal = new AbortController().signal, untilIdle = true): Promise<void> {
      await runCollector(
        {
          ...testLimits,
          store: collection,
          source,
          now: clock.now,
          logger: pino({ enabled: false }),
          pause: (_ms, until) => sleep(1, undefined, { signal: until }),
          onRun: (report) => void reports.push(report),
        },
        signal,
        untilIdle,
      );
    },
    /** Checks until nothing more can be checked now. */
    check: (signal = new AbortController().signal): Promise<void> =>
      runChecker(
        {
          store: collection,
          source,
          now: clock.now,
          logger: pino({ enabled: false }),
          pause: (_ms, until) => sleep(1, undefined, { signal: until }),
        },
        signal,
        true,
      ),
    /** Simulates a restart of the process: what the source has in memory is lost. */
    restart(callsADay = dailyCalls) {
      source = createSource(callsADay);
    },
    /** The numbers of rows and of distinct posts of the phrase. */
    async stored(wordId: number): Promise<{ rows: number; counted: number }> {
      const rows = await posts.count(admin, viewing({ word: wordId }));
      return { rows, counted: (await words.get(wordId))?.totalPosts ?? 0 };
    },
    /** By post ID, whether VK found the post although the phrase does not match. */
    async marks(wordId: number): Promise<Record<number, boolean>> {
      const page = { limit: 1000, offset: 0, orderBy: 'post_dt', orderDirection: 'DESC' } as const;
      const { rows } = await posts.page(admin, viewing({ word: wordId }), page);
      return Object.fromEntries(rows.map(({ postId, foundByVk }) => [postId, foundByVk]));
    },
    async close(): Promise<void> {
      await vk.close();
      await fixture.close();
    },
  };
}

export type TestCollector = Awaited<ReturnType<typeof createTestCollector>>;

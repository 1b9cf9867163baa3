/** Entry of the collector's thread, with a connection of its own: collects posts and deletes old ones until a message. */
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { CollectorCounts } from '../../platform/collector-counts.ts';
import { type Config, collectsPosts, readSetting } from '../../platform/settings.ts';
import { quotaOf } from '../collection/quota.ts';
import { createLogger } from '../logger.ts';
import { openConfiguredStore } from '../store/open-store.ts';
import { runCollector } from './collector.ts';
import { createEventCounts } from './count-events.ts';
import { deleteOldPostsNightly } from './retention.ts';
import { runSettings } from './run-settings.ts';
import { createVkSource } from './vk/vk-source.ts';

export type CollectorStart = { config: Config };

const reportMs = 2000;

const { config } = workerData as CollectorStart;
const logger = createLogger(config.LOG_LEVEL, 'collector');
const { collection, close } = await openConfiguredStore(config);
const { events, countCall, countRun } = createEventCounts();
const stop = new AbortController();
const now = Date.now;
const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal });

async function reportCounts(): Promise<void> {
  for (;;) {
    const [{ due, callsPerDay }, keys] = await Promise.all([collection.queue(now()), collection.keys(now())]);
    const { callsLeft } = quotaOf(keys, config.COLLECTION_DAILY_CALLS, callsPerDay, now());
    parentPort?.postMessage({ ...events, queue: due, callsLeft } satisfies CollectorCounts);
    await pause(reportMs, stop.signal);
  }
}

function collect(): Promise<void> {
  const source = createVkSource({
    config,
    readKeys: () => readSetting('VK_SERVICE_KEY', process.env),
    store: collection,
    log: logger,
    onCall: countCall,
  });
  const deps = { ...runSettings(config), store: collection, source, now, pause, logger, onRun: countRun };
  return runCollector(deps, stop.signal);
}

function deleteOldPosts(): Promise<never> {
  const { KEEP_POSTS_DAYS: keepPostsDays, CONSOLE_TIME_ZONE: timeZone } = config;
  return deleteOldPostsNightly({ store: collection, keepPostsDays, timeZone, now, pause, logger }, stop.signal);
}

const tasks = [
  ...(collectsPosts(config) ? [collect] : []),
  ...(config.KEEP_POSTS_DAYS > 0 ? [deleteOldPosts] : []),
  ...(config.METRICS ? [reportCounts] : []),
];

parentPort?.once('message', () => stop.abort());
try {
  await Promise.all(tasks.map((task) => task()));
} catch (error) {
  if (!stop.signal.aborted) throw error;
} finally {
  await close();
}

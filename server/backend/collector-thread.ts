/**
 * Entry of the collector's thread, which has its own connection: collects posts and deletes old ones until it gets a message.
 */
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { faultCounts } from '../platform/fault-counts.ts';
import type { CollectorCounts } from '../platform/figures.ts';
import { createLogger } from '../platform/logger.ts';
import { type Config, collectsPosts, readSetting } from '../platform/settings.ts';
import { runCollector, runSettings } from './jobs/collector/collector.ts';
import { startRetention } from './jobs/collector/retention.ts';
import type { RunReport } from './jobs/collector/run-phrase.ts';
import { createVkSource } from './jobs/collector/vk/vk-source.ts';
import { openConfiguredStore } from './open-store.ts';
import { quotaOf } from './rules/collection/quota.ts';
import { takeCollectorNames } from './store/collector-names.ts';
import type { Store } from './store/store.ts';
import { openWhenAvailable, sleep as pause, persistent } from './store/wait-for-database.ts';

export type CollectorStart = { config: Config };

const reportMs = 2000;
const keyStates = ['working', 'resting', 'broken'];

const { config } = workerData as CollectorStart;
const logger = createLogger(config.LOG_LEVEL, { part: 'collector' });
const names = takeCollectorNames(config.DATA_DIR);
const collector = names.own;
const events: Pick<CollectorCounts, 'calls' | 'runs' | 'postsAdded'> = { calls: {}, runs: {}, postsAdded: 0 };
const increment = (counts: Record<string, number>, name: string) => {
  counts[name] = (counts[name] ?? 0) + 1;
};
const stop = new AbortController();
const now = Date.now;

type Resources = Pick<Store, 'collection' | 'jobs' | 'faultOf'>;

async function reportCounts({ collection }: Resources): Promise<void> {
  for (;;) {
    const [{ due, callsPerDay }, keys] = await Promise.all([collection.queue(now()), collection.keys(now())]);
    const { callsLeft } = quotaOf(keys, config.COLLECTION_DAILY_CALLS, callsPerDay, now());
    parentPort?.postMessage({
      ...events,
      queue: due,
      callsLeft,
      keys: Object.fromEntries(keyStates.map((state) => [state, keys.filter((key) => key.state === state).length])),
      faults: faultCounts,
    } satisfies CollectorCounts);
    await pause(reportMs, stop.signal);
  }
}

function collect({ collection }: Resources): Promise<void> {
  const source = createVkSource({
    collector,
    config,
    readKeys: () => readSetting('VK_SERVICE_KEY', process.env),
    store: collection,
    log: logger,
    onCall: (result) => increment(events.calls, result),
  });
  const onRun = ({ outcome, added }: RunReport) => {
    increment(events.runs, outcome ?? 'lost');
    events.postsAdded += added;
  };
  const deps = { ...runSettings(config), collector, store: collection, source, now, pause, logger, onRun };
  return runCollector(deps, stop.signal);
}

async function deleteOldPosts(store: Resources): Promise<void> {
  const { KEEP_POSTS_DAYS: keepPostsDays, CONSOLE_TIME_ZONE: timeZone } = config;
  const { close } = startRetention({ store, keepPostsDays, timeZone, logger });
  if (!stop.signal.aborted) await once(stop.signal, 'abort');
  await close();
}

const tasks = [
  ...(collectsPosts(config) ? [collect] : []),
  ...(config.KEEP_POSTS_DAYS > 0 ? [deleteOldPosts] : []),
  ...(config.METRICS ? [reportCounts] : []),
];

async function work({ collection, jobs, faultOf }: Store): Promise<void> {
  const options = { faultOf, pause, logger };
  const resources = {
    collection: persistent(collection, options, stop.signal),
    jobs: persistent(jobs, options, stop.signal),
    faultOf,
  };
  try {
    await resources.collection.takeBack([names.own, ...names.ended], now());
    names.releaseEnded();
    await Promise.all(tasks.map((task) => task(resources)));
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    // Record at once that this collector has stopped, unless the database cannot be used.
    await collection.setKeys(collector, [], now()).catch(() => {});
  }
}

parentPort?.once('message', () => stop.abort());
const store = await openWhenAvailable(() => openConfiguredStore(config), logger, stop.signal);
if (store) await work(store).finally(() => store.close());
names.release();

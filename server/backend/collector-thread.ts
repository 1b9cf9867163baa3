/**
 * Entry of the collector's thread, which has its own connection: collects posts and deletes old ones until it gets a message.
 */
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { type Background, sleep as pause, repeat, startBackground } from '../platform/background.ts';
import { faultCounts } from '../platform/fault-counts.ts';
import { createFaultLog, type FaultLog } from '../platform/fault-log.ts';
import type { CollectorCounts } from '../platform/figures.ts';
import { createLogger } from '../platform/logger.ts';
import { type Config, collectsPosts, readSetting } from '../platform/settings.ts';
import { runChecker } from './jobs/collector/checker.ts';
import { runCollector, runSettings } from './jobs/collector/collector.ts';
import { runCommentReader } from './jobs/collector/comment-reader.ts';
import { startRetention } from './jobs/collector/retention.ts';
import type { RunReport } from './jobs/collector/run-phrase.ts';
import { createVkSource } from './jobs/collector/vk/vk-source.ts';
import { runWallReader, wallLimits } from './jobs/collector/wall-reader.ts';
import { openConfiguredStore } from './open-store.ts';
import { quotaOf } from './rules/collection/quota.ts';
import { takeCollectorNames } from './store/collector-names.ts';
import type { Store } from './store/store.ts';
import { openWhenAvailable, persistent } from './store/wait-for-database.ts';

export type CollectorStart = { config: Config };

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

/** `collection` retries its calls while the database is unavailable. */
type Resources = { store: Store; collection: Store['collection']; faults: FaultLog };

const reporting = { name: 'figures', fault: 'figures failed', pauseMs: 2000 };

/** Closes the job when the thread stops. */
async function untilStopped({ close }: Background): Promise<void> {
  if (!stop.signal.aborted) await once(stop.signal, 'abort');
  await close();
}

const reportCounts = ({ store: { collection }, faults }: Resources): Promise<void> =>
  untilStopped(
    startBackground((running) =>
      repeat(running, faults.of(reporting), reporting, async () => {
        const [{ due, callsPerDay }, keys] = await Promise.all([collection.queue(now()), collection.keys(now())]);
        const { callsLeft } = quotaOf(keys, config.COLLECTION_DAILY_CALLS, callsPerDay, now());
        parentPort?.postMessage({
          ...events,
          queue: due,
          callsLeft,
          keys: Object.fromEntries(keyStates.map((state) => [state, keys.filter((key) => key.state === state).length])),
          faults: faultCounts,
        } satisfies CollectorCounts);
      }),
    ),
  );

async function collect({ collection }: Resources): Promise<void> {
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
  const common = { store: collection, source, now, pause, logger };
  const running = [runCollector({ ...runSettings(config), ...common, collector, onRun }, stop.signal)];
  const reading = { ...common, limits: wallLimits(config) };
  running.push(runWallReader(reading, stop.signal), runCommentReader(reading, stop.signal));
  if (config.POST_CHECKS_DAILY_CALLS > 0) running.push(runChecker(common, stop.signal));
  await Promise.all(running);
}

function deleteOldPosts({ store, faults }: Resources): Promise<void> {
  const { KEEP_POSTS_DAYS: keepPostsDays, CONSOLE_TIME_ZONE: timeZone } = config;
  return untilStopped(startRetention({ store, faults, keepPostsDays, timeZone, logger }));
}

const tasks = [...(collectsPosts(config) ? [collect] : []), deleteOldPosts, ...(config.METRICS ? [reportCounts] : [])];

async function work(store: Store): Promise<void> {
  const faults = createFaultLog({ faultOf: store.faultOf, logger });
  const collection = persistent(store.collection, { name: 'collection', faults, pause }, stop.signal);
  try {
    await collection.takeBack([names.own, ...names.ended], now());
    names.releaseEnded();
    await Promise.all(tasks.map((task) => task({ store, collection, faults })));
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    // Record at once that this collector has stopped, unless the database cannot be used.
    await store.collection.setKeys(collector, [], now()).catch(() => {});
  }
}

parentPort?.once('message', () => stop.abort());
const store = await openWhenAvailable(() => openConfiguredStore(config), logger, stop.signal);
if (store) await work(store).finally(() => store.close());
names.release();

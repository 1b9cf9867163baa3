/**
 * The collector in a process that a test may kill. It collects the phrases, then the walls and then the comments that are due in
 * the database at LOCATION, a file or an address, from the stand-in at ORIGIN, with the clock at TIME, and without pauses.
 */
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { runCollector } from '../../server/backend/jobs/collector/collector.ts';
import { runCommentReader } from '../../server/backend/jobs/collector/comment-reader.ts';
import { createVkSource } from '../../server/backend/jobs/collector/vk/vk-source.ts';
import { runWallReader } from '../../server/backend/jobs/collector/wall-reader.ts';
import { openConfiguredStore, openStore } from '../../server/backend/open-store.ts';
import { testLimits, wallLimitsOfTests } from './test-limits.ts';

const [location = '', origin = '', time = ''] = process.argv.slice(2);
const { collection, close } = await (location.startsWith('postgres')
  ? openConfiguredStore({
      DATA_DIR: path.join(tmpdir(), `ldvk-child-${process.pid}`),
      DATABASE_URL: location,
      DATABASE_CONNECTIONS: 2,
    })
  : openStore(location));
const logger = pino({ enabled: false });
const now = () => Number(time);
const source = createVkSource({
  collector: 'test',
  config: {
    VK_API_ORIGIN: origin,
    COLLECTION_DAILY_CALLS: 1000,
    POST_CHECKS_DAILY_CALLS: 1000,
    WALL_DAILY_CALLS: 5000,
    COMMENT_DAILY_CALLS: 20000,
  },
  readKeys: () => ['service-key'],
  store: collection,
  log: logger,
  now,
  sleep: async () => {},
});
const pause = (ms: number, signal: AbortSignal) => sleep(Math.min(ms, 1), undefined, { signal });
const deps = { ...testLimits, store: collection, source, now, logger, pause, onRun: () => {} };
await runCollector(deps, new AbortController().signal, true);
await runWallReader({ ...deps, limits: wallLimitsOfTests }, new AbortController().signal, true);
await runCommentReader({ ...deps, limits: wallLimitsOfTests }, new AbortController().signal, true);
await close();

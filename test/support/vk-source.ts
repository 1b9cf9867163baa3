/** VK's search source in front of the VK stand-in, with a clock that its pauses advance. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { createVkStandIn } from '../../scripts/vk-stand-in/vk-server.ts';
import { type SearchQuery, SourceFault } from '../../server/backend/jobs/collector/search-source.ts';
import { createVkSource } from '../../server/backend/jobs/collector/vk/vk-source.ts';
import { createCallBudget } from '../../server/backend/store/call-budget.ts';
import { createConnection } from '../../server/backend/store/sqlite/connection.ts';
import { openDatabase } from '../../server/backend/store/sqlite/database.ts';
import { dayMs } from '../../shared/durations.ts';
import { placeMigratedDatabase } from './migrated-database.ts';
import { createTestClock } from './test-clock.ts';

type Options = { keys?: string[]; dailyCalls?: number; checkCalls?: number; timeoutMs?: number };

export async function createTestSource({
  keys = ['service-key'],
  dailyCalls = 1000,
  checkCalls = 1000,
  timeoutMs = 10_000,
}: Options = {}) {
  const clock = createTestClock();
  const hooks = { call: () => {}, pause: () => {} };
  const vk = await createVkStandIn({ now: clock.now, keys, onCall: () => hooks.call() });
  const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-source-'));
  const file = path.join(folder, 'ldvk.sqlite');
  placeMigratedDatabase(file);
  const db = openDatabase(file);
  const store = createCallBudget(createConnection(db));
  /** What `readKeys` returns. Can be changed. */
  const present = { keys: [...keys], unreadable: false };
  const pauses: number[] = [];
  const logLines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line) => logLines.push(line) });
  const createSource = () =>
    createVkSource({
      collector: 'test',
      config: {
        VK_API_ORIGIN: vk.origin,
        COLLECTION_DAILY_CALLS: dailyCalls,
        POST_CHECKS_DAILY_CALLS: checkCalls,
        WALL_DAILY_CALLS: 5000,
        COMMENT_DAILY_CALLS: 20000,
      },
      readKeys() {
        if (present.unreadable) throw new Error('VK_SERVICE_KEY_FILE names an empty file.');
        return present.keys;
      },
      store,
      log,
      now: clock.now,
      async sleep(ms, signal) {
        signal.throwIfAborted();
        pauses.push(ms);
        clock.advance(ms);
        hooks.pause();
        signal.throwIfAborted();
      },
      timeoutMs,
    });
  let source = createSource();
  const query = (): SearchQuery => ({ text: 'метро', from: clock.now() - dayMs, to: clock.now(), startFrom: null });
  const search = (changes: Partial<SearchQuery> = {}, { urgent = false, signal = new AbortController().signal } = {}) =>
    source.search({ ...query(), ...changes }, { runId: 7, urgent, signal });
  return {
    now: clock.now,
    advance: clock.advance,
    vk,
    present,
    pauses,
    logLines,
    search,
    capacity: (urgent = false) => source.capacity(urgent),
    /** Runs a search that must fail, and returns its fault. */
    async fault(...args: Parameters<typeof search>): Promise<SourceFault> {
      const result = await search(...args).catch((error) => error);
      if (result instanceof SourceFault) return result;
      throw new Error('The search did not end with a fault', { cause: result });
    },
    onCall(action: () => void) {
      hooks.call = action;
    },
    onPause(action: () => void) {
      hooks.pause = action;
    },
    /** The stored state of the first key. */
    keyState: async () => (await store.keys(clock.now()))[0],
    restart() {
      source = createSource();
    },
    async close() {
      db.close();
      rmSync(folder, { recursive: true });
      await vk.close();
    },
  };
}

export type TestSource = Awaited<ReturnType<typeof createTestSource>>;

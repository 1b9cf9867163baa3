/** VK's search source against the stand-in of VK, with a clock that its pauses advance. */
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { createVkStandIn } from '../../scripts/vk-stand-in/vk-stand-in.ts';
import type { SearchQuery } from '../../server/backend/collector/search-source.ts';
import { createVkSource, type KeyStore } from '../../server/backend/collector/vk/vk-source.ts';
import type { KeyProblem } from '../../server/backend/store/collection-store.ts';
import { createTestClock } from './test-clock.ts';

const dayMs = 24 * 60 * 60_000;
const noProblem: KeyProblem = { state: 'working', until: null, code: null, message: null, redirectUri: null };

/** Keeps calls and problems in memory. `calls` are all reserved ones, oldest first. */
export function createMemoryKeyStore() {
  const calls: { keyId: string; runId: number | null; at: number }[] = [];
  const problems = new Map<string, KeyProblem>();
  let inUse: readonly string[] = [];
  const recent = (keyId: string, now: number) => calls.filter((call) => call.keyId === keyId && call.at > now - dayMs);
  const store: KeyStore = {
    async reserveCall(keyId, runId, limit, now) {
      if (recent(keyId, now).length >= limit) return false;
      calls.push({ keyId, runId, at: now });
      return true;
    },
    async setKeyProblem(keyId, problem) {
      problems.set(keyId, problem ?? noProblem);
    },
    async useKeys(keyIds) {
      inUse = keyIds;
    },
    async keys(now) {
      return inUse.map((id) => ({ ...(problems.get(id) ?? noProblem), id, calls: recent(id, now).length }));
    },
    async nextCallExpiry(keyId, now) {
      const [oldest] = recent(keyId, now);
      return oldest ? oldest.at + dayMs : null;
    },
  };
  return { ...store, calls };
}

type Options = { keys?: string[]; dailyCalls?: number; timeoutMs?: number };

export async function createTestSource({
  keys = ['service-key'],
  dailyCalls = 1000,
  timeoutMs = 10_000,
}: Options = {}) {
  const clock = createTestClock();
  const vk = await createVkStandIn({ now: clock.now, keys });
  const store = createMemoryKeyStore();
  /** What `readKeys` returns. Can be changed. */
  const present = { keys: [...keys], unreadable: false };
  const pauses: number[] = [];
  const logLines: string[] = [];
  const write = (line: Buffer, _encoding: string, done: () => void) => {
    logLines.push(String(line));
    done();
  };
  const createSource = () =>
    createVkSource({
      config: { VK_API_ORIGIN: vk.origin, COLLECTION_DAILY_CALLS: dailyCalls },
      readKeys() {
        if (present.unreadable) throw new Error('VK_SERVICE_KEY_FILE names an empty file.');
        return present.keys;
      },
      store,
      log: pino({ level: 'trace' }, new Writable({ write })),
      now: clock.now,
      async sleep(ms, signal) {
        signal.throwIfAborted();
        pauses.push(ms);
        clock.advance(ms);
      },
      timeoutMs,
    });
  let source = createSource();
  const query = (): SearchQuery => ({ text: 'метро', from: clock.now() - dayMs, to: clock.now(), startFrom: null });
  const search = (changes: Partial<SearchQuery> = {}, { urgent = false, signal = new AbortController().signal } = {}) =>
    source.search({ ...query(), ...changes }, { runId: 7, urgent, signal });
  return {
    clock,
    vk,
    store,
    present,
    pauses,
    logLines,
    search,
    capacity: (urgent = false) => source.capacity(urgent),
    /** The fault of a search that must fail. */
    fault: (...args: Parameters<typeof search>) =>
      search(...args).then(
        () => null,
        (error) => error,
      ),
    restart() {
      source = createSource();
    },
  };
}

export type TestSource = Awaited<ReturnType<typeof createTestSource>>;

/** The service keys: where they are read, how often each may call, and which one makes the next call. */
import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { dayMs } from '../../../../../shared/durations.ts';
import * as messages from '../../../../../shared/messages.ts';
import type { Pause } from '../../../../platform/background.ts';
import type { KeyState, MethodRest } from '../../../rules/collection/quota.ts';
import type { RestedUse, VkUse } from '../../../store/call-budget.ts';
import type { CollectionStore } from '../../../store/collection.ts';
import type { KeyProblem } from '../../../store/collection-store.ts';
import type { SourceFault } from '../search-source.ts';
import { faultOf } from './fault-texts.ts';

/** Three calls a second, with a reserve for the jitter of the network. */
const firstGapMs = 400;
const widestGapMs = 5000;
const widening = 1.1;
const refusedPauseMs = 1200;

export type Clock = { now: () => number; sleep: Pause };

function createPacer({ now, sleep }: Clock) {
  let gapMs = firstGapMs;
  let readyAt = Number.NEGATIVE_INFINITY;
  let pending = 0;
  let last: Promise<unknown> = Promise.resolve();

  async function start<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    // The limit guards against a clock that was set back.
    const waitMs = Math.min(readyAt - now(), widestGapMs);
    if (waitMs > 0) await sleep(waitMs, signal);
    readyAt = now() + gapMs;
    return call();
  }

  return {
    /** Runs calls one at a time, in their order. Rejects with the reason of the signal before the call starts. */
    async run<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
      pending += 1;
      const result = last.then(() => start(signal, call));
      last = result.catch(() => {});
      try {
        return await result;
      } finally {
        pending -= 1;
      }
    },
    /** Pauses and widens the gap after VK has refused a call because there were too many. */
    slowDown(): void {
      gapMs = Math.min(Math.round(gapMs * widening), widestGapMs);
      readyAt = now() + Math.max(refusedPauseMs, gapMs);
    },
    /** The number of calls that run or wait. */
    pending: (): number => pending,
  };
}

/** Must be shorter than `usesMs` of the store, because reading the keys also reports that the collector runs. */
const readIntervalMs = 60_000;

export type VkKey = {
  /** Derived from the key; does not reveal it. */
  readonly id: string;
  readonly secret: string;
  readonly pacer: ReturnType<typeof createPacer>;
  /** Null while the key works, as far as is known. Otherwise the key is not used until `until`. */
  problem: KeyProblem | null;
  /** Until when the key does not call a method; null when it may. */
  readonly rests: Record<RestedUse, MethodRest | null>;
  /** How many pauses in a row VK's flood control has caused. */
  floods: number;
  /** Calls since the start. */
  calls: number;
};

const idOf = (secret: string): string => createHash('sha256').update(secret).digest('hex').slice(0, 8);

/** A key that was broken before the start is tried once, because its application may have been repaired. */
const storedProblem = (state: KeyState | undefined): KeyProblem | null =>
  state === undefined || state.state === 'working' ? null : { ...state, until: state.until ?? 0 };

export type KeyPool = ReturnType<typeof createKeyPool>;

export type KeyPoolOptions = Clock & {
  /** Identifies this collector among those on the database. */
  collector: string;
  /** May throw while the file of the keys is being replaced. */
  readKeys: () => readonly string[];
  store: Pick<CollectionStore, 'setKeys' | 'setKeyProblem' | 'setMethodRest' | 'keys' | 'nextCallExpiry'>;
  log: Logger;
};

export function createKeyPool({ collector, readKeys, store, log, now, sleep }: KeyPoolOptions) {
  let keys: readonly VkKey[] = [];
  let loading: Promise<void> | null = null;
  let loadedAt = Number.NEGATIVE_INFINITY;

  function readSecrets(): readonly string[] {
    try {
      return [...new Set(readKeys())];
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'VK keys cannot be read, the previous ones stay in use');
      return keys.map(({ secret }) => secret);
    }
  }
  async function load(): Promise<void> {
    const secrets = readSecrets();
    await store.setKeys(collector, secrets.map(idOf), now());
    const states = await store.keys(now());
    keys = secrets.map((secret) => {
      const id = idOf(secret);
      const stored = states.find((state) => state.id === id);
      const problem = storedProblem(stored);
      const rests = {
        lookUp: stored?.lookUps.rest ?? null,
        wall: stored?.walls.rest ?? null,
        comments: stored?.comments.rest ?? null,
      };
      const added = { id, secret, pacer: createPacer({ now, sleep }), problem, rests, floods: 0, calls: 0 };
      return keys.find((key) => key.id === id) ?? added;
    });
    loadedAt = now();
  }

  const restsUntil = ({ problem }: VkKey) => (problem === null ? 0 : (problem.until ?? Number.POSITIVE_INFINITY));
  const isUsable = (key: VkKey) => restsUntil(key) <= now();
  const mayCall = (use: RestedUse) => (key: VkKey) => isUsable(key) && (key.rests[use]?.until ?? 0) <= now();
  /** When a key that is not broken may make a call again. A usable key has used up its budget. */
  async function nextCallAt(key: VkKey, use: VkUse): Promise<number> {
    if (!isUsable(key)) return restsUntil(key);
    const rest = use === 'search' ? null : key.rests[use];
    if (rest !== null && rest.until > now()) return rest.until;
    return (await store.nextCallExpiry(key.id, use, now())) ?? now() + dayMs;
  }

  return {
    isUsable,
    mayCall,
    /** Notices replaced keys within a minute, and reports that the collector runs. */
    async refresh(): Promise<void> {
      if (now() - loadedAt < readIntervalMs) return;
      loading ??= load().finally(() => {
        loading = null;
      });
      await loading;
    },
    async capacity(hasBudget: (state: KeyState) => boolean, isReady = isUsable): Promise<number> {
      const ready = new Set((await store.keys(now())).filter(hasBudget).map(({ id }) => id));
      return keys.filter((key) => isReady(key) && ready.has(key.id)).length;
    },
    /** The least busy key that is ready and outside `spent`. The caller must start its call at once, before another chooses. */
    choose(spent: ReadonlySet<VkKey>, isReady: (key: VkKey) => boolean): VkKey | undefined {
      const usable = keys.filter((key) => isReady(key) && !spent.has(key));
      return usable.toSorted((a, b) => a.pacer.pending() - b.pacer.pending() || a.calls - b.calls)[0];
    },
    /** The fault of a call that finds no key: `keys` when all are broken, else `budget`. */
    async noKeyFault(use: VkUse): Promise<SourceFault> {
      const working = keys.filter(({ problem }) => problem?.state !== 'broken');
      if (working.length === 0) {
        const message = keys.length === 0 ? messages.vkKeyMissing : messages.vkKeysRefused;
        return faultOf('keys', message, { until: now() + readIntervalMs });
      }
      const until = Math.min(...(await Promise.all(working.map((key) => nextCallAt(key, use)))));
      return faultOf('budget', messages.vkCallsUsedUp, { until });
    },
    /** The key does not call the method until then; it goes on searching. */
    async restMethod(key: VkKey, use: RestedUse, rest: MethodRest): Promise<void> {
      key.rests[use] = rest;
      log.warn({ keyId: key.id, use, code: rest.code, until: rest.until }, 'VK key does not call a method');
      await store.setMethodRest(key.id, use, rest);
    },
    /** Null marks the key as working. */
    async setProblem(key: VkKey, problem: KeyProblem | null): Promise<void> {
      if (problem === null) key.floods = 0;
      if (key.problem === null && problem === null) return;
      key.problem = problem;
      const { state, code, until } = problem ?? { state: 'working', code: null, until: null };
      log[problem ? 'warn' : 'info']({ keyId: key.id, state, code, until }, 'VK key');
      await store.setKeyProblem(key.id, problem);
    },
  };
}

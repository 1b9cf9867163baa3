/** Decides which of the present keys makes the next call, and keeps their problems. Times are milliseconds since 1970. */
import type { Logger } from 'pino';
import * as messages from '../../../../../shared/messages.ts';
import { dayMs } from '../../../../platform/durations.ts';
import type { KeyState } from '../../../rules/collection/quota.ts';
import type { KeyProblem } from '../../../store/call-budget-store.ts';
import type { CollectionStore } from '../../../store/collection-store.ts';
import { SourceFault } from '../search-source.ts';
import { readIntervalMs, type VkKey } from './service-keys.ts';

export type KeyPool = {
  /** How many keys can make a call now and have the budget. */
  capacity(keys: readonly VkKey[], hasBudget: (state: KeyState) => boolean): Promise<number>;
  /** The least busy usable key outside `spent`. The caller must start its call at once, before another search chooses. */
  choose(keys: readonly VkKey[], spent: ReadonlySet<VkKey>): VkKey | null;
  /** The fault of a search that finds no key: `keys` when all are broken, else `budget`. */
  noKeyFault(keys: readonly VkKey[]): Promise<SourceFault>;
  isUsable(key: VkKey): boolean;
  /** Null: the key works. */
  setProblem(key: VkKey, problem: KeyProblem | null): Promise<void>;
};

type Options = {
  store: Pick<CollectionStore, 'setKeyProblem' | 'keys' | 'nextCallExpiry'>;
  log: Logger;
  now: () => number;
};

export function createKeyPool({ store, log, now }: Options): KeyPool {
  const restsUntil = ({ problem }: VkKey) => (problem === null ? 0 : (problem.until ?? Number.POSITIVE_INFINITY));
  const isUsable = (key: VkKey) => restsUntil(key) <= now();

  /** When a key that is not broken may make a call again. A usable one has none left in its budget. */
  const nextCallAt = async (key: VkKey): Promise<number> =>
    isUsable(key) ? ((await store.nextCallExpiry(key.id, now())) ?? now() + dayMs) : restsUntil(key);

  return {
    isUsable,
    async capacity(keys, hasBudget) {
      const ready = new Set((await store.keys(now())).filter(hasBudget).map(({ id }) => id));
      return keys.filter((key) => isUsable(key) && ready.has(key.id)).length;
    },
    choose(keys, spent) {
      const [key] = keys
        .filter((candidate) => isUsable(candidate) && !spent.has(candidate))
        .toSorted((a, b) => a.pacer.pending() - b.pacer.pending() || a.calls - b.calls);
      return key ?? null;
    },
    async noKeyFault(keys) {
      const working = keys.filter(({ problem }) => problem?.state !== 'broken');
      if (working.length === 0) {
        const message = keys.length === 0 ? messages.vkKeyMissing : messages.vkKeysRefused;
        return new SourceFault('keys', message, { until: now() + readIntervalMs });
      }
      const until = Math.min(...(await Promise.all(working.map(nextCallAt))));
      return new SourceFault('budget', messages.vkCallsUsedUp, { until });
    },
    async setProblem(key, problem) {
      if (problem === null) key.floods = 0;
      if (key.problem === null && problem === null) return;
      key.problem = problem;
      const { state, code, until } = problem ?? { state: 'working', code: null, until: null };
      log[problem ? 'warn' : 'info']({ keyId: key.id, state, code, until }, 'VK key');
      await store.setKeyProblem(key.id, problem);
    },
  };
}

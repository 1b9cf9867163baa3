/** Finds posts with VK's `newsfeed.search`, within the budget of calls of each key. */
import * as messages from '../../../../../shared/messages.ts';
import { sleep as pause } from '../../../../platform/background.ts';
import type { Config } from '../../../../platform/settings.ts';
import { callLimit, mayStart } from '../../../rules/collection/quota.ts';
import type { CollectionStore } from '../../../store/collection.ts';
import { type SearchSource, SourceFault } from '../search-source.ts';
import { type CallResult, callSearch } from './call-search.ts';
import { createCircuitBreaker, createReactions, type Step, type Tries } from './error-policy.ts';
import { type Clock, createKeyPool, type KeyPoolOptions, type VkKey } from './keys.ts';

type Options = Omit<KeyPoolOptions, keyof Clock | 'store'> &
  Partial<Clock> & {
    config: Pick<Config, 'VK_API_ORIGIN' | 'COLLECTION_DAILY_CALLS'>;
    store: KeyPoolOptions['store'] & Pick<CollectionStore, 'reserveCall'>;
    /** Gets the result of every call: `ok`, `network` (no readable reply), or VK's error code. */
    onCall?: (result: string) => void;
    timeoutMs?: number;
  };

const resultName = (result: CallResult): string =>
  result.type === 'page' ? 'ok' : result.type === 'error' ? String(result.error.error_code) : 'network';

const noCall: Step = { pauseMs: 0 };

export function createVkSource({
  collector,
  config: { VK_API_ORIGIN: origin, COLLECTION_DAILY_CALLS: dailyCalls },
  readKeys,
  store,
  log,
  now = Date.now,
  sleep = pause,
  onCall = () => {},
  timeoutMs = 30_000,
}: Options): SearchSource {
  const breaker = createCircuitBreaker(now);
  const pool = createKeyPool({ collector, readKeys, store, log, now, sleep });
  const react = createReactions({ pool, breaker, store, log, now });

  return {
    async capacity(urgent) {
      await pool.refresh();
      if (breaker.openUntil() !== null) return 0;
      return pool.capacity((state) => mayStart(state, dailyCalls, urgent));
    },
    async search(query, { runId, urgent, signal }) {
      const tries: Tries = { runId, failures: 0, slowDowns: 0 };
      const spent = new Set<VkKey>();
      const limit = callLimit(dailyCalls, urgent);

      async function attempt(key: VkKey): Promise<Step> {
        // The previous call may have changed this while the attempt waited for its turn.
        if (!pool.isUsable(key) || breaker.openUntil() !== null) return noCall;
        if (!(await store.reserveCall(key.id, runId, limit, now()))) {
          spent.add(key);
          return noCall;
        }
        key.calls += 1;
        const result = await callSearch({ origin, key: key.secret, query, timeoutMs }, signal);
        onCall(resultName(result));
        return react(tries, key, result);
      }

      for (;;) {
        signal.throwIfAborted();
        const until = breaker.openUntil();
        if (until !== null) throw new SourceFault('temporary', messages.vkNotAnswering, { until });
        await pool.refresh();
        const key = pool.choose(spent);
        if (!key) throw await pool.noKeyFault();
        const step = await key.pacer.run(signal, () => attempt(key));
        if ('page' in step) return step.page;
        if (step.pauseMs > 0) await sleep(step.pauseMs, signal);
      }
    },
  };
}

/** Reacts to the result of each call: returns the page, prepares the next attempt, or ends the search with a fault. */
import type { Logger } from 'pino';
import * as messages from '../../../../../shared/messages.ts';
import { storableText } from '../../../rules/clean-text.ts';
import type { CollectionStore } from '../../../store/collection-store.ts';
import { type SearchPage, SourceFault } from '../search-source.ts';
import type { CallResult } from './call-search.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import { reactionTo } from './error-reactions.ts';
import type { KeyPool } from './key-pool.ts';
import { type KeyReaction, toKeyProblem } from './key-problems.ts';
import { mapPage } from './map-page.ts';
import type { VkError, VkResponse } from './search-reply.ts';
import type { VkKey } from './service-keys.ts';

/** The pauses between the attempts of a search. Jitter adds up to a quarter. */
const retryPausesMs = [1000, 4000, 15_000, 60_000];
/** How often a search is repeated because its key made too many calls a second. */
const slowDownsMax = 5;
const messageMax = 500;

/** What has happened in a search so far. */
export type Tries = { runId: number | null; failures: number; slowDowns: number };

/** `pauseMs` is the pause before the next attempt. */
export type Step = { page: SearchPage } | { pauseMs: number };

type Parts = {
  pool: KeyPool;
  breaker: CircuitBreaker;
  store: Pick<CollectionStore, 'nextCallExpiry'>;
  log: Logger;
  now: () => number;
};

/** VK's own text. It does not contain the key, and must not if VK changes that. */
const messageOf = ({ error_code, error_msg }: VkError, { secret }: VkKey): string =>
  storableText(error_msg?.replaceAll(secret, '…').slice(0, messageMax)) ?? messages.vkError(error_code);

export function createReactions({ pool, breaker, store, log, now }: Parts) {
  /** `reason` is for the log, `message` for the fault. */
  function retry(tries: Tries, code: number | null, reason: string, message: string): Step {
    breaker.failed();
    const pauseMs = retryPausesMs[tries.failures];
    tries.failures += 1;
    const until = breaker.openUntil();
    log.warn({ runId: tries.runId, code, reason, until }, 'VK call failed');
    if (pauseMs === undefined || until !== null) throw new SourceFault('temporary', message, { code, until });
    return { pauseMs: Math.round(pauseMs * (1 + Math.random() / 4)) };
  }

  function slowDown(tries: Tries, key: VkKey, message: string, code: number): Step {
    key.pacer.slowDown();
    tries.slowDowns += 1;
    if (tries.slowDowns > slowDownsMax) throw new SourceFault('temporary', message, { code });
    return { pauseMs: 0 };
  }

  async function setAside(key: VkKey, reaction: KeyReaction, error: VkError, message: string): Promise<Step> {
    const callExpiry = await store.nextCallExpiry(key.id, now());
    const problem = toKeyProblem(reaction, error, { now: now(), floods: key.floods, callExpiry, message });
    await pool.setProblem(key, problem);
    if (reaction !== 'flood') return { pauseMs: 0 };
    key.floods += 1;
    // Another key must not repeat this query at once either.
    throw new SourceFault('temporary', message, { code: error.error_code, until: problem.until });
  }

  async function onError(tries: Tries, key: VkKey, error: VkError): Promise<Step> {
    const { error_code: code } = error;
    const message = messageOf(error, key);
    const reaction = reactionTo(code);
    if (reaction === 'retry') return retry(tries, code, message, message);
    breaker.succeeded();
    if (reaction === 'slowDown') return slowDown(tries, key, message, code);
    if (reaction !== 'object' && reaction !== 'request') return setAside(key, reaction, error, message);
    await pool.setProblem(key, null);
    throw new SourceFault(reaction, message, { code });
  }

  async function onPage(tries: Tries, key: VkKey, response: VkResponse): Promise<Step> {
    breaker.succeeded();
    await pool.setProblem(key, null);
    const unreadable = response.items.filter((item) => item === null).length;
    if (unreadable > 0) log.warn({ runId: tries.runId, unreadable }, 'VK items that are no posts were left out');
    return { page: mapPage(response) };
  }

  return (tries: Tries, key: VkKey, result: CallResult): Promise<Step> | Step => {
    if (result.type === 'page') return onPage(tries, key, result.response);
    return result.type === 'error'
      ? onError(tries, key, result.error)
      : retry(tries, null, result.reason, messages.vkNotAnswering);
  };
}

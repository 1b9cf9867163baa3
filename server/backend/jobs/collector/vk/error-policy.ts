/** Handles the result of a call: returns the answer, prepares another attempt, or ends the work with a fault. */
import type { Logger } from 'pino';
import { dayMs, hourMs, minuteMs } from '../../../../../shared/durations.ts';
import { webUrl } from '../../../../../shared/rules/urls.ts';
import type { RestedUse, VkUse } from '../../../store/call-budget.ts';
import type { CollectionStore } from '../../../store/collection.ts';
import type { CallResult } from './call-method.ts';
import { answerOf, causeOf, faultOf } from './fault-texts.ts';
import type { KeyPool, VkKey } from './keys.ts';
import type { VkError } from './search-reply.ts';

/** The quota of a method is used up. */
const quotaCode = 29;

/** The error codes of VK, by reaction. */
const codes = {
  /** VK's fault; retried after a pause. Unknown error, internal error. */
  retry: [1, 10],
  /** The key made too many calls a second. */
  slowDown: [6],
  /** Too many similar calls; the key pauses, and this query is not repeated at once. */
  flood: [9],
  /** The key rests until calls expire. */
  quota: [quotaCode],
  /** The key is broken. Application disabled, wrong signature, authorisation failed, wrong kind of key (two codes). */
  refused: [2, 4, 5, 27, 28],
  /**
   * The key is broken until a person confirms it on VK's page. Captcha, validation, confirmation of the action or of
   * the key.
   */
  confirm: [14, 17, 24, 25],
  /**
   * Something in this query is not accessible. Permission, access, user deleted, account blocked, private profile, nothing found,
   * community, post, comment, comments, replies.
   */
  object: [7, 15, 18, 19, 30, 104, 203, 210, 211, 212, 213],
  /**
   * VK refuses this query. Unknown method, invalid request, method disabled, wrong parameter; 12 and 13: a method that is not
   * used.
   */
  request: [3, 8, 12, 13, 23, 100],
} satisfies Record<string, number[]>;
type Reaction = keyof typeof codes;

/**
 * The key may not call a method: wrong kind of key (two codes), of a profile; when it looks posts up also permission, and access
 * without a single post. Its searches go on.
 */
const refusedMethods = {
  lookUp: [7, 15, 27, 28, 1051],
  wall: [27, 28, 1051],
  comments: [27, 28, 1051],
} satisfies Record<RestedUse, number[]>;

/** An unknown code is a `retry`: a new error of VK must not put phrases in the state `error`. */
const reactionTo = (code: number): Reaction =>
  (Object.keys(codes) as Reaction[]).find((reaction) => codes[reaction].includes(code)) ?? 'retry';

/** Doubles each time. */
const floodPauseMs = 10 * minuteMs;
/** Calls expire one after another, and a retry after each of them would bring the same error. */
const shortestRestMs = 10 * minuteMs;

/** `floods` counts earlier pauses in a row. `callExpiry` is when the key's oldest call expires; null without calls. */
type Context = { now: number; floods: number; callExpiry: number | null };

/** When a key with a problem may be tried again; null if it must first be replaced. */
const retryTimes = {
  flood: ({ now, floods }: Context) => now + Math.min(floodPauseMs * 2 ** floods, dayMs),
  quota: ({ now, callExpiry }: Context) => Math.max(callExpiry ?? now + dayMs, now + shortestRestMs),
  refused: () => null,
  // One call an hour finds out whether a person has confirmed the key.
  confirm: ({ now }: Context) => now + hourMs,
};
type KeyReaction = keyof typeof retryTimes;

/** As many as the attempts of one search. */
const failuresMax = 5;
const firstPauseMs = 60_000;
const longestPauseMs = 15 * minuteMs;

/** Opens after five failures in a row. When a pause has ended, a failure opens it again for twice the time. */
export function createCircuitBreaker(now: () => number) {
  let failures = 0;
  let pauseMs = firstPauseMs;
  let until = Number.NEGATIVE_INFINITY;
  const isOpen = () => until > now();

  return {
    /** When calls may start again; null when they may. */
    openUntil: () => (isOpen() ? until : null),
    succeeded() {
      failures = 0;
      pauseMs = firstPauseMs;
      until = Number.NEGATIVE_INFINITY;
    },
    failed() {
      failures += 1;
      // Calls that were under way when it opened have no effect.
      if (failures < failuresMax || isOpen()) return;
      until = now() + pauseMs;
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    },
  };
}

/** The pauses between the attempts of a search. Jitter adds up to a quarter. */
const retryPausesMs = [1000, 4000, 15_000, 60_000];
/** How often a search is repeated because its key made too many calls a second. */
const slowDownsMax = 5;

export type Tries = { use: VkUse; runId: number | null; failures: number; slowDowns: number };

/** `pauseMs` is the pause before the next attempt. */
export type Step<Response> = { response: Response } | { pauseMs: number };
type Pause = { pauseMs: number };

type Parts = {
  pool: KeyPool;
  breaker: ReturnType<typeof createCircuitBreaker>;
  store: Pick<CollectionStore, 'nextCallExpiry'>;
  log: Logger;
  now: () => number;
};

export function createReactions({ pool, breaker, store, log, now }: Parts) {
  /** `reason` is for the log, `cause` for people. */
  function retry(tries: Tries, { code, reason, cause }: { code: number | null; reason: string; cause: string }): Pause {
    breaker.failed();
    const pauseMs = retryPausesMs[tries.failures];
    tries.failures += 1;
    const until = breaker.openUntil();
    log.warn({ runId: tries.runId, code, reason, until }, 'VK call failed');
    if (pauseMs === undefined || until !== null) throw faultOf('temporary', cause, { code, until });
    return { pauseMs: Math.round(pauseMs * (1 + Math.random() / 4)) };
  }

  function slowDown(tries: Tries, key: VkKey, cause: string, code: number): Pause {
    key.pacer.slowDown();
    tries.slowDowns += 1;
    if (tries.slowDowns > slowDownsMax) throw faultOf('temporary', cause, { code });
    return { pauseMs: 0 };
  }

  /** Another key goes on. */
  async function restMethod(key: VkKey, use: RestedUse, { error_code: code }: VkError, cause: string): Promise<Pause> {
    const until =
      code === quotaCode
        ? retryTimes.quota({ now: now(), floods: 0, callExpiry: await store.nextCallExpiry(key.id, use, now()) })
        : now() + dayMs;
    await pool.restMethod(key, use, { until, code, message: `${cause}.` });
    return { pauseMs: 0 };
  }

  async function setAside(key: VkKey, reaction: KeyReaction, error: VkError, cause: string): Promise<Pause> {
    const { error_code: code, redirect_uri = null } = error;
    const callExpiry = await store.nextCallExpiry(key.id, 'search', now());
    const until = retryTimes[reaction]({ now: now(), floods: key.floods, callExpiry });
    const state = reaction === 'flood' || reaction === 'quota' ? 'resting' : 'broken';
    await pool.setProblem(key, { state, until, code, message: `${cause}.`, redirectUri: webUrl(redirect_uri) });
    if (reaction !== 'flood') return { pauseMs: 0 };
    key.floods += 1;
    // Another key must not repeat this query at once either.
    throw faultOf('temporary', cause, { code, until });
  }

  async function onError(tries: Tries, key: VkKey, error: VkError): Promise<Pause> {
    const { error_code: code } = error;
    const cause = causeOf(error, key.secret);
    const reason = answerOf(error, key.secret) ?? cause;
    const logRefusal = () => log.info({ runId: tries.runId, code, reason }, 'VK refused a call');
    if (tries.use !== 'search' && [quotaCode, ...refusedMethods[tries.use]].includes(code)) {
      breaker.succeeded();
      logRefusal();
      return restMethod(key, tries.use, error, cause);
    }
    const reaction = reactionTo(code);
    if (reaction === 'retry') return retry(tries, { code, reason, cause });
    breaker.succeeded();
    if (reaction === 'slowDown') return slowDown(tries, key, cause, code);
    logRefusal();
    if (reaction !== 'object' && reaction !== 'request') return setAside(key, reaction, error, cause);
    await pool.setProblem(key, null);
    throw faultOf(reaction, cause, { code }, tries.use === 'search');
  }

  async function onAnswer(key: VkKey) {
    breaker.succeeded();
    await pool.setProblem(key, null);
  }

  return async <Response>(tries: Tries, key: VkKey, result: CallResult<Response>): Promise<Step<Response>> => {
    if (result.type === 'error') return onError(tries, key, result.error);
    if (result.type === 'fault') return retry(tries, { code: null, ...result });
    await onAnswer(key);
    return { response: result.response };
  };
}

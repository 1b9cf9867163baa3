/**
 * Finds posts with VK's `newsfeed.search`, asks for known ones with `wall.getById`, and reads walls with `wall.get` and comments with
 * `wall.getComments`, within the budgets of each key.
 */
import * as messages from '../../../../../shared/messages.ts';
import { sleep as pause } from '../../../../platform/background.ts';
import type { Config } from '../../../../platform/settings.ts';
import { callLimit, type KeyState, mayStart } from '../../../rules/collection/quota.ts';
import type { CallSubject, RestedUse, VkUse } from '../../../store/call-budget.ts';
import type { CollectionStore } from '../../../store/collection.ts';
import type { CommentSource, PostSource, SearchSource, WallSource } from '../search-source.ts';
import { type CallResult, callMethod, type VkMethod } from './call-method.ts';
import { createCircuitBreaker, createReactions, type Tries } from './error-policy.ts';
import { faultOf } from './fault-texts.ts';
import { type Clock, createKeyPool, type KeyPoolOptions, type VkKey } from './keys.ts';
import { mapComments, mapLookedUp, mapPage, mapWall } from './map-page.ts';
import { getComments, getPosts, getWall, searchNews } from './methods.ts';

type Options = Omit<KeyPoolOptions, keyof Clock | 'store'> &
  Partial<Clock> & {
    config: Pick<
      Config,
      | 'VK_API_ORIGIN'
      | 'COLLECTION_DAILY_CALLS'
      | 'POST_CHECKS_DAILY_CALLS'
      | 'WALL_DAILY_CALLS'
      | 'COMMENT_DAILY_CALLS'
    >;
    store: KeyPoolOptions['store'] & Pick<CollectionStore, 'reserveCall' | 'reserveOther'>;
    /** Gets the result of every call: `ok`, `network` (no readable reply), or VK's error code. */
    onCall?: (result: string) => void;
    timeoutMs?: number;
  };

const resultName = (result: CallResult<unknown>): string =>
  result.type === 'answer' ? 'ok' : result.type === 'error' ? String(result.error.error_code) : 'network';

const noCall = { pauseMs: 0 };
const noSubject: CallSubject = { clientId: null, ownerId: null };

/** What a call of a method is for. `reserve`: counts a call of the key. Returns false if it has none left. */
type Task<Response> = {
  use: VkUse;
  runId: number | null;
  method: VkMethod<Response>;
  isReady: (key: VkKey) => boolean;
  reserve: (key: VkKey) => Promise<boolean>;
};

export function createVkSource({
  collector,
  config,
  readKeys,
  store,
  log,
  now = Date.now,
  sleep = pause,
  onCall = () => {},
  timeoutMs = 30_000,
}: Options): SearchSource & PostSource & WallSource & CommentSource {
  const { VK_API_ORIGIN: origin, COLLECTION_DAILY_CALLS: dailyCalls } = config;
  const limits = {
    lookUp: config.POST_CHECKS_DAILY_CALLS,
    wall: config.WALL_DAILY_CALLS,
    comments: config.COMMENT_DAILY_CALLS,
  };
  const breaker = createCircuitBreaker(now);
  const pool = createKeyPool({ collector, readKeys, store, log, now, sleep });
  const react = createReactions({ pool, breaker, store, log, now });

  async function call<Response>(task: Task<Response>, signal: AbortSignal): Promise<Response> {
    const { use, runId, method, isReady, reserve } = task;
    const tries: Tries = { use, runId, failures: 0, slowDowns: 0 };
    const spent = new Set<VkKey>();

    async function attempt(key: VkKey) {
      // The previous call may have changed this while the attempt waited for its turn.
      if (!isReady(key) || breaker.openUntil() !== null) return noCall;
      if (!(await reserve(key))) {
        spent.add(key);
        return noCall;
      }
      key.calls += 1;
      const result = await callMethod({ origin, key: key.secret, method, timeoutMs }, signal);
      onCall(resultName(result));
      return react(tries, key, result);
    }

    for (;;) {
      signal.throwIfAborted();
      const until = breaker.openUntil();
      if (until !== null) throw faultOf('temporary', messages.vkNotAnswering, { until });
      await pool.refresh();
      const key = pool.choose(spent, isReady);
      if (!key) throw await pool.noKeyFault(use);
      const step = await key.pacer.run(signal, () => attempt(key));
      if ('response' in step) return step.response;
      if (step.pauseMs > 0) await sleep(step.pauseMs, signal);
    }
  }

  /** Whether a key may make a call of the method, of which it has made `callsOf`. */
  async function hasCalls(use: RestedUse, callsOf: (key: KeyState) => number): Promise<boolean> {
    await pool.refresh();
    if (breaker.openUntil() !== null) return false;
    return (await pool.capacity((key) => callsOf(key) < limits[use], pool.mayCall(use))) > 0;
  }
  function callOther<Response>(use: RestedUse, method: VkMethod<Response>, subject: CallSubject, signal: AbortSignal) {
    const reserve = (key: VkKey) => store.reserveOther(key.id, use, limits[use], now(), subject);
    return call({ use, runId: null, method, isReady: pool.mayCall(use), reserve }, signal);
  }

  return {
    async capacity(urgent) {
      await pool.refresh();
      if (breaker.openUntil() !== null) return 0;
      return pool.capacity((state) => mayStart(state, dailyCalls, urgent));
    },
    async search(query, { runId, urgent, signal }) {
      const limit = callLimit(dailyCalls, urgent);
      const reserve = (key: VkKey) => store.reserveCall(key.id, runId, limit, now());
      const task = { use: 'search', runId, method: searchNews(query), isReady: pool.isUsable, reserve } as const;
      const found = await call(task, signal);
      const unreadable = found.items.filter((item) => item === null).length;
      if (unreadable > 0) log.warn({ runId, unreadable }, 'VK items that are no posts were left out');
      return mapPage(found);
    },
    canLookUp: () => hasCalls('lookUp', ({ lookUps }) => lookUps.calls),
    async lookUp(posts, signal) {
      return mapLookedUp(await callOther('lookUp', getPosts(posts), noSubject, signal));
    },
    canReadWalls: () => hasCalls('wall', ({ walls }) => walls.calls),
    async readWall({ ownerId, clientId, offset }, signal) {
      return mapWall(await callOther('wall', getWall(ownerId, offset), { ownerId, clientId }, signal));
    },
    canReadComments: () => hasCalls('comments', ({ comments }) => comments.calls),
    async readComments(post, page, signal) {
      return mapComments(await callOther('comments', getComments(post, page), post, signal), post, page);
    },
  };
}

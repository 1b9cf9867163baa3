/** Asks the network again for stored posts when they reach the ages at which posts are compared. */
import type { Logger } from 'pino';
import { minuteMs } from '../../../../shared/durations.ts';
import type { Pause } from '../../../platform/background.ts';
import type { CollectionStore } from '../../store/collection.ts';
import type { LookedUpPosts } from '../../store/collection-store.ts';
import type { ClaimedCheck } from '../../store/post-checks.ts';
import type { PostKey } from '../../store/post-tables.ts';
import { runSteps } from './run-steps.ts';
import { type PostSource, SourceFault } from './search-source.ts';

/** Due checks are looked for this often. */
const pollMs = 10_000;
/** Longer than the retries of one call. */
const leaseMs = 6 * minuteMs;
/** The posts of a call. VK's schema names no maximum. */
const postsMax = 100;
const badParameter = 100;

export type CheckerDeps = {
  store: Pick<CollectionStore, 'claimChecks' | 'releaseChecks' | 'saveChecks'>;
  source: PostSource;
  now: () => number;
  pause: Pause;
  logger: Logger;
};

const joinPages = (a: LookedUpPosts, b: LookedUpPosts): LookedUpPosts => ({
  posts: [...a.posts, ...b.posts],
  owners: [...a.owners, ...b.owners],
  users: [...a.users, ...b.users],
  cities: [...a.cities, ...b.cities],
  named: [...a.named, ...b.named],
  deleted: [...a.deleted, ...b.deleted],
});

const unreadable = (posts: readonly PostKey[]): LookedUpPosts => ({
  ...{ posts: [], owners: [], users: [], cities: [], deleted: [] },
  named: [...posts],
});

/** Halves a call that the network refuses. A refused call of one post means that this post cannot be read. */
export async function lookUp(
  source: PostSource,
  posts: readonly PostKey[],
  signal: AbortSignal,
): Promise<LookedUpPosts> {
  try {
    return await source.lookUp(posts, signal);
  } catch (error) {
    if (!(error instanceof SourceFault) || error.code !== badParameter) throw error;
    if (posts.length === 1) return unreadable(posts);
    const half = Math.ceil(posts.length / 2);
    const first = await lookUp(source, posts.slice(0, half), signal);
    return joinPages(first, await lookUp(source, posts.slice(half), signal));
  }
}

/**
 * Runs until the signal is aborted or, with `untilIdle`, until nothing can be checked. When the process is killed, its claims end
 * with their lease.
 */
export async function runChecker(deps: CheckerDeps, signal: AbortSignal, untilIdle = false): Promise<void> {
  const { store, source, now, pause, logger } = deps;

  async function check(claimed: readonly ClaimedCheck[]): Promise<void> {
    const found = await lookUp(source, claimed, signal);
    logger.info({ asked: claimed.length, ...(await store.saveChecks(claimed, found, now())) }, 'posts checked');
  }

  /** Returns whether there may be more to check now. */
  async function step(): Promise<boolean> {
    if (!(await source.canLookUp())) return false;
    const claimed = await store.claimChecks({ now: now(), leaseMs, most: postsMax });
    if (claimed.length === 0) return false;
    try {
      await check(claimed);
      return true;
    } catch (error) {
      await store.releaseChecks(claimed);
      if (signal.aborted) return false;
      if (!(error instanceof SourceFault)) throw error;
      const { kind, code, message } = error;
      logger.warn({ asked: claimed.length, kind, code, reason: message }, 'posts were not checked');
      return false;
    }
  }

  await runSteps(step, { pause, pollMs, signal, untilIdle });
}

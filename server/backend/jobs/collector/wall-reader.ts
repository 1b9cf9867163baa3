/** Reads the walls that clients follow: the newest posts of each, and older ones until a post that is known. */
import type { Logger } from 'pino';
import { dayMs, minuteMs } from '../../../../shared/durations.ts';
import type { Pause } from '../../../platform/background.ts';
import type { Config } from '../../../platform/settings.ts';
import type { CollectionStore } from '../../store/collection.ts';
import { type WallClaim, wallRestMs } from '../../store/walls.ts';
import { createMatchers } from './phrase-matchers.ts';
import { internalRetryMs } from './run-phrase.ts';
import { LeaseLost, runSteps } from './run-steps.ts';
import { SourceFault, type WallPage, type WallSource, wallPageSize } from './search-source.ts';
import { oldestKept, type SearchLimits } from './search-windows.ts';

/** A wall that becomes due is noticed within this time. */
const pollMs = 5000;
/** Longer than the retries of one call. The lease is extended before every call. */
const leaseMs = 6 * minuteMs;
/** Pages overlap by this number of posts, because a post that is deleted between two calls moves the others. */
const overlap = 5;
/** A reading that finds no known post ends here. */
const pagesMax = 50;
/** A wall is not read again before, after a fault that does not concern it. */
const retryMs = minuteMs;

export type WallReaderDeps = {
  store: Pick<CollectionStore, 'claimWall' | 'extendWall' | 'releaseWall' | 'saveWallPage' | 'wallPhrases'>;
  source: WallSource;
  now: () => number;
  /** `daysBack`: older posts are not collected, unless they are pinned. */
  limits: Pick<SearchLimits, 'keepPostsDays'> & { intervalMs: number; daysBack: number };
  pause: Pause;
  logger: Logger;
};

export const wallLimits = (config: Config): WallReaderDeps['limits'] => ({
  intervalMs: config.WALL_INTERVAL_MINUTES * minuteMs,
  daysBack: config.COMMENT_DAYS,
  keepPostsDays: config.KEEP_POSTS_DAYS,
});

type Post = WallPage['posts'][number];

/** A pinned post stands first, whatever its date, so it tells nothing about the others. */
const timesOf = (posts: readonly Post[]): number[] =>
  posts.filter(({ isPinned }) => !isPinned).map(({ postedAt }) => postedAt);

/** The network may leave posts out of a page, so that one that is not full may have a next one. */
const isEndOf = ({ size, total }: WallPage, offset: number): boolean =>
  size === 0 || (total === null ? size < wallPageSize : offset + size >= total);

/**
 * Whether older posts than those of the page are still unknown. The first reading has only one page; posts that waited for their
 * time have older numbers, so that dates decide.
 */
function isFollowed(page: WallPage, offset: number, newestAt: number | null, since: number): boolean {
  const { posts } = page;
  if (newestAt === null || isEndOf(page, offset)) return false;
  const oldest = Math.min(...timesOf(posts));
  return oldest > newestAt && oldest >= since;
}

type WallReading = WallReaderDeps & { matcherOf: ReturnType<typeof createMatchers> };

/** Reads one wall to its end. Returns the number of added rows. Throws a `LeaseLost`, a `SourceFault`, or the reason of the signal. */
async function readWall(deps: WallReading, claim: WallClaim, signal: AbortSignal): Promise<number> {
  const { store, source, now, limits, matcherOf } = deps;
  const match = matcherOf(await store.wallPhrases(claim.ownerId, 'posts'));
  const since = now() - limits.daysBack * dayMs;
  let newestAt = 0;
  let added = 0;
  for (let [offset, pages] = [0, 1]; ; pages += 1) {
    if (!(await store.extendWall(claim, now(), leaseMs))) throw new LeaseLost();
    const page = await source.readWall({ ...claim, offset }, signal);
    if (offset === 0) newestAt = Math.max(0, ...timesOf(page.posts));
    const isLast = pages === pagesMax || !isFollowed(page, offset, claim.newestAt, since);
    const posts = page.posts
      .filter(({ postedAt, isPinned }) => isPinned || postedAt >= since)
      .map(({ isPinned: _, ...post }) => ({ post, wordIds: match(post.text ?? '') }));
    const options = { now: now(), daysBack: limits.daysBack, keptSince: oldestKept(now(), limits) };
    const saved = await store.saveWallPage(claim, { ...page, posts }, isLast ? newestAt : null, options);
    if (saved === null) throw new LeaseLost();
    added += saved;
    if (isLast) return added;
    offset += Math.max(1, page.size - overlap);
  }
}

/**
 * Runs until the signal is aborted or, with `untilIdle`, until nothing can be read. When the process is killed, its lease ends,
 * and the wall is read again from the newest post on: stored rows stay, and are not stored twice.
 */
export async function runWallReader(deps: WallReaderDeps, signal: AbortSignal, untilIdle = false): Promise<void> {
  const { store, source, now, limits, pause, logger } = deps;
  const reading = { ...deps, matcherOf: createMatchers() };

  async function onFault(claim: WallClaim, { kind, code, until, message }: SourceFault): Promise<void> {
    const { ownerId } = claim;
    logger.warn({ ownerId, kind, code, reason: message }, 'wall was not read');
    const isRefused = kind === 'object' || kind === 'request';
    const retry = { dueAt: Math.max(until ?? 0, now() + retryMs) };
    await store.releaseWall(claim, isRefused ? { until: now() + wallRestMs, code, message } : retry);
  }

  /** Returns whether there may be more to read now. */
  async function step(): Promise<boolean> {
    if (!(await source.canReadWalls())) return false;
    const claim = await store.claimWall({ now: now(), leaseMs, intervalMs: limits.intervalMs });
    if (!claim) return false;
    try {
      const added = await readWall(reading, claim, signal);
      logger.info({ ownerId: claim.ownerId, added }, 'wall read');
      return true;
    } catch (error) {
      if (error instanceof LeaseLost) return true;
      if (signal.aborted || !(error instanceof SourceFault)) {
        await store.releaseWall(claim, { dueAt: signal.aborted ? now() : now() + internalRetryMs });
        if (signal.aborted) return false;
        throw error;
      }
      await onFault(claim, error);
      return error.kind === 'object' || error.kind === 'request';
    }
  }

  await runSteps(step, { pause, pollMs, signal, untilIdle });
}

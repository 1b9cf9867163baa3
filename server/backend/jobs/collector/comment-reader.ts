/** Reads the comments of posts on walls that clients follow with their comments. */
import type { Logger } from 'pino';
import { minuteMs } from '../../../../shared/durations.ts';
import type { Pause } from '../../../platform/background.ts';
import { afterPage, isComplete, nextPage, type PageCall } from '../../rules/collection/comment-reading.ts';
import type { CollectionStore } from '../../store/collection.ts';
import type { CommentsClaim } from '../../store/wall-comments.ts';
import { lookUp } from './checker.ts';
import { createMatchers } from './phrase-matchers.ts';
import { internalRetryMs } from './run-phrase.ts';
import { LeaseLost, runSteps } from './run-steps.ts';
import { type CommentSource, type CommentsPage, type PostSource, SourceFault } from './search-source.ts';
import { oldestKept, type SearchLimits } from './search-windows.ts';

/** A post that becomes due is noticed within this time. */
const pollMs = 5000;
/** Longer than the retries of one call. Each saved page extends the lease. */
const leaseMs = 6 * minuteMs;
/** Comments are not read again before, after a fault that does not concern the post. */
const retryMs = minuteMs;
/** Due numbers of comments are looked for this often. */
const countIntervalMs = minuteMs;
/** The posts of a call that asks for their numbers of comments. */
const countsMax = 100;

export type CommentReaderDeps = {
  store: Pick<
    CollectionStore,
    'claimComments' | 'releaseComments' | 'skipComments' | 'saveComments' | 'wallPhrases' | 'claimCounts' | 'saveCounts'
  >;
  source: CommentSource & PostSource;
  now: () => number;
  /** `daysBack`: of older posts, comments are not read. */
  limits: Pick<SearchLimits, 'keepPostsDays'> & { daysBack: number };
  pause: Pause;
  logger: Logger;
};

/** The network refuses the object of the call, such as a deleted one. */
const isRefusal = ({ kind }: SourceFault): boolean => kind === 'object' || kind === 'request';

const emptyThread: CommentsPage = { size: 0, levelCount: 0, count: null, tops: [], comments: [], deleted: [] };

/**
 * Runs until the signal is aborted or, with `untilIdle`, until nothing can be read. Progress is stored with each page: when the
 * process is killed, its lease ends, and the reading continues with the next page.
 */
export async function runCommentReader(deps: CommentReaderDeps, signal: AbortSignal, untilIdle = false): Promise<void> {
  const { store, source, now, limits, pause, logger } = deps;
  const { daysBack } = limits;
  const matcherOf = createMatchers();
  const options = () => ({ now: now(), leaseMs, daysBack, keptSince: oldestKept(now(), limits) });

  /** A thread that the network refuses counts as read, so that the comments after it are reached. */
  async function readPage(claim: CommentsClaim, call: PageCall): Promise<CommentsPage> {
    try {
      return await source.readComments(claim, call, signal);
    } catch (error) {
      if (!(error instanceof SourceFault) || !isRefusal(error) || call.threadId === null) throw error;
      const { ownerId, postId } = claim;
      logger.warn({ ownerId, postId, threadId: call.threadId, code: error.code }, 'thread was not read');
      return emptyThread;
    }
  }

  /** Returns the number of added rows. Throws a `LeaseLost`, a `SourceFault`, or the reason of the signal. */
  async function readPost(claim: CommentsClaim): Promise<number> {
    const match = matcherOf(await store.wallPhrases(claim.ownerId, 'comments'));
    let added = 0;
    for (let { progress } = claim; ; ) {
      const { comments, deleted, ...page } = await readPage(claim, nextPage(progress));
      progress = afterPage(progress, page, claim.isFull);
      const matched = comments.map((post) => ({ post, wordIds: match(post.text ?? '') }));
      const saved = await store.saveComments(claim, { comments: matched, deleted }, progress, options());
      if (saved === null) throw new LeaseLost();
      added += saved;
      if (isComplete(progress)) return added;
    }
  }

  async function onFault(claim: CommentsClaim, fault: SourceFault): Promise<boolean> {
    const { ownerId, postId } = claim;
    const { kind, code, until, message } = fault;
    logger.warn({ ownerId, postId, kind, code, reason: message }, 'comments were not read');
    const isRefused = isRefusal(fault);
    if (isRefused) await store.skipComments(claim, options());
    else await store.releaseComments(claim, Math.max(until ?? 0, now() + retryMs));
    return isRefused;
  }

  /** Returns whether there may be more to read now. */
  async function readNext(): Promise<boolean> {
    if (!(await source.canReadComments())) return false;
    const claim = await store.claimComments(options());
    if (!claim) return false;
    const { ownerId, postId } = claim;
    try {
      logger.info({ ownerId, postId, added: await readPost(claim) }, 'comments read');
      return true;
    } catch (error) {
      if (error instanceof LeaseLost) return true;
      if (error instanceof SourceFault && !signal.aborted) return onFault(claim, error);
      await store.releaseComments(claim, signal.aborted ? now() : now() + internalRetryMs);
      if (signal.aborted) return false;
      throw error;
    }
  }

  /** Asks for the numbers of comments of posts that the readings of walls do not show any more. */
  async function countNext(): Promise<void> {
    if (!(await source.canLookUp())) return;
    const asked = await store.claimCounts({ now: now(), leaseMs, most: countsMax });
    if (asked.length === 0) return;
    try {
      await store.saveCounts(asked, await lookUp(source, asked, signal), { now: now(), daysBack });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof SourceFault)) throw error;
      logger.warn({ asked: asked.length, code: error.code, reason: error.message }, 'comments were not counted');
    }
  }

  let countedAt = Number.NEGATIVE_INFINITY;
  async function step(): Promise<boolean> {
    if (now() - countedAt >= countIntervalMs) {
      countedAt = now();
      await countNext();
    }
    return readNext();
  }

  await runSteps(step, { pause, pollMs, signal, untilIdle });
}

/**
 * Computes the health of phrases beside the API: of each phrase once a day, and of a new one within a minute. Of several
 * processes one does.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { logFailure } from '../../platform/backend-logger.ts';
import { minuteMs } from '../../platform/durations.ts';
import type { PostsStore } from '../store/posts-store.ts';
import type { Store } from '../store/store.ts';
import type { WordHealthStore } from '../store/word-health.ts';

/** The computation does not delay the first pages after a start. */
const firstPauseMs = 10_000;
const pauseMs = minuteMs;
/** When the process crashes, another one continues after this time. Longer than a step takes. */
const jobMs = 3 * minuteMs;
/** A reader thread has other work in between. */
const stepPauseMs = 500;

type Options = {
  store: { posts: Pick<PostsStore, 'measureWords'>; wordHealth: Pick<WordHealthStore, 'save'> } & Pick<
    Store,
    'jobs' | 'faultOf'
  >;
  logger: Logger;
  now?: () => number;
  /** Rejects when the signal is aborted. */
  pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
};

const sleep = (ms: number, signal: AbortSignal) => setTimeout(ms, undefined, { signal });

/** Computes and saves the numbers of some phrases that are due. Returns how many. */
export async function measureHealth(
  { posts, wordHealth }: Pick<Options['store'], 'posts' | 'wordHealth'>,
  now: number,
): Promise<number> {
  const words = await posts.measureWords(now);
  if (words.length > 0) await wordHealth.save(words);
  return words.length;
}

/** Closing waits for the step under way. */
export function startWordHealth({ store, logger, now = Date.now, pause = sleep }: Options): { close(): Promise<void> } {
  const closing = new AbortController();
  const { signal } = closing;
  const rest = (ms: number) => pause(ms, signal).catch(() => {});

  const owner = randomUUID();
  const holdJob = () => store.jobs.begin('word-health', owner, now(), now() + jobMs);

  async function measureDue(): Promise<void> {
    while (!signal.aborted && (await holdJob()) && (await measureHealth(store, now())) > 0) await rest(stepPauseMs);
  }

  async function run(): Promise<void> {
    await rest(firstPauseMs);
    while (!signal.aborted) {
      await measureDue().catch((error: unknown) => logFailure({ store, logger }, error, 'health of phrases failed'));
      await rest(pauseMs);
    }
  }

  const running = run();
  return {
    close() {
      closing.abort();
      return running.finally(() => store.jobs.end('word-health', owner)).catch(() => {});
    },
  };
}

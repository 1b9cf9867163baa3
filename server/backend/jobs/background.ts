/** Work beside the API, until it is closed: what an update of the data has left, the health of phrases, and changes of many stories. */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { logFailure } from '../../platform/backend-logger.ts';
import { minuteMs } from '../../platform/durations.ts';
import type { PostsStore } from '../store/posts.ts';
import type { Store } from '../store/store.ts';
import type { WordHealthStore } from '../store/word-health.ts';

/** Closing waits for the step under way. */
export type Background = { close(): Promise<void> };

/** Rejects when the signal is aborted. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<unknown>;
export const sleep: Pause = (ms, signal) => setTimeout(ms, undefined, { signal });

/** `rest` resolves after the time, or at once when the work is closed. */
export function startBackground(
  run: (signal: AbortSignal, rest: (ms: number) => Promise<unknown>) => Promise<unknown>,
  pause: Pause = sleep,
): Background {
  const closing = new AbortController();
  const { signal } = closing;
  const running = run(signal, (ms) => pause(ms, signal).catch(() => {}));
  return {
    async close() {
      closing.abort();
      await running;
    },
  };
}

/** The database has other work between steps. */
const catchUpPauseMs = 50;
/** After a fault, for example a full disk. */
const faultPauseMs = minuteMs;
/** Progress is logged at each of these parts of the whole. */
const loggedPart = 0.1;

type CatchUpOptions = { store: Pick<Store, 'posts' | 'faultOf'>; logger: Logger; pause?: Pause };

/** Does what migrations have left for after the start. The next start continues. */
export const startCatchUp = ({ store, logger, pause }: CatchUpOptions): Background =>
  startBackground(async (signal, rest) => {
    async function catchUpAll(): Promise<void> {
      const total = await store.posts.countOutdated();
      if (total === 0) return;
      logger.info({ total }, 'stored posts are brought up to date');
      let logged = 0;
      for (let done = 0; !signal.aborted; await rest(catchUpPauseMs)) {
        const rows = await store.posts.catchUp();
        if (rows === 0) break;
        done += rows;
        if (done / total < logged + loggedPart) continue;
        logged = done / total;
        logger.info({ done, total }, 'stored posts are brought up to date: progress');
      }
    }

    while (!signal.aborted) {
      try {
        return await catchUpAll();
      } catch (error) {
        logFailure({ store, logger }, error, 'stored posts were not brought up to date');
      }
      await rest(faultPauseMs);
    }
  }, pause);

/** The computation of health does not delay the first pages after a start. */
const firstPauseMs = 10_000;
const pauseMs = minuteMs;
/** When the process crashes, another one continues after this time. Longer than a step takes. */
const jobMs = 3 * minuteMs;
/** A reader thread has other work in between. */
const stepPauseMs = 500;

type HealthStores = { posts: Pick<PostsStore, 'measureWords'>; wordHealth: Pick<WordHealthStore, 'save'> };
type HealthOptions = {
  store: HealthStores & Pick<Store, 'jobs' | 'faultOf'>;
  logger: Logger;
  now?: () => number;
  pause?: Pause;
};

/** Computes and saves the numbers of some phrases that are due. Returns how many. */
export async function measureHealth({ posts, wordHealth }: HealthStores, now: number): Promise<number> {
  const words = await posts.measureWords(now);
  if (words.length > 0) await wordHealth.save(words);
  return words.length;
}

/** Computes the health of each phrase once a day, and of a new one within a minute. Of several processes one does. */
export const startWordHealth = ({ store, logger, now = Date.now, pause }: HealthOptions): Background =>
  startBackground(async (signal, rest) => {
    const owner = randomUUID();
    const holdJob = () => store.jobs.begin('word-health', owner, now(), now() + jobMs);

    async function measureDue(): Promise<void> {
      while (!signal.aborted && (await holdJob()) && (await measureHealth(store, now())) > 0) await rest(stepPauseMs);
    }

    await rest(firstPauseMs);
    while (!signal.aborted) {
      await measureDue().catch((error: unknown) => logFailure({ store, logger }, error, 'health of phrases failed'));
      await rest(pauseMs);
    }
    await store.jobs.end('word-health', owner).catch(() => {});
  }, pause);

/** Between two looks for changes of many stories. */
const batchPollMs = 1000;
/** After a crash another process continues after this time. Two at once would do no harm, because each step is one transaction. */
const batchJobMs = 10_000;
/** The pause after a step, in times of its own. */
const batchRest = 3;

type WorkOptions = {
  store: Pick<Store, 'work' | 'jobs' | 'faultOf'>;
  logger: Logger;
  now?: () => number;
  pause?: Pause;
};

/** Changes and undoes many stories in steps that leave most of the time to others. Of several processes one does. */
export const startWork = ({ store, logger, now = Date.now, pause }: WorkOptions): Background =>
  startBackground(async (signal, rest) => {
    const owner = randomUUID();
    let heldUntil = 0;

    /** Extending the lease with each step would be one more write of it. */
    async function holdJob(): Promise<boolean> {
      if (now() < heldUntil - batchJobMs / 2) return true;
      const until = now() + batchJobMs;
      const isHeld = await store.jobs.begin('work', owner, now(), until);
      heldUntil = isHeld ? until : 0;
      return isHeld;
    }

    async function stepThrough(): Promise<void> {
      if (!(await store.work.hasOpenBatch())) return;
      while (!signal.aborted) {
        const started = performance.now();
        if (!(await holdJob()) || !(await store.work.stepBatch(now()))) break;
        await rest((performance.now() - started) * batchRest);
      }
      await store.jobs.end('work', owner);
      heldUntil = 0;
    }

    while (!signal.aborted) {
      await stepThrough().catch((error: unknown) => logFailure({ store, logger }, error, 'changes of stories failed'));
      await rest(batchPollMs);
    }
  }, pause);

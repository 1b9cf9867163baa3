/** Background work beside the API: what an update has deferred, the health of phrases, changes of many stories, and figures. */
import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import type { Logger } from 'pino';
import { minuteMs } from '../../../shared/durations.ts';
import { faultCounts } from '../../platform/fault-counts.ts';
import type { BackendFigures, BackupTimes } from '../../platform/figures.ts';
import { logFailure } from '../../platform/logger.ts';
import type { JobName } from '../store/jobs.ts';
import type { PostsStore } from '../store/posts.ts';
import type { Store } from '../store/store.ts';
import { type Pause, sleep } from '../store/wait-for-database.ts';
import type { WordHealthStore } from '../store/word-health.ts';

/** Closing waits for the current step. */
export type Background = { close(): Promise<void> };

/** Resolves after the time, or at once when the work is closed. */
export type Rest = (ms: number) => Promise<unknown>;

export function startBackground(
  run: (signal: AbortSignal, rest: Rest) => Promise<unknown>,
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

export type JobOptions = {
  store: Pick<Store, 'jobs' | 'faultOf'>;
  logger: Logger;
  now?: () => number;
  pause?: Pause;
};
/** `fault` is logged when a round fails. When the process crashes, another one continues after `leaseMs`. */
type Job = { job: JobName; fault: string; pauseMs: number; firstPauseMs?: number; leaseMs: number };
/** `hold` ensures that this process has the job for at least half of its lease. False: another process has it. */
type Round = { signal: AbortSignal; rest: Rest; hold(): Promise<boolean> };

/** Repeats rounds with pauses, also after a fault. Of several processes, the one that holds the job does it. */
export const startJob = (
  { job, fault, pauseMs, firstPauseMs = 0, leaseMs }: Job,
  { store, logger, now = Date.now, pause }: JobOptions,
  runRound: (round: Round) => Promise<unknown>,
): Background =>
  startBackground(async (signal, rest) => {
    const owner = randomUUID();
    let heldUntil = 0;
    /** Does not extend the lease in every step, because that is a write. */
    async function hold(): Promise<boolean> {
      if (now() < heldUntil - leaseMs / 2) return true;
      const until = now() + leaseMs;
      const isHeld = await store.jobs.begin(job, owner, now(), until);
      heldUntil = isHeld ? until : 0;
      return isHeld;
    }
    await rest(firstPauseMs);
    while (!signal.aborted) {
      await runRound({ signal, rest, hold }).catch((error: unknown) => logFailure({ store, logger }, error, fault));
      await rest(pauseMs);
    }
    await store.jobs.end(job, owner).catch(() => {});
  }, pause);

/**
 * Does the work with all items at once. If that fails, does it with each, so that the fault of one does not stop the others.
 */
export async function attemptEach<Item>(
  items: readonly Item[],
  work: (items: readonly Item[]) => Promise<void>,
  onFault: (item: Item, error: unknown) => Promise<void> | void,
): Promise<void> {
  try {
    await work(items);
  } catch (error) {
    const [first, ...others] = items;
    if (first !== undefined && others.length === 0) return onFault(first, error);
    for (const item of items) await attemptEach([item], work, onFault);
  }
}

/** Leaves the database to other work between steps. */
const catchUpPauseMs = 50;
/** After a fault, for example a full disk. */
const faultPauseMs = minuteMs;
/** Progress is logged whenever this fraction has been done. */
const loggedPart = 0.1;

type CatchUpOptions = { store: Pick<Store, 'posts' | 'faultOf'>; logger: Logger; pause?: Pause };

/** Does what migrations have deferred. The next start continues. */
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

type HealthStores = { posts: Pick<PostsStore, 'measureWords'>; wordHealth: Pick<WordHealthStore, 'save'> };

/** Computes and saves the numbers of some phrases that are due. Returns how many. */
export async function measureHealth({ posts, wordHealth }: HealthStores, now: number): Promise<number> {
  const words = await posts.measureWords(now);
  if (words.length > 0) await wordHealth.save(words);
  return words.length;
}

const healthJob = {
  job: 'word-health',
  fault: 'health of phrases failed',
  pauseMs: minuteMs,
  // The computation does not delay the first pages after a start.
  firstPauseMs: 10_000,
  leaseMs: 3 * minuteMs,
} as const;
/** Leaves the reader threads to other work between steps. */
const stepPauseMs = 500;

/** Computes the health of each phrase once a day, and of a new one within a minute. */
export const startWordHealth = (options: JobOptions & { store: HealthStores }): Background =>
  startJob(healthJob, options, async ({ signal, rest, hold }) => {
    const { store, now = Date.now } = options;
    while (!signal.aborted && (await hold()) && (await measureHealth(store, now())) > 0) await rest(stepPauseMs);
  });

/** Two processes at once would do no harm, because each step is one transaction. */
const workJob = { job: 'work', fault: 'changes of stories failed', pauseMs: 1000, leaseMs: 10_000 } as const;
/** The pause after a step, as a multiple of its duration. */
const batchRest = 3;

/** Changes and undoes many stories in steps that leave most of the time to others. */
export const startWork = (options: JobOptions & { store: Pick<Store, 'work'> }): Background =>
  startJob(workJob, options, async ({ signal, rest, hold }) => {
    const { store, now = Date.now } = options;
    if (!(await store.work.hasOpenBatch())) return;
    while (!signal.aborted) {
      const started = performance.now();
      if (!(await hold()) || !(await store.work.stepBatch(now()))) return;
      await rest((performance.now() - started) * batchRest);
    }
  });

const reportMs = 5000;

/** When the figures cannot be read. */
const noFigures = { journalRecords: null, waitingMessages: null, waitingSince: null, collectedAt: null };

type FiguresOptions = {
  store: Pick<Store, 'figures' | 'sizeBytes'>;
  dataDir: string;
  backupTimes: () => BackupTimes;
  onFigures: (figures: BackendFigures) => void;
};

/** Null when the work fails: the fault is logged and counted elsewhere, or obvious from the missing figure. */
const orNull = <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null);

/** Reports figures of the backend for `/metrics` every few seconds. */
export const reportFigures = ({ store, dataDir, backupTimes, onFigures }: FiguresOptions): Background =>
  startBackground(async (signal, rest) => {
    while (!signal.aborted) {
      const [figures, databaseBytes, disk] = await Promise.all([
        orNull(store.figures.read(Date.now())),
        orNull(store.sizeBytes()),
        orNull(statfs(dataDir)),
      ]);
      onFigures({
        ...(figures ?? noFigures),
        databaseBytes,
        freeBytes: disk && disk.bavail * disk.bsize,
        ...backupTimes(),
        faults: faultCounts,
      });
      await rest(reportMs);
    }
  });

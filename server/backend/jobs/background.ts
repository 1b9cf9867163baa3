/**
 * Background work beside the API: deferred parts of updates, the health of phrases, changes of many stories, and figures.
 */
import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import type { Logger } from 'pino';
import { minuteMs } from '../../../shared/durations.ts';
import {
  type Background,
  done,
  type Pause,
  type Pauses,
  type Running,
  repeat,
  startBackground,
} from '../../platform/background.ts';
import { faultCounts } from '../../platform/fault-counts.ts';
import type { FaultLog, Work } from '../../platform/fault-log.ts';
import type { BackendFigures, BackupTimes } from '../../platform/figures.ts';
import type { JobName } from '../store/jobs.ts';
import type { PostsStore } from '../store/posts.ts';
import type { Store } from '../store/store.ts';
import type { WordHealthStore } from '../store/word-health.ts';

/** `faults` logs the faults of all jobs of this process. */
export type JobOptions = {
  store: Pick<Store, 'jobs'>;
  faults: FaultLog;
  logger: Logger;
  now?: () => number;
  pause?: Pause;
};
/** When the process crashes, another one continues after `leaseMs`. */
type Job = Work & Pauses & { name: JobName; firstPauseMs?: number; leaseMs: number };
/**
 * `hold` ensures that this process has the job for at least half of its lease. Returns false if another process has it.
 */
type Round = Running & { hold(): Promise<boolean> };

/** Only one of several processes does the job at a time. */
export const startJob = (
  { leaseMs, firstPauseMs = 0, ...job }: Job,
  { store, faults, now = Date.now, pause }: JobOptions,
  runRound: (round: Round) => Promise<unknown>,
): Background =>
  startBackground(async (running) => {
    const owner = randomUUID();
    let heldUntil = 0;
    /** Does not extend the lease in every step, because that is a write. */
    async function hold(): Promise<boolean> {
      if (now() < heldUntil - leaseMs / 2) return true;
      const until = now() + leaseMs;
      const isHeld = await store.jobs.begin(job.name, owner, now(), until);
      heldUntil = isHeld ? until : 0;
      return isHeld;
    }
    await running.rest(firstPauseMs);
    await repeat(running, faults.of(job), job, () => runRound({ ...running, hold }));
    await store.jobs.end(job.name, owner).catch(() => {});
  }, pause);

/**
 * Does the work for all items at once. If that fails, does it for each, so that a fault of one does not stop the others.
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

/** The pause between steps leaves the database to other work. */
const catchUpPauseMs = 50;
const catchUpJob = { name: 'catch-up', fault: 'stored posts were not brought up to date', pauseMs: minuteMs };
/** Progress is logged whenever this fraction has been done. */
const loggedPart = 0.1;

type CatchUpOptions = Pick<JobOptions, 'faults' | 'logger' | 'pause'> & { store: Pick<Store, 'posts'> };

/** Does the work that migrations have deferred. After a restart it continues. */
export const startCatchUp = ({ store, faults, logger, pause }: CatchUpOptions): Background =>
  startBackground((running) => {
    const { signal, rest } = running;
    return repeat(running, faults.of(catchUpJob), catchUpJob, async () => {
      const total = await store.posts.countOutdated();
      if (total === 0) return done;
      logger.info({ total }, 'stored posts are brought up to date');
      let logged = 0;
      for (let finished = 0; !signal.aborted; await rest(catchUpPauseMs)) {
        const rows = await store.posts.catchUp();
        if (rows === 0) return done;
        finished += rows;
        if (finished / total < logged + loggedPart) continue;
        logged = finished / total;
        logger.info({ done: finished, total }, 'stored posts are brought up to date: progress');
      }
      return done;
    });
  }, pause);

type HealthStores = { posts: Pick<PostsStore, 'measureWords'>; wordHealth: Pick<WordHealthStore, 'save'> };

/** Computes and saves the numbers of some phrases that are due. Returns how many. */
export async function measureHealth({ posts, wordHealth }: HealthStores, now: number): Promise<number> {
  const words = await posts.measureWords(now);
  if (words.length > 0) await wordHealth.save(words);
  return words.length;
}

const healthJob = {
  name: 'word-health',
  fault: 'health of phrases failed',
  pauseMs: minuteMs,
  // The computation does not delay the first pages after a start.
  firstPauseMs: 10_000,
  leaseMs: 3 * minuteMs,
} as const;
/** The pause between steps leaves the reader threads to other work. */
const stepPauseMs = 500;

/** Computes the health of each phrase once a day, and of a new one within a minute. */
export const startWordHealth = (options: JobOptions & { store: HealthStores }): Background =>
  startJob(healthJob, options, async ({ signal, rest, hold }) => {
    const { store, now = Date.now } = options;
    while (!signal.aborted && (await hold()) && (await measureHealth(store, now())) > 0) await rest(stepPauseMs);
  });

/** Two processes at once would do no harm, because each step is one transaction. */
const workJob = { name: 'work', fault: 'changes of stories failed', pauseMs: 1000, leaseMs: 10_000 } as const;
/** The pause after a step, as a multiple of its duration. */
const batchRest = 3;

/** Changes many stories, or undoes such changes, in steps that leave most of the time to other work. */
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

const noFigures = { journalRecords: null, waitingMessages: null, waitingSince: null, collectedAt: null };

const figuresJob = { name: 'figures', fault: 'figures failed', pauseMs: 5000 };

type FiguresOptions = Pick<JobOptions, 'faults'> & {
  store: Pick<Store, 'figures' | 'sizeBytes'>;
  dataDir: string;
  backupTimes: () => BackupTimes;
  onFigures: (figures: BackendFigures) => void;
};

/** Reports figures of the backend for `/metrics` every few seconds. What cannot be read is null. */
export const reportFigures = ({ store, faults, dataDir, backupTimes, onFigures }: FiguresOptions): Background =>
  startBackground((running) => {
    const log = faults.of(figuresJob);
    const orNull = <T>(work: Promise<T>): Promise<T | null> =>
      work.catch((error: unknown) => {
        log.fail(error);
        return null;
      });
    return repeat(running, log, figuresJob, async () => {
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
    });
  });

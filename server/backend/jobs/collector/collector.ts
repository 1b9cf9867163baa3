/** Collects due phrases, as many at a time as the source can search. */
import type { Logger } from 'pino';
import type { Pause } from '../../../platform/background.ts';
import type { Config } from '../../../platform/settings.ts';
import { intervalOf } from '../../rules/collection/quota.ts';
import type { CollectionStore } from '../../store/collection.ts';
import type { Claim } from '../../store/collection-store.ts';
import { leaseMs, type RunDeps, type RunReport, runPhrase } from './run-phrase.ts';

/** A phrase that becomes due is noticed within this time. */
const pollMs = 1000;

export type CollectorDeps = Omit<RunDeps, 'store'> & {
  /** Identifies this collector among those on the database. */
  collector?: string | undefined;
  store: Pick<CollectionStore, 'claim' | 'extend' | 'savePage' | 'finish'>;
  logger: Logger;
  pause: Pause;
  onRun: (report: RunReport) => void;
};

/**
 * Runs until the signal is aborted or, with `untilIdle`, until nothing can be collected. Interrupted runs keep their cursors.
 * Throws errors of the store, after the other runs have ended.
 */
export async function runCollector(deps: CollectorDeps, signal: AbortSignal, untilIdle = false): Promise<void> {
  const { store, source, now, pause, logger, onRun, collector } = deps;
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  const running = new Set<Promise<void>>();
  const rest = (until = stop) => pause(pollMs, until).catch(() => {});

  async function claim(): Promise<Claim | null> {
    if (running.size >= (await source.capacity(true))) return null;
    const urgentOnly = running.size >= (await source.capacity(false));
    return store.claim({ now: now(), leaseMs, urgentOnly, collector });
  }

  async function run(claimed: Claim): Promise<void> {
    const report = await runPhrase(deps, claimed, stop);
    const { outcome, found, added, fault } = report;
    const cause = fault && { kind: fault.kind, code: fault.code, reason: fault.message };
    logger.info({ wordId: claimed.wordId, runId: claimed.runId, outcome, found, added, ...cause }, 'run ended');
    onRun(report);
    // Instant faults must not cause a busy loop.
    if (fault) await rest();
  }

  async function waitForWork(): Promise<void> {
    const woken = new AbortController();
    await Promise.race([rest(AbortSignal.any([stop, woken.signal])), ...running]).finally(() => woken.abort());
  }

  try {
    while (!stop.aborted) {
      const claimed = await claim();
      if (claimed) {
        const task: Promise<void> = run(claimed).finally(() => running.delete(task));
        running.add(task);
      } else if (untilIdle && running.size === 0) return;
      else await waitForWork();
    }
  } finally {
    failed.abort();
    await Promise.allSettled(running);
  }
}

export const runSettings = (config: Config): Pick<RunDeps, 'limits' | 'interval'> => ({
  limits: { fullSearchDays: config.FULL_SEARCH_DAYS, keepPostsDays: config.KEEP_POSTS_DAYS },
  interval: intervalOf(config),
});

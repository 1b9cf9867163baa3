/** Runs the collector in a worker thread, so that it neither delays the API nor ends the service when it fails. */

import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { minuteMs } from '../../shared/durations.ts';
import type { CollectorCounts } from '../platform/figures.ts';
import { type Config, collectsPosts } from '../platform/settings.ts';
import type { CollectorStart } from './collector-thread.ts';

/** Pauses before a restart, so that a lasting fault does not spend the budget of calls. */
const firstPauseMs = 1000;
const longestPauseMs = 5 * minuteMs;
/** In the same folder as this module, in the sources and in the bundle. */
const defaultThreadFile = new URL(`./collector-thread${path.extname(import.meta.filename)}`, import.meta.url);

type Options = {
  onCounts?: ((counts: CollectorCounts) => void) | undefined;
  threadFile?: URL;
  /** A thread that does not stop within this time is terminated; its leases then expire. */
  stopMs?: number;
};

/** Starts a thread if the settings enable collection or deletion. Restarts a thread that ends. */
export function startCollector(
  config: Config,
  logger: Logger,
  { onCounts = () => {}, threadFile = defaultThreadFile, stopMs = 5000 }: Options = {},
): { close(): Promise<void> } {
  if (!collectsPosts(config) && config.KEEP_POSTS_DAYS === 0) return { close: async () => {} };
  const closing = new AbortController();

  async function runThread(): Promise<void> {
    const thread = new Worker(threadFile, { workerData: { config } satisfies CollectorStart, name: 'collector' });
    const exited = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
    thread.on('message', onCounts);
    thread.on('error', (error) => logger.error({ err: error }, 'collector thread failed'));
    const stop = () => {
      thread.postMessage('close');
      const timer = setTimeout(() => void thread.terminate(), stopMs);
      void exited.then(() => clearTimeout(timer));
    };
    closing.signal.addEventListener('abort', stop);
    await exited;
    closing.signal.removeEventListener('abort', stop);
  }

  async function supervise(): Promise<void> {
    let pauseMs = firstPauseMs;
    while (!closing.signal.aborted) {
      const startedAt = performance.now();
      await runThread();
      if (closing.signal.aborted) return;
      if (performance.now() - startedAt > longestPauseMs) pauseMs = firstPauseMs;
      logger.error({ pauseMs }, 'collector thread ended, restarting it');
      await sleep(pauseMs, undefined, { signal: closing.signal }).catch(() => {});
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
  }

  const supervised = supervise();
  return {
    close() {
      closing.abort();
      return supervised;
    },
  };
}

/** Repeats the start while the database's server cannot be used, for processes that start before it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { DatabaseUnavailableError } from './database-error.ts';

const pauseMs = 2000;

/** Logs each reason once. Returns null when the signal is aborted. Throws all other errors of `open`. */
export async function openWhenAvailable<T>(
  open: () => Promise<T>,
  logger: Pick<Logger, 'error' | 'info'>,
  signal: AbortSignal,
): Promise<T | null> {
  let reason = '';
  while (!signal.aborted) {
    try {
      const opened = await open();
      if (reason !== '') logger.info('the database is available');
      return opened;
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError)) throw error;
      if (error.message !== reason) logger.error({ reason: error.message }, 'waiting for the database');
      reason = error.message;
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
  }
  return null;
}

/** Retries work while the database is unavailable: the start of a process, and calls of the collector. */
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { DatabaseUnavailableError } from './database-error.ts';

const pauseMs = 2000;

/** Rejects when the signal is aborted. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<unknown>;
export const sleep: Pause = (ms, signal) => setTimeout(ms, undefined, { signal });

type Options = {
  /** The fault of an unavailable database; null for any other error. */
  faultOf: (error: unknown) => string | null;
  logger: Pick<Logger, 'error' | 'info'>;
  pause?: Pause;
};

/**
 * Returns a function that retries work. Logs each fault once. Throws other errors, and every error once the signal is aborted.
 */
function createPatience({ faultOf, logger, pause = sleep }: Options, signal: AbortSignal) {
  let reason = '';
  return async function repeat<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        const result = await work();
        if (reason !== '') logger.info('the database is available');
        reason = '';
        return result;
      } catch (error) {
        const fault = faultOf(error);
        if (fault === null || signal.aborted) throw error;
        if (fault !== reason) logger.error({ reason: fault }, 'waiting for the database');
        reason = fault;
      }
      await pause(pauseMs, signal).catch(() => {});
    }
  };
}

/** For processes that start before the database server. Returns null when the signal is aborted. */
export async function openWhenAvailable<T>(
  open: () => Promise<T>,
  logger: Options['logger'],
  signal: AbortSignal,
): Promise<T | null> {
  const faultOf = (error: unknown) => (error instanceof DatabaseUnavailableError ? error.message : null);
  const repeat = createPatience({ faultOf, logger }, signal);
  return repeat(async () => (signal.aborted ? null : open())).catch((error: unknown) => {
    if (faultOf(error) === null) throw error;
    return null;
  });
}

type Method = (...values: unknown[]) => Promise<unknown>;

/** Returns the methods with retries. A retry may repeat a change whose answer was lost. */
export function persistent<Methods extends object>(methods: Methods, options: Options, signal: AbortSignal): Methods {
  const repeat = createPatience(options, signal);
  const entries = Object.entries<Method>({ ...methods } as Record<string, Method>).map(([name, method]) => [
    name,
    (...values: unknown[]) => repeat(() => method(...values)),
  ]);
  return Object.fromEntries(entries);
}

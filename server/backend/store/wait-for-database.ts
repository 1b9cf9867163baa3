/** Retries work while the database is unavailable: the start of a process, and calls of the collector. */
import type { Logger } from 'pino';
import { type Pause, sleep } from '../../platform/background.ts';
import { createFaultLog, type FaultLog } from '../../platform/fault-log.ts';
import { DatabaseUnavailableError } from './database-error.ts';

const pauseMs = 2000;

/** `name`: the name of the work in the log. */
type Options = { name: string; faults: FaultLog; pause?: Pause };

/** Retries the work. Throws other errors, and every error once the signal is aborted. */
async function retry<T>(
  { name, faults, pause = sleep }: Options,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const log = faults.of({ name, fault: 'waiting for the database' });
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (faults.faultOf(error) === null || signal.aborted) throw error;
      log.fail(error);
    } finally {
      log.endRound();
    }
    await pause(pauseMs, signal).catch(() => {});
  }
}

/** For processes that start before the database server. Returns null when the signal is aborted. */
export async function openWhenAvailable<T>(
  open: () => Promise<T>,
  logger: Pick<Logger, 'error' | 'info'>,
  signal: AbortSignal,
): Promise<T | null> {
  const faultOf = (error: unknown) => (error instanceof DatabaseUnavailableError ? error.message : null);
  const options = { name: 'start', faults: createFaultLog({ faultOf, logger }) };
  return retry(options, signal, async () => (signal.aborted ? null : open())).catch((error: unknown) => {
    if (faultOf(error) === null) throw error;
    return null;
  });
}

type Method = (...values: unknown[]) => Promise<unknown>;

/** Returns the methods with retries. A retry may repeat a change whose answer was lost. */
export function persistent<Methods extends object>(methods: Methods, options: Options, signal: AbortSignal): Methods {
  const entries = Object.entries<Method>({ ...methods } as Record<string, Method>).map(([name, method]) => [
    name,
    (...values: unknown[]) => retry(options, signal, () => method(...values)),
  ]);
  return Object.fromEntries(entries);
}

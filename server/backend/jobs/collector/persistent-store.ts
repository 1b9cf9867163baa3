/** Repeats calls of the store while the database cannot be used, so that a page that VK has sent is not lost. */
import type { Logger } from 'pino';
import type { Store } from '../../store/store.ts';
import type { Pause } from '../background.ts';

const pauseMs = 2000;

type Options = Pick<Store, 'faultOf'> & {
  pause: Pause;
  logger: Pick<Logger, 'error' | 'info'>;
};

type Method = (...values: unknown[]) => Promise<unknown>;

/** Returns the same methods. Each may run again after a call that had changed the database but lost its answer. */
export function persistent<Methods extends object>(
  methods: Methods,
  { faultOf, pause, logger }: Options,
  signal: AbortSignal,
): Methods {
  let isFaulty = false;

  async function repeat(call: () => Promise<unknown>): Promise<unknown> {
    for (;;) {
      try {
        const result = await call();
        if (isFaulty) logger.info('the database is available');
        isFaulty = false;
        return result;
      } catch (error) {
        const fault = faultOf(error);
        if (fault === null || signal.aborted) throw error;
        if (!isFaulty) logger.error({ fault }, 'waiting for the database');
        isFaulty = true;
        await pause(pauseMs, signal).catch(() => {});
      }
    }
  }
  const entries = Object.entries<Method>({ ...methods } as Record<string, Method>).map(([name, method]) => [
    name,
    (...values: unknown[]) => repeat(() => method(...values)),
  ]);
  return Object.fromEntries(entries);
}

/** Runs alerts beside the API. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../../platform/settings.ts';
import type { Store } from '../store/store.ts';
import { createEvaluator } from './evaluate.ts';

const pauseMs = 5000;

type Options = { store: Store; config: Config; logger: Logger; now?: () => number };

/** Closing waits for the query or the message that is under way. */
export function startAlerts({ store, config, logger, now = Date.now }: Options): { close(): Promise<void> } {
  const closing = new AbortController();
  const { signal } = closing;

  /** Repeats the work after a pause, also after a fault. */
  async function repeat(name: string, work: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      await work().catch((error: unknown) => logger.error({ err: error }, `${name} of alerts failed`));
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
    }
  }

  const evaluator = createEvaluator({ store, timeZone: config.CONSOLE_TIME_ZONE, now, logger });
  const running = repeat('evaluation', () => evaluator.tick(signal));
  return {
    close() {
      closing.abort();
      return running;
    },
  };
}

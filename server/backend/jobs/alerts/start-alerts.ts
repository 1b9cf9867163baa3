/** Runs alerts beside the API. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { consoleUrl } from '../../../platform/alert-settings.ts';
import { logFailure } from '../../../platform/backend-logger.ts';
import type { Config } from '../../../platform/settings.ts';
import type { Store } from '../../store/store.ts';
import { createChannels } from '../sending/channels.ts';
import type { SenderDeps } from '../sending/deliver.ts';
import { createSender } from '../sending/sender.ts';
import { createEvaluator } from './evaluate.ts';

const pauseMs = 5000;

type Options = { store: Store; config: Config; logger: Logger; now?: () => number };

/** Everything that the delivery needs. */
const senderOf = ({ store, config, logger, now }: Required<Options>): SenderDeps => ({
  alerts: store.alerts,
  posts: store.posts,
  channels: createChannels(config, now),
  settings: {
    // Only Atom entries, which do not contain it, exist without it.
    consoleUrl: consoleUrl(config) ?? '',
    product: config.PRODUCT_NAME,
    timeZone: config.CONSOLE_TIME_ZONE,
  },
  now,
  logger,
});

/** Closing waits for the query under way, and breaks off the tries under way: their messages are due at once. */
export function startAlerts({ store, config, logger, now = Date.now }: Options): { close(): Promise<void> } {
  const closing = new AbortController();
  const { signal } = closing;

  const logFault = (name: string) => (error: unknown) =>
    logFailure({ store, logger }, error, `${name} of alerts failed`);

  /** Repeats the work after a pause, also after a fault. */
  async function repeat(name: string, work: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      await work().catch(logFault(name));
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
    }
  }

  const evaluator = createEvaluator({ store, timeZone: config.CONSOLE_TIME_ZONE, now, logger });
  const sender = createSender(senderOf({ store, config, logger, now }), signal, logFault('delivery'));
  const running = Promise.all([
    repeat('evaluation', () => evaluator.tick(signal)),
    repeat('delivery', sender.tick).then(sender.settled),
  ]).then(() => {});
  return {
    close() {
      closing.abort();
      return running;
    },
  };
}

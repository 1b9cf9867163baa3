/** Runs alerts beside the API. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type AlertChannel, alertChannels } from '../../../shared/rules/alerts.ts';
import { consoleUrl } from '../../platform/alert-settings.ts';
import type { Config } from '../../platform/settings.ts';
import { logFailure } from '../log-failure.ts';
import type { Store } from '../store/store.ts';
import { createEvaluator } from './evaluate.ts';
import { createChannels } from './send/channels.ts';
import { deliverDue, type SenderDeps } from './send/deliver-due.ts';

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

/** Closing waits for the query under way, and breaks off the messages under way: they are due at once. */
export function startAlerts({ store, config, logger, now = Date.now }: Options): { close(): Promise<void> } {
  const closing = new AbortController();
  const { signal } = closing;

  /** Repeats the work after a pause, also after a fault. */
  async function repeat(name: string, work: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      await work().catch((error: unknown) => logFailure({ store, logger }, error, `${name} of alerts failed`));
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
    }
  }

  const evaluator = createEvaluator({ store, timeZone: config.CONSOLE_TIME_ZONE, now, logger });
  const sender = senderOf({ store, config, logger, now });

  // A channel whose receiver is slow does not delay the others.
  const channels = Object.keys(alertChannels) as AlertChannel[];
  const running = Promise.all([
    repeat('evaluation', () => evaluator.tick(signal)),
    ...channels.map((channel) => repeat(`delivery by ${channel}`, () => deliverDue(sender, channel, signal))),
  ]).then(() => {});
  return {
    close() {
      closing.abort();
      return running;
    },
  };
}

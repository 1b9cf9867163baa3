/** Evaluates the rules of alerts, and sends what is due. */
import type { Logger } from 'pino';
import { logFailure } from '../../../platform/logger.ts';
import { type Config, consoleUrl } from '../../../platform/settings.ts';
import type { Store } from '../../store/store.ts';
import { type Background, startBackground } from '../background.ts';
import { createChannels } from '../sending/channels.ts';
import { createSender } from '../sending/sender.ts';
import { createEvaluator } from './evaluate-rules.ts';

const pauseMs = 5000;

type Options = { store: Store; config: Config; logger: Logger };

/** Closing waits for the current query, and interrupts the current tries: their messages are due again at once. */
export function startAlerts({ store, config, logger }: Options): Background {
  const { alerts, posts } = store;
  const { PRODUCT_NAME: product, CONSOLE_TIME_ZONE: timeZone } = config;
  const now = Date.now;
  // Without PUBLIC_URL there are only Atom entries, which do not contain it.
  const settings = { consoleUrl: consoleUrl(config) ?? '', product, timeZone };
  const delivery = { alerts, posts, channels: createChannels(config, now), settings, now, logger };
  const logFault = (fault: string) => (error: unknown) => logFailure({ store, logger }, error, fault);
  return startBackground((signal, rest) => {
    async function repeat(work: () => Promise<void>, onFault: (error: unknown) => void): Promise<void> {
      while (!signal.aborted) {
        await work().catch(onFault);
        await rest(pauseMs);
      }
    }
    const evaluate = createEvaluator({ store, timeZone, now, logger });
    const onSendingFault = logFault('delivery of alerts failed');
    const sender = createSender(delivery, signal, onSendingFault);
    return Promise.all([
      repeat(() => evaluate(signal), logFault('evaluation of alerts failed')),
      repeat(sender.tick, onSendingFault).then(sender.settled),
    ]);
  });
}

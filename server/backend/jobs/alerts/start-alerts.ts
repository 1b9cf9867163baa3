/** Evaluates alert rules, and sends the messages that are due, also those of reports. */
import type { Logger } from 'pino';
import { type Background, repeat, startBackground } from '../../../platform/background.ts';
import type { FaultLog } from '../../../platform/fault-log.ts';
import { type Config, consoleUrl } from '../../../platform/settings.ts';
import type { Store } from '../../store/store.ts';
import { createChannels, defaultTimeoutMs, emailSettings } from '../sending/channels.ts';
import { createMailer } from '../sending/email-channel.ts';
import { createSender } from '../sending/sender.ts';
import { createEvaluator } from './evaluate-rules.ts';

const evaluation = { name: 'alerts', fault: 'evaluation of alerts failed', pauseMs: 5000 };
const sending = { name: 'delivery', fault: 'delivery of alerts failed', pauseMs: 5000 };

type Options = { store: Store; faults: FaultLog; config: Config; logger: Logger };

/** Closing waits for the current query, and interrupts the current tries: their messages are due again at once. */
export function startAlerts({ store, faults, config, logger }: Options): Background {
  const { alerts, posts, reports } = store;
  const { PRODUCT_NAME: product, CONSOLE_TIME_ZONE: timeZone } = config;
  const now = Date.now;
  // Without PUBLIC_URL there are only Atom entries, which do not contain it.
  const settings = { consoleUrl: consoleUrl(config) ?? '', product, timeZone };
  const email = emailSettings(config);
  const timeoutMs = defaultTimeoutMs;
  const mails = email && { reports, send: createMailer(email, timeoutMs), consoleUrl: settings.consoleUrl, timeoutMs };
  const delivery = { alerts, posts, channels: createChannels(config, now), mails, settings, now, logger };
  return startBackground((running) => {
    const evaluate = createEvaluator({ store, timeZone, now, logger });
    const sendingLog = faults.of(sending);
    const sender = createSender(delivery, running.signal, sendingLog.fail);
    return Promise.all([
      repeat(running, faults.of(evaluation), evaluation, () => evaluate(running.signal)),
      repeat(running, sendingLog, sending, sender.tick).then(sender.settled),
    ]);
  });
}

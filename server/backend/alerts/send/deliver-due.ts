/** Sends the messages of the outbox that are due. */
import type { Logger } from 'pino';
import * as messages from '../../../../shared/messages.ts';
import type { AlertChannel } from '../../../../shared/rules/alerts.ts';
import { minuteMs } from '../../../platform/durations.ts';
import type { AlertsStore, ClaimedDelivery } from '../../store/alerts-store.ts';
import type { PostsStore } from '../../store/posts-store.ts';
import type { Channels } from './channels.ts';
import { loadPosts } from './load-posts.ts';
import { describeMessage, type MessageSettings } from './message.ts';
import { maxTries, pauseAfter } from './retry-times.ts';
import { SendError } from './send-error.ts';

/** Longer than a try takes. When the sender crashes, another one sends the message after this time. */
export const leaseMs = minuteMs;

export type SenderDeps = {
  alerts: Pick<AlertsStore, 'claim' | 'setContent' | 'finish' | 'retry'>;
  posts: Pick<PostsStore, 'page'>;
  channels: Channels;
  settings: MessageSettings;
  now: () => number;
  logger: Logger;
};

/** Without the message of the error, which may quote an address or a text. */
const describeBug = (error: unknown) => {
  const { name, code, stack = '' } = error as NodeJS.ErrnoException;
  return { bug: { name, code, at: stack.split('\n').filter((line) => line.startsWith('    at ')) } };
};

async function send(deps: SenderDeps, delivery: ClaimedDelivery, signal: AbortSignal): Promise<void> {
  const { alerts, posts, channels, settings } = deps;
  const channel = channels[delivery.channel];
  if (channel === undefined) throw new SendError(messages.channelOff);
  // The tries before have ended the process.
  if (delivery.tries > maxTries) throw new SendError(messages.tooManyTries, { permanent: true });
  let { content } = delivery;
  if (content === null) {
    const rows = await loadPosts(posts, delivery, settings.timeZone);
    content = await alerts.setContent(
      delivery.deliveryId,
      channel.contentOf(describeMessage(delivery, rows, settings)),
    );
  }
  await channel.send(delivery, content, AbortSignal.any([signal, AbortSignal.timeout(channel.timeoutMs)]));
}

async function recordFailure(deps: SenderDeps, delivery: ClaimedDelivery, error: unknown): Promise<void> {
  const { alerts, now, logger } = deps;
  const { deliveryId, channel, tries } = delivery;
  const known = error instanceof SendError;
  const reason = known ? error.message : messages.sendingFailed;
  const pause = known && error.permanent ? null : pauseAfter(tries);
  if (pause === null) await alerts.finish(delivery, { state: 'failed', at: now(), error: reason });
  else await alerts.retry(delivery, now() + pause, reason);
  const cause = known ? { reason, code: (error.cause as NodeJS.ErrnoException | undefined)?.code } : describeBug(error);
  logger.warn({ deliveryId, channel, tries, retryMs: pause, ...cause }, 'alert not sent');
}

async function deliver(deps: SenderDeps, delivery: ClaimedDelivery, signal: AbortSignal): Promise<void> {
  const { deliveryId, channel, tries } = delivery;
  try {
    await send(deps, delivery, signal);
  } catch (error) {
    // The try was broken off; another process begins it again.
    if (signal.aborted) await deps.alerts.retry(delivery, deps.now(), delivery.error);
    else await recordFailure(deps, delivery, error);
    return;
  }
  await deps.alerts.finish(delivery, { state: 'sent', at: deps.now(), error: null });
  deps.logger.info({ deliveryId, channel, tries }, 'alert sent');
}

/** Sends the due messages of the channel, one after another. Resolves when none is due. */
export async function deliverDue(deps: SenderDeps, channel: AlertChannel, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const now = deps.now();
    const delivery = await deps.alerts.claim(channel, now, now + leaseMs);
    if (delivery === null) return;
    await deliver(deps, delivery, signal);
  }
}

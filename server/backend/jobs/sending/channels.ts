/** The channels that the settings allow. */

import { minuteMs } from '../../../../shared/durations.ts';
import type { AlertChannel } from '../../../../shared/rules/alerts.ts';
import { type Config, sendsWebhooks } from '../../../platform/settings.ts';
import { createEmailChannel, type EmailSettings } from './email-channel.ts';
import { type Channel, type Message, shownOfTotal } from './message.ts';
import { chatContent, createWebhookSender, webhookContent } from './webhook-channel.ts';

function atomContent(message: Message): string {
  const { why, posts } = message;
  const lines = posts.map(({ source, time, phrase, text }) => `${source}, ${time}, фраза «${phrase}»: ${text}`);
  return [why, ...lines, shownOfTotal(message, posts.length)].filter(Boolean).join('\n');
}

export type Channels = Partial<Record<AlertChannel, Channel>>;

type ChannelSettings = Pick<
  Config,
  'PORT' | 'PUBLIC_URL' | 'SMTP_URL' | 'SMTP_FROM' | 'MAIL_DOMAINS' | 'WEBHOOK_ALLOW'
>;

/** Null without a mail server. */
export function emailSettings({
  PUBLIC_URL,
  SMTP_URL,
  SMTP_FROM: from,
  MAIL_DOMAINS: domains,
}: Pick<ChannelSettings, 'PUBLIC_URL' | 'SMTP_URL' | 'SMTP_FROM' | 'MAIL_DOMAINS'>): EmailSettings | null {
  if (SMTP_URL === null || PUBLIC_URL === null) return null;
  return { smtpUrl: SMTP_URL, from, host: new URL(PUBLIC_URL).hostname, domains };
}

/** Shorter than the lease of a try. */
export const defaultTimeoutMs = minuteMs / 2;

/** Atom entries need no sending: they appear when they are due. The settings guarantee PUBLIC_URL for every other channel. */
export function createChannels(settings: ChannelSettings, now: () => number, timeoutMs = defaultTimeoutMs): Channels {
  const channels: Channels = { atom: { contentOf: atomContent, send: async () => {}, timeoutMs } };
  const email = emailSettings(settings);
  if (email !== null) channels.email = createEmailChannel(email, timeoutMs);
  if (sendsWebhooks(settings)) {
    const send = createWebhookSender(settings, now);
    channels.webhook = { contentOf: webhookContent, send, timeoutMs };
    channels.chat = { contentOf: chatContent, send, timeoutMs };
  }
  return channels;
}

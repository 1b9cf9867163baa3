/** Who may send where: the channels of a session, and the addresses of webhooks, which only administrators see and set. */
import type { AlertChannel } from '../../../shared/rules/alerts.ts';
import { sendsEmail, sendsWebhooks } from '../../platform/alert-settings.ts';
import type { Config } from '../../platform/settings.ts';
import type { RuleFields } from '../rules/alerts/rule.ts';
import type { AtomFeed } from '../store/alerts-store.ts';
import type { Session } from '../store/sessions-store.ts';
import { atomPath } from './atom-token.ts';

type ChannelSettings = Pick<Config, 'SMTP_URL' | 'WEBHOOK_ALLOW'>;

export const isWebhook = (channel: AlertChannel): boolean => channel === 'webhook' || channel === 'chat';

/** Also an administrator who acts as a client. */
export const isAdministrator = (session: Session | null): boolean => session?.owner.type === 'admin';

/** The channels that the settings allow. */
export function configuredChannels(config: ChannelSettings): AlertChannel[] {
  const email: AlertChannel[] = sendsEmail(config) ? ['email'] : [];
  const webhooks: AlertChannel[] = sendsWebhooks(config) ? ['webhook', 'chat'] : [];
  return [...email, ...webhooks, 'atom'];
}

/** The channels that the session may choose for a rule. */
export const offeredChannels = (session: Session | null, config: ChannelSettings): AlertChannel[] =>
  configuredChannels(config).filter((channel) => isAdministrator(session) || !isWebhook(channel));

/** Null while the link is revoked. A person who only looks at an account must not take a key of it along. */
export const shownPath = (
  feed: AtomFeed | undefined,
  session: Session | null,
  { SESSION_SECRET }: Pick<Config, 'SESSION_SECRET'>,
): string | null =>
  feed === undefined || feed.revoked || session?.impersonation?.readOnly ? null : atomPath(feed, SESSION_SECRET);

/** Whoever knows the address of a chat may write there: a client sees only its host. */
export function shownAddress(
  { channel, address }: Pick<RuleFields, 'channel' | 'address'>,
  session: Session | null,
): string {
  return isWebhook(channel) && !isAdministrator(session) ? `${new URL(address).origin}/…` : address;
}

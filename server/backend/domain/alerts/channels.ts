/** The channels of rules: who may use which, who sees an address, and whether WEBHOOK_ALLOW allows one. */
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { ErrorCode } from '../../../../shared/api/error-codes.ts';
import * as messages from '../../../../shared/messages.ts';
import { recipientError } from '../../../../shared/rules/alert-form.ts';
import { type AlertChannel, alertChannels, channelAddresses } from '../../../../shared/rules/alerts.ts';
import { allowsAddresses, allowsHost, allowsSomeAddress } from '../../../platform/allow-list.ts';
import type { Refusal } from '../../../platform/app-error.ts';
import { connectionFault, type FaultKind, type Peer, peers } from '../../../platform/connection-fault.ts';
import { inTime } from '../../../platform/in-time.ts';
import { type Config, sendsEmail, sendsWebhooks } from '../../../platform/settings.ts';
import { roleOf } from '../../rules/account.ts';
import type { RuleFields } from '../../rules/alerts/rule.ts';
import type { AtomFeed } from '../../store/atom-feeds.ts';
import type { Session } from '../../store/session-tokens.ts';
import { atomPath } from './atom-token.ts';

type ChannelSettings = Pick<Config, 'SMTP_URL' | 'WEBHOOK_ALLOW'>;

export const isWebhook = (channel: AlertChannel): boolean => channelAddresses[channel]?.kind === 'url';

/** Why a recipient is refused, or null. `domains`: MAIL_DOMAINS; an empty list allows every domain. */
export function mailError(address: string, domains: readonly string[]): Refusal | null {
  const error = recipientError(address);
  if (error !== null) return { message: error, code: 'bad-email' };
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  const isAllowed = domains.length === 0 || domains.includes(domain);
  return isAllowed ? null : { message: messages.mailDomainForbidden(domains), code: 'mail-domain-forbidden' };
}

/** True also for an administrator who acts as a client. */
export const isAdministrator = (session: Session | null): boolean => session?.owner.type === 'admin';

const isConfigured: Record<AlertChannel, (settings: ChannelSettings) => boolean> = {
  email: sendsEmail,
  webhook: sendsWebhooks,
  chat: sendsWebhooks,
  atom: () => true,
};

export const configuredChannels = (settings: ChannelSettings): AlertChannel[] =>
  (Object.keys(alertChannels) as AlertChannel[]).filter((channel) => isConfigured[channel](settings));

export const offeredChannels = (session: Session | null, config: ChannelSettings): AlertChannel[] =>
  configuredChannels(config).filter((channel) => isAdministrator(session) || !isWebhook(channel));

/**
 * Null while the link is revoked, and for sessions that may only read the account or its rules, because the link is a secret that
 * would outlive them. The same holds for API keys.
 */
export const shownPath = (
  feed: AtomFeed | undefined,
  session: Session | null,
  { SESSION_SECRET }: Pick<Config, 'SESSION_SECRET'>,
): string | null =>
  feed === undefined || feed.revoked || session?.impersonation?.readOnly || session?.key || !manages(feed, session)
    ? null
    : atomPath(feed, SESSION_SECRET);

/** Only owners manage the feeds of the client's rules. */
const manages = ({ ruleId }: AtomFeed, session: Session | null): boolean =>
  ruleId === null || session?.viewer.type !== 'client' || roleOf(session.viewer) === 'owner';

/** Anyone who knows the address of a chat may write there, so that a client sees only its host. */
export function shownAddress({ channel, address }: Pick<RuleFields, 'channel' | 'address'>, session: Session | null) {
  return isWebhook(channel) && !isAdministrator(session) ? `${new URL(address).origin}/…` : address;
}

type SendErrorOptions = { permanent?: boolean; fault?: string | null; code?: ErrorCode | null };

/**
 * A message could not be sent. The text is Russian, for people. It and `fault`, for operators, contain no address, secret or reply
 * of the receiver.
 */
export class SendError extends Error {
  override name = 'SendError';
  /** Another try would fail as well. */
  readonly permanent: boolean;
  /** The cause of a failed connection and its remedy; null for any other error. */
  readonly fault: string | null;
  /** Of an address that a rule cannot have. */
  readonly code: ErrorCode | null;

  constructor(message: string, { permanent = false, fault = null, code = null }: SendErrorOptions = {}) {
    super(message);
    this.permanent = permanent;
    this.fault = fault;
    this.code = code;
  }
}

const connectionMessages: Record<FaultKind, string> = {
  proxy: messages.noConnection,
  certificate: messages.badCertificate,
  'no-tls': messages.noConnection,
  'no-http': messages.noConnection,
  refused: messages.receiverRefused,
  'no-address': messages.webhookNotFound,
  silent: messages.receiverSilent,
  'no-route': messages.noConnection,
  cut: messages.connectionCut,
};

export function connectionError(error: unknown, peer: Peer): SendError {
  const found = connectionFault(error, peer);
  return new SendError(found ? connectionMessages[found.kind] : messages.noConnection, { fault: found?.text ?? null });
}

/** A connection must use one of `addresses`, because another look-up of the name may return others. */
export type WebhookTarget = { url: URL; addresses: LookupAddress[] };

type LookUp = (host: string) => Promise<LookupAddress[]>;

const lookUpAll: LookUp = (host) => lookup(host, { all: true });

/** The system's look-up cannot be cancelled, and may take minutes. */
const lookUpMs = 10_000;

/** Null for an address that cannot be a webhook, whatever the setting allows. */
function readUrl(address: string): URL | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  return url.username === '' && url.password === '' ? url : null;
}

const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80);

async function resolveHost(host: string, lookUp: LookUp): Promise<LookupAddress[]> {
  const family = isIP(host);
  if (family > 0) return [{ address: host, family }];
  try {
    return await inTime(lookUp(host), lookUpMs, new Error(`No address after ${lookUpMs} ms`));
  } catch (error) {
    const fault = connectionFault(error, peers.receiver)?.text ?? null;
    throw new SendError(messages.webhookNotFound, { code: 'webhook-not-found', fault });
  }
}

export type WebhookSettings = Pick<Config, 'WEBHOOK_ALLOW' | 'PUBLIC_URL' | 'PORT'>;

/**
 * The console never sends to itself: from its own address a request could pass for one of the reverse proxy (SSO_HEADER_FROM).
 */
function isConsole(url: URL, reached: readonly string[], { PUBLIC_URL, PORT }: Omit<WebhookSettings, 'WEBHOOK_ALLOW'>) {
  if (PUBLIC_URL !== null && url.origin === new URL(PUBLIC_URL).origin) return true;
  const local = Object.values(networkInterfaces()).flatMap((list) => list?.map(({ address }) => address) ?? []);
  return portOf(url) === PORT && reached.some((address) => local.includes(address) || /^127\.|^::1$/.test(address));
}

/**
 * Throws a `SendError`, which is permanent for a wrong or forbidden address, and temporary when the name has no address now. A
 * name is looked up only if it is listed, or its addresses may be in a listed network.
 */
export async function findTarget(
  address: string,
  { WEBHOOK_ALLOW: allowed, ...own }: WebhookSettings,
  lookUp = lookUpAll,
): Promise<WebhookTarget> {
  const url = readUrl(address);
  if (url === null) throw new SendError(messages.badWebhook, { code: 'bad-webhook', permanent: true });
  // An IPv6 address is in brackets. A name may end with a dot.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  const port = portOf(url);
  const isListed = allowsHost(allowed, host, port);
  const forbidden = () => new SendError(messages.webhookForbidden, { code: 'webhook-forbidden', permanent: true });
  if (!isListed && !allowsSomeAddress(allowed, port)) throw forbidden();
  const addresses = await resolveHost(host, lookUp);
  const reached = addresses.map((found) => found.address);
  if (!isListed && !allowsAddresses(allowed, reached, port)) throw forbidden();
  if (isConsole(url, reached, own)) throw forbidden();
  return { url, addresses };
}

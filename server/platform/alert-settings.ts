/** The settings of alerts. A parser throws an `Error` that states what is wrong, without the value. */
import { emailError } from '../../shared/rules/client.ts';
import type { AllowList } from './allow-list.ts';

const invalid = (text: string): never => {
  throw new Error(text);
};

/** The address of the console, without a trailing slash; null when unset. */
export function publicUrl(value: string): string | null {
  if (value === '') return null;
  const url = URL.canParse(value) ? new URL(value) : invalid('is not a URL');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return invalid('is neither http nor https');
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') {
    return invalid('has a query, a fragment or a user name');
  }
  return url.origin + url.pathname.replace(/\/+$/, '');
}

/** A mail server, with name and password if it needs them; null when unset. */
export function smtpUrl(value: string): string | null {
  if (value === '') return null;
  const url = URL.canParse(value) ? new URL(value) : invalid('is not a URL');
  if (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') return invalid('is neither smtp nor smtps');
  return url.hostname === '' ? invalid('has no host') : value;
}

/** An address, or a name with the address in angle brackets; '' when unset. */
export function mailSender(value: string): string {
  const address = /^[^<>\p{Cc}]*<([^<>\s]+)>$/u.exec(value)?.[1] ?? value;
  return emailError(address) === null && !/\p{Cc}/u.test(value) ? value : invalid('is not an e-mail address');
}

/** Domains in lower case; none when unset. */
export function mailDomains(value: string): string[] {
  const domains = value.split(',').map((domain) => domain.trim().toLowerCase());
  if (value === '') return [];
  return domains.every((domain) => /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(domain))
    ? domains
    : invalid('is not a list of domains');
}

type AlertSettings = {
  BASE_PATH: string;
  PUBLIC_URL: string | null;
  SMTP_URL: string | null;
  SMTP_FROM: string;
  WEBHOOK_ALLOW: AllowList;
};

/** The address of the console in messages and feeds, without a trailing slash; null when it is unknown. */
export const consoleUrl = ({
  PUBLIC_URL,
  BASE_PATH,
}: Pick<AlertSettings, 'PUBLIC_URL' | 'BASE_PATH'>): string | null =>
  PUBLIC_URL === null || new URL(PUBLIC_URL).pathname !== '/' ? PUBLIC_URL : PUBLIC_URL + BASE_PATH;

export const sendsEmail = ({ SMTP_URL }: Pick<AlertSettings, 'SMTP_URL'>): boolean => SMTP_URL !== null;

export const sendsWebhooks = ({ WEBHOOK_ALLOW: { hosts, networks } }: Pick<AlertSettings, 'WEBHOOK_ALLOW'>): boolean =>
  hosts.length + networks.length > 0;

/** The missing setting without which messages would have no sender, or no link to their posts. */
export function alertSettingsError(settings: AlertSettings): string | null {
  if (sendsEmail(settings) && settings.SMTP_FROM === '') {
    return 'SMTP_FROM is not set, but SMTP_URL requires it. Use the sender of the messages.';
  }
  const requiring = sendsEmail(settings) ? 'SMTP_URL' : sendsWebhooks(settings) ? 'WEBHOOK_ALLOW' : null;
  return requiring === null || settings.PUBLIC_URL !== null
    ? null
    : `PUBLIC_URL is not set, but ${requiring} requires it. Use the address of the console.`;
}

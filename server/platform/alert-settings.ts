/** What the settings of alerts allow. */
import type { Config } from './settings.ts';

/** The address of the console in messages and feeds, without a trailing slash; null when it is unknown. */
export const consoleUrl = ({ PUBLIC_URL, BASE_PATH }: Pick<Config, 'PUBLIC_URL' | 'BASE_PATH'>): string | null =>
  PUBLIC_URL === null || new URL(PUBLIC_URL).pathname !== '/' ? PUBLIC_URL : PUBLIC_URL + BASE_PATH;

export const sendsEmail = ({ SMTP_URL }: Pick<Config, 'SMTP_URL'>): boolean => SMTP_URL !== null;

export const sendsWebhooks = ({ WEBHOOK_ALLOW: { hosts, networks } }: Pick<Config, 'WEBHOOK_ALLOW'>): boolean =>
  hosts.length + networks.length > 0;

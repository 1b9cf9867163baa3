/** What the settings of alerts allow. */
import type { AllowList } from './allow-list.ts';

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

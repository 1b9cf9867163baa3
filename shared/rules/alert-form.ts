/** Validation of the form of an alert rule. */
import type { AlertRuleFields } from '../api/alerts.ts';
import * as messages from '../messages.ts';
import { type AlertChannel, type AlertCondition, alertLeastMax, channelAddresses } from './alerts.ts';
import { clientTextMax } from './client.ts';
import { webUrl } from './urls.ts';

export type AlertFormField = keyof AlertRuleFields;
export type AlertForm = Record<AlertFormField, string>;

/** The conditions that count the stories of a period. */
export const hasPeriod = (condition: AlertCondition): boolean => ['least', 'spike', 'silence'].includes(condition);

/** What a silence is depends only on what is usual. */
export const hasThreshold = (condition: AlertCondition): boolean =>
  ['least', 'spike', 'views', 'ratio'].includes(condition);

export const hasAddress = (channel: AlertChannel): boolean => channelAddresses[channel] !== null;

function leastError(least: string): string | null {
  const isValid = /^[1-9]\d*$/.test(least) && Number(least) <= alertLeastMax;
  return isValid ? null : messages.badAlertLeast(alertLeastMax);
}

/** RFC 5321. */
const localPartMax = 64;
/**
 * Stricter than the email of a client: some mail servers route `a%b@c` and `b!a@c` to other domains, and some programs take
 * `-o@c` for an option.
 */
const recipient =
  /^[\p{L}\p{N}_][\p{L}\p{N}_+'-]*(\.[\p{L}\p{N}_+'-]+)*@[\p{L}\p{N}][\p{L}\p{N}-]*(\.[\p{L}\p{N}][\p{L}\p{N}-]*)*$/u;

/** Returns the error of a recipient address, or null. */
export function recipientError(address: string): string | null {
  const fits = address.indexOf('@') <= localPartMax && address.length <= clientTextMax.email;
  return fits && recipient.test(address) ? null : messages.badEmail;
}

function addressError(channel: AlertChannel, text: string): string | null {
  const address = text.trim();
  if (address === '') return messages.enterAddress;
  if (channelAddresses[channel]?.kind === 'email') return recipientError(address);
  return webUrl(address) === null ? messages.badWebhook : null;
}

function quietToError(quietFrom: string, quietTo: string): string | null {
  if (quietFrom === '') return null;
  if (quietTo === '') return messages.enterQuietTime;
  return quietFrom === quietTo ? messages.quietAllDay : null;
}

/** Returns the error of each field, or null. Ignores fields that do not apply. */
export function alertFormErrors(form: AlertForm): Partial<Record<AlertFormField, string | null>> {
  const { name, viewId, condition, least, channel, address, quietFrom, quietTo } = form;
  return {
    name: name.trim() === '' ? messages.enterTitle : null,
    viewId: viewId === '' ? messages.chooseView : null,
    least: hasThreshold(condition as AlertCondition) ? leastError(least) : null,
    address: hasAddress(channel as AlertChannel) ? addressError(channel as AlertChannel, address) : null,
    quietFrom: quietFrom === '' && quietTo !== '' ? messages.enterQuietTime : null,
    quietTo: quietToError(quietFrom, quietTo),
  };
}

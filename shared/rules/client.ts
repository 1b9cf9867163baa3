/** Validation of the client form (docs/product/clients.md). Each function returns the error text, or null. */

import { isolate } from '../isolate.ts';
import * as messages from '../messages.ts';
import { parseUrl } from './urls.ts';

export const exportAccesses = ['allowed', 'denied'] as const;
export type ExportAccess = (typeof exportAccesses)[number];
export const exportAccessActions: Record<ExportAccess, string> = {
  allowed: 'Разрешить экспорт',
  denied: 'Запретить экспорт',
};
export const exportAccessLabels: Record<ExportAccess, string> = { allowed: 'Разрешён', denied: 'Запрещён' };

const octet = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const ipv4 = new RegExp(`^${octet}(\\.${octet}){3}$`);
const mac = /^[0-9a-f]{2}([:-])[0-9a-f]{2}(\1[0-9a-f]{2}){4}$/i;
const email = /^[^\s@<>"]+@[^\s@<>".]+(\.[^\s@<>".]+)*$/;

const isIpv6 = (text: string): boolean => /^[0-9a-f:]+$/i.test(text) && parseUrl(`http://[${text}]`) !== null;

export const clientNameError = (name: string): string | null => (name.trim() === '' ? messages.enterName : null);

export function ipAddressError(text: string): string | null {
  const address = text.trim();
  if (address === '') return messages.enterIp;
  return ipv4.test(address) || isIpv6(address) ? null : messages.badIp;
}

export function macAddressError(text: string): string | null {
  const address = text.trim();
  if (address === '') return messages.enterMac;
  return mac.test(address) ? null : messages.badMac;
}

/** Maximum text lengths in UTF-16 units, by API field name. */
export const clientTextMax = { name: 255, ipaddr: 64, macaddr: 64, email: 254, phone: 64, note: 2000 } as const;

export const keepDaysMax = 10_000;

/** Days are optional: comments are then kept as long as posts. */
const daysError = (text: string): string | null => (/^(\s*|[1-9]\d{0,3}|10000)$/.test(text) ? null : messages.badDays);

/** An email is optional. The rule is the same as in the browser's email field. */
export function emailError(text: string): string | null {
  const address = text.trim();
  return address === '' || (address.length <= clientTextMax.email && email.test(address)) ? null : messages.badEmail;
}

export type ClientForm = { name: string; ipaddr: string; macaddr: string; email: string };

/** `keep_comments_days` is only in the dialog of a client of our own backend. */
export const clientFormErrors = (form: ClientForm & { keep_comments_days?: string }) => ({
  name: clientNameError(form.name),
  ipaddr: ipAddressError(form.ipaddr),
  macaddr: macAddressError(form.macaddr),
  email: emailError(form.email),
  keep_comments_days: daysError(form.keep_comments_days ?? ''),
});

/** Returns the name with the ID, because names are not unique. */
export const clientLabel = ({ id, name }: { id: string; name: string }): string =>
  name === '' ? id : `${isolate(name)} (${id})`;

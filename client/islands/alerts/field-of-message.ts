/** The field of the form that an error of the server is about. */
import * as messages from '../../../shared/messages.ts';
import type { AlertFormField } from '../../../shared/rules/alert-form.ts';

const fields: Record<string, AlertFormField> = {
  [messages.ruleExists]: 'name',
  [messages.channelOff]: 'channel',
  [messages.badEmail]: 'address',
  [messages.badWebhook]: 'address',
  [messages.webhookNotFound]: 'address',
  [messages.webhookForbidden]: 'address',
  [messages.webhookByAdministrator]: 'address',
};

/** Null when the form shows the message above its fields. */
export const fieldOfMessage = (message: string, mailDomains: readonly string[]): AlertFormField | null =>
  message === messages.mailDomainForbidden(mailDomains) ? 'address' : (fields[message] ?? null);

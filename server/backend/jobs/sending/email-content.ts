/** The contents of an e-mail. Every try of a message sends the same. */
import { emailHtml } from './email-html.ts';
import { emailText } from './email-text.ts';
import type { Message } from './message.ts';

/** `date` in milliseconds. */
export type EmailContent = { subject: string; text: string; html: string; date: number };

export const emailContent = (message: Message): EmailContent => ({
  subject: `${message.rule}: ${message.headline}`,
  text: emailText(message),
  html: emailHtml(message),
  date: message.createdAt,
});

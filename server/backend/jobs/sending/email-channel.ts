/** The channel `email`: through the mail server of SMTP_URL. */
import { createTransport } from 'nodemailer';
import * as messages from '../../../../shared/messages.ts';
import { recipientError } from '../../../../shared/rules/alert-form.ts';
import { SendError } from '../../alerts/webhook-target.ts';
import type { Channel } from './channel.ts';
import { type EmailContent, emailContent } from './email-content.ts';
import { toSendError } from './smtp-error.ts';

/** `host` identifies messages: the host of PUBLIC_URL. */
export type EmailSettings = { smtpUrl: string; from: string; host: string };

const headers = {
  'Auto-Submitted': 'auto-generated',
  // Keeps Exchange from answering with notes of absence.
  'X-Auto-Response-Suppress': 'All',
};

export function createEmailChannel({ smtpUrl, from, host }: EmailSettings, timeoutMs: number): Channel {
  const transport = createTransport({
    url: smtpUrl,
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  return {
    timeoutMs,
    contentOf: (message) => JSON.stringify(emailContent(message)),
    async send({ key, rule: { address } }, content, signal) {
      if (recipientError(address) !== null) throw new SendError(messages.badEmail, { permanent: true });
      const { date, ...parts } = JSON.parse(content) as EmailContent;
      const mail = {
        ...parts,
        from,
        // An object is one recipient, whatever the text holds.
        to: { name: '', address },
        date: new Date(date),
        messageId: `<${key}@${host}>`,
        baseBoundary: key,
        headers,
        signal,
      };
      try {
        await transport.sendMail(mail);
      } catch (error) {
        throw toSendError(error);
      }
    },
  };
}

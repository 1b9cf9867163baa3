/** The channel `email`: through the mail server of SMTP_URL. */
import { createTransport } from 'nodemailer';
import * as messages from '../../../../shared/messages.ts';
import { recipientError } from '../../../../shared/rules/alert-form.ts';
import { SendError } from '../../resources/alerts/channels.ts';
import { type EmailContent, emailContent } from './email-content.ts';
import type { Channel } from './message.ts';

/** What nodemailer throws. `command`: the command that was refused. */
type SmtpFault = Error & { code?: string; command?: string; responseCode?: number };

const descriptions: Record<string, string> = {
  EAUTH: messages.smtpLogin,
  ENOAUTH: messages.smtpLogin,
  ETLS: messages.badCertificate,
  ETIMEDOUT: messages.receiverSilent,
  EABORT: messages.receiverSilent,
  EDNS: messages.webhookNotFound,
};

function describeFault({ code = '', command = '', responseCode }: SmtpFault): string {
  if (responseCode === undefined) return descriptions[code] ?? messages.noConnection;
  if (command === 'RCPT TO') return messages.smtpRecipient(responseCode);
  if (command === 'MAIL FROM') return messages.smtpSender(responseCode);
  return code === 'EAUTH' ? messages.smtpLogin : messages.smtpStatus(responseCode);
}

/** A refusal of the recipient or of the message lasts. One of the sender or the password ends when the settings change. */
function toSendError(cause: unknown): SendError {
  const fault = cause as SmtpFault;
  const { code, command = '', responseCode = 0 } = fault;
  const refused = code === 'EENVELOPE' || code === 'EMESSAGE';
  const permanent = refused && responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
  return new SendError(describeFault(fault), { permanent, cause });
}

/** `host` identifies messages: the host of PUBLIC_URL. */
type EmailSettings = { smtpUrl: string; from: string; host: string };

const headers = {
  'Auto-Submitted': 'auto-generated',
  // Keeps Exchange from answering with notes of absence.
  'X-Auto-Response-Suppress': 'All',
};

/** `date` in milliseconds. Every try of a mail has the same `key`. */
type Mail = { key: string; address: string; subject: string; text: string; html?: string; date: number };

/** Throws a `SendError` when the receiver did not take the mail, or perhaps did not. */
export function createMailer({ smtpUrl, from, host }: EmailSettings, timeoutMs: number) {
  const transport = createTransport({
    url: smtpUrl,
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  return async ({ key, address, date, ...parts }: Mail, signal: AbortSignal): Promise<void> => {
    if (recipientError(address) !== null) throw new SendError(messages.badEmail, { permanent: true });
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
  };
}

export function createEmailChannel(settings: EmailSettings, timeoutMs: number): Channel {
  const send = createMailer(settings, timeoutMs);
  return {
    timeoutMs,
    contentOf: (message) => JSON.stringify(emailContent(message)),
    send: ({ key, rule: { address } }, content, signal) =>
      send({ ...(JSON.parse(content) as EmailContent), key, address }, signal),
  };
}

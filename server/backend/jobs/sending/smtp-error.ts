/** Describes faults of the mail server. Its replies may hold addresses, so that only their codes are shown. */
import * as messages from '../../../../shared/messages.ts';
import { SendError } from '../../alerts/webhook-target.ts';

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
export function toSendError(cause: unknown): SendError {
  const fault = cause as SmtpFault;
  const { code, command = '', responseCode = 0 } = fault;
  const refused = code === 'EENVELOPE' || code === 'EMESSAGE';
  const permanent = refused && responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
  return new SendError(describeFault(fault), { permanent, cause });
}

/** Describes faults of the mail server. Its replies may hold addresses, so that only their codes are shown. */
import * as messages from '../../../../shared/messages.ts';
import { describeNetworkFault } from './network-fault.ts';
import { SendError } from './send-error.ts';

/** What nodemailer throws. `originalCode`: the code of Node. `command`: the command that was refused. */
type SmtpFault = Error & { code?: string; originalCode?: string; command?: string; responseCode?: number };

function describeFault({ code = '', originalCode = code, command = '', responseCode }: SmtpFault): string {
  if (responseCode === undefined || code === 'EAUTH') return describeNetworkFault(originalCode);
  if (command === 'RCPT TO') return messages.smtpRecipient(responseCode);
  return command === 'MAIL FROM' ? messages.smtpSender(responseCode) : messages.smtpStatus(responseCode);
}

/** A refusal of the recipient or of the message lasts. One of the sender or the password ends when the settings change. */
export function toSendError(cause: unknown): SendError {
  const fault = cause as SmtpFault;
  const { code, command = '', responseCode = 0 } = fault;
  const refused = code === 'EENVELOPE' || code === 'EMESSAGE';
  const permanent = refused && responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
  return new SendError(describeFault(fault), { permanent, cause });
}

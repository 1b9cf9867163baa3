/** Describes faults of connections for people. */
import * as messages from '../../../../shared/messages.ts';

/** By the code of Node or nodemailer. */
const descriptions: Record<string, string> = {
  ABORT_ERR: messages.receiverSilent,
  EABORT: messages.receiverSilent,
  ETIMEDOUT: messages.receiverSilent,
  ECONNREFUSED: messages.receiverRefused,
  ECONNRESET: messages.connectionCut,
  EPIPE: messages.connectionCut,
  ECONNECTION: messages.connectionCut,
  EDNS: messages.webhookNotFound,
  EAUTH: messages.smtpLogin,
  ENOAUTH: messages.smtpLogin,
};

const certificateCode = /^(CERT|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)_/;

export const describeNetworkFault = (code: string): string =>
  certificateCode.test(code) ? messages.badCertificate : (descriptions[code] ?? messages.noConnection);

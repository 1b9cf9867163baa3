/** The links that stop the mails of a report to one recipient. */

const tokenPattern = /^[\w-]{43}$/;

/** The path in the console. */
export const stopPath = (token: Uint8Array): string => `/reports/stop/${Buffer.from(token).toString('base64url')}`;

/** The token of 256 bits in a link; null for a malformed one. */
export const readStopToken = (text: string): Buffer | null =>
  tokenPattern.test(text) ? Buffer.from(text, 'base64url') : null;

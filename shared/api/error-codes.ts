/**
 * Codes of errors that programs tell apart. Replies of the console and of the embedded backend have them beside the sentence for
 * people; other backends have none.
 */
export const errorCodes = [
  'query-unreadable',
  'query-unfinished',
  'search-not-ready',
  'phrase-empty',
  'tag-exists',
  'rule-exists',
  'report-exists',
  'login-taken',
  'channel-off',
  'bad-email',
  'bad-webhook',
  'webhook-not-found',
  'webhook-forbidden',
  'webhook-by-administrator',
  'mail-domain-forbidden',
  'session-over',
  'read-only',
  'wrong-password',
  'directory-down',
  'list-changed',
  'data-update',
  'changed-by-other',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** Returns null for a code that this version does not know. */
export const readErrorCode = (value: unknown): ErrorCode | null => errorCodes.find((code) => code === value) ?? null;

/** The text and the code in the reply of a failed call; null for one that is missing. */
export type ErrorReply = { message: string | null; code: ErrorCode | null };

/** The text is `message`, else `error`. */
export function readErrorReply(reply: unknown): ErrorReply {
  if (typeof reply !== 'object' || reply === null) return { message: null, code: null };
  const { message, error, code }: Record<string, unknown> = { ...reply };
  const text = [message, error].find((value) => typeof value === 'string' && value.trim() !== '');
  return { message: typeof text === 'string' ? text : null, code: readErrorCode(code) };
}

/** The status of a failed call and its code. `status` is 0 if no complete reply arrived. */
export type Failure = { status: number; code: ErrorCode | null };

/** Whether the backend refused the call, rather than failed. */
export const isRefusal = ({ status }: Pick<Failure, 'status'>): boolean => status >= 400 && status < 500;

/** Whether a search cannot be read: it has a mistake, or something is missing at its end. */
export const isOfQuery = (code: ErrorCode | null): boolean =>
  code === 'query-unreadable' || code === 'query-unfinished';

/** Whether a list was refused because its search cannot be read. Of a reply without a code the status decides. */
export const isTextRefused = ({ status, code }: Failure, text: string): boolean =>
  isOfQuery(code) || (code === null && status === 400 && text !== '');

/** The error that server code throws on purpose. The console and the backend each have one error handler that sends it. */
import type { ErrorCode } from '../../shared/api/error-codes.ts';
import * as messages from '../../shared/messages.ts';

/** The progress of work that must end before the service is ready. `step` is in English. */
export type Progress = { step: string; percent: number };

/**
 * Who changed the row after the author of a refused change loaded it, and when. `Now` is the current row, in the format of its
 * list.
 */
export type Conflict = { By: string; At: string; Now: unknown };

/** Why something is refused: Russian text for the user, and a code for programs where they need one. */
export type Refusal = { message: string; code: ErrorCode | null };

/** `total`: the current number of stories, for a change that expected a different one. */
type Options = {
  code?: ErrorCode | null;
  cause?: unknown;
  headers?: Record<string, string>;
  progress?: Progress;
  total?: number;
  conflict?: Conflict;
};

export class AppError extends Error {
  override name = 'AppError';
  readonly status: number;
  /** Russian text for the user. The cause is for the log only. */
  readonly userMessage: string;
  readonly code: ErrorCode | null;
  readonly headers: Record<string, string>;
  readonly progress: Progress | undefined;
  readonly total: number | undefined;
  readonly conflict: Conflict | undefined;

  constructor(status: number, userMessage: string, options: Options = {}) {
    const { code = null, cause, headers = {}, progress, total, conflict } = options;
    super(userMessage, { cause });
    this.status = status;
    this.userMessage = userMessage;
    this.code = code;
    this.headers = headers;
    this.progress = progress;
    this.total = total;
    this.conflict = conflict;
  }
}

export const updateRetrySeconds = '5';

/** The embedded backend is updating its data. */
export class DataUpdateError extends AppError {
  override name = 'DataUpdateError';

  constructor(percent: number) {
    super(503, messages.dataUpdate(percent), { code: 'data-update', headers: { 'Retry-After': updateRetrySeconds } });
  }
}

/** The request comes from a page at a different address than the service expects. */
export class ForeignOriginError extends AppError {
  override name = 'ForeignOriginError';

  constructor() {
    super(403, messages.foreignOrigin);
  }
}

type Coded = { code?: ErrorCode | null };

export const badRequest = (userMessage: string = messages.badRequest, { code }: Coded = {}) =>
  new AppError(400, userMessage, { code });
export const unauthorized = (userMessage: string) => new AppError(401, userMessage);
/** The session has ended, or there is none: the user signs in again. */
export const sessionOver = (userMessage: string = messages.unauthorized) =>
  new AppError(401, userMessage, { code: 'session-over' });
export const forbidden = (userMessage: string = messages.forbidden, { code }: Coded = {}) =>
  new AppError(403, userMessage, { code });
export const unknownId = () => new AppError(404, messages.unknownId);
export const conflict = (userMessage: string, { code }: Coded = {}) => new AppError(409, userMessage, { code });
export const tooManyRequests = (userMessage: string) => new AppError(429, userMessage);
export const tooManyAttempts = (seconds: number) =>
  new AppError(429, messages.tooManyAttempts(seconds), { headers: { 'Retry-After': String(seconds) } });

/** Converts any error. Errors of Express and its body parsers have a 4xx status; all others are unexpected (500). */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  if (status === 413) return new AppError(413, messages.bodyTooLarge, { cause: error });
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new AppError(status, messages.badRequest, { cause: error });
  }
  return new AppError(500, messages.unexpected, { cause: error });
}

/** The reply of an error. `error` and `message` hold the same text; an error without a code has no `code`. */
export const errorBody = ({ userMessage, code }: Pick<AppError, 'userMessage' | 'code'>) => ({
  error: userMessage,
  message: userMessage,
  ...(code !== null && { code }),
});

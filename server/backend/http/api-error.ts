/** What a handler throws to refuse a call: a status and the Russian text that both fields of the reply carry. */
import * as messages from '../../../shared/messages.ts';

export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  /** Seconds, for the Retry-After header of a 429. */
  readonly retryAfter: number | undefined;

  constructor(status: number, message: string, retryAfter?: number) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

export const badRequest = (message: string = messages.badRequest): ApiError => new ApiError(400, message);
export const unauthorized = (message: string = messages.unauthorized): ApiError => new ApiError(401, message);
export const forbidden = (message: string = messages.forbidden): ApiError => new ApiError(403, message);
export const unknownId = (): ApiError => new ApiError(404, messages.unknownId);
export const conflict = (message: string): ApiError => new ApiError(409, message);
export const tooMany = (seconds: number): ApiError => new ApiError(429, messages.tooManyAttempts(seconds), seconds);

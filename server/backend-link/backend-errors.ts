/** The ways in which a call to the backend fails. */

/** The backend answered with an error status; `replyMessage` is its message, if any. */
export class RefusedError extends Error {
  override name = 'RefusedError';
  readonly status: number;
  readonly replyMessage: string | null;
  readonly retryAfter: string | null;

  constructor(status: number, replyMessage: string | null, retryAfter: string | null) {
    super(`The backend answered ${status}`);
    this.status = status;
    this.replyMessage = replyMessage;
    this.retryAfter = retryAfter;
  }
}

/** The backend did not answer in time, or its reply was incomplete or unreadable. */
export class UnavailableError extends Error {
  override name = 'UnavailableError';
  readonly timedOut: boolean;

  constructor(message: string, options: { cause?: unknown; timedOut?: boolean } = {}) {
    super(message, { cause: options.cause });
    this.timedOut = options.timedOut ?? false;
  }
}

/** The reply was complete, but the call cannot read it: a backend without this call may answer so. */
export class UnreadableError extends UnavailableError {
  override name = 'UnreadableError';
}

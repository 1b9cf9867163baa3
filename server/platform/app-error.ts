/** The one error that server code throws on purpose; one handler answers it (design §9). */

export class AppError extends Error {
  override name = 'AppError';
  readonly status: number;
  /** What a person may read, in Russian. The cause stays in the log. */
  readonly shown: string;
  readonly headers: Record<string, string>;

  constructor(status: number, shown: string, options: { cause?: unknown; headers?: Record<string, string> } = {}) {
    super(shown, { cause: options.cause });
    this.status = status;
    this.shown = shown;
    this.headers = options.headers ?? {};
  }
}

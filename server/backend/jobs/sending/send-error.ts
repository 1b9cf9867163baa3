/** A message could not be sent. The text is Russian, for people, and holds no address, secret or reply of the receiver. */
export class SendError extends Error {
  override name = 'SendError';
  /** Another try would fail as well. */
  readonly permanent: boolean;

  constructor(message: string, { permanent = false, cause }: { permanent?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.permanent = permanent;
  }
}

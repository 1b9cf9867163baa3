/** Validation of the reason for acting as a client. It is not in impersonation.ts, because every page loads that. */
import * as messages from '../messages.ts';

const reasonMinLength = 3;
/** In UTF-16 units. */
export const reasonMax = 500;

export function reasonError(reason: string): string | null {
  const { length } = reason.trim();
  if (length === 0) return messages.enterReason;
  if (length > reasonMax) return messages.textTooLong(reasonMax);
  return length < reasonMinLength ? messages.reasonTooShort : null;
}

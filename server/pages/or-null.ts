/** What a card is about may not exist for its viewer. */
import { RefusedError } from '../backend-link/backend-client.ts';

/** Null for what does not exist or belongs to another client. Throws for every other failure. */
export async function orNull<T>(sent: Promise<T>): Promise<T | null> {
  try {
    return await sent;
  } catch (error) {
    if (error instanceof RefusedError && (error.status === 404 || error.status === 403)) return null;
    throw error;
  }
}

/** Logs failures of the backend's work that no request waits for. */
import type { Logger } from 'pino';
import type { Store } from './store/store.ts';

/** Logs a fault of the database by its remedy, and any other error with its stack. */
export function logFailure(
  deps: { store: Pick<Store, 'faultOf'>; logger: Logger },
  error: unknown,
  message: string,
): void {
  const fault = deps.store.faultOf(error);
  deps.logger.error(fault === null ? { err: error } : { fault }, message);
}

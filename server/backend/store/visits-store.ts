/** When an account was here last, and what had arrived by then. Times are milliseconds. */
import { minuteMs } from '../../platform/durations.ts';

/** A visit ends after this time without a request. */
export const visitPauseMs = 30 * minuteMs;
/** The minimum time between two writes of a visit. */
export const visitUseIntervalMs = minuteMs;

export interface VisitsStore {
  /** A request of the account. Begins a visit after 30 minutes without one. Writes at most once a minute. */
  touch(account: string, now: number): Promise<void>;
  /** Begins a visit. */
  begin(account: string, now: number): Promise<void>;
  /** The last arrival when the previous visit ended; before the second visit, when the first one began. */
  since(account: string): Promise<number>;
}

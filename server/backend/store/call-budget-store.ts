/** The keys of the social network and the calls that they have made. Times are milliseconds since 1970. */
import { minuteMs } from '../../platform/durations.ts';

/** A collector that has not reported for this time has stopped. */
export const usesMs = 3 * minuteMs;

/** A key as operators see it. `id` is derived from the key and does not reveal it. */
export type KeyState = {
  id: string;
  /** Calls in the last 24 hours, and in the last hour. */
  calls: number;
  callsInHour: number;
  /** `broken`: refused until it is replaced. `resting`: not used until `until`. */
  state: 'working' | 'resting' | 'broken';
  until: number | null;
  code: number | null;
  message: string | null;
  redirectUri: string | null;
};

export type KeyProblem = Pick<KeyState, 'state' | 'until' | 'code' | 'message' | 'redirectUri'>;

export interface CallBudgetStore {
  /** Counts a call of the run. False: the key has made `limit` calls in the last 24 hours. */
  reserveCall(keyId: string, runId: number | null, limit: number, now: number): Promise<boolean>;
  /** Null removes the problem. */
  setKeyProblem(keyId: string, problem: KeyProblem | null): Promise<void>;
  /**
   * The collector uses exactly these keys; without keys it has stopped. It reports them at least every `usesMs`. Keys that no
   * collector uses are deleted when their calls have expired. Phrases without a collected page are `pending` while
   * any collector has a key, also those created later, and `ready` while none has.
   */
  setKeys(collector: string, keyIds: readonly string[], now: number): Promise<void>;
  /** Removes collectors that have not reported for `usesMs`, and ends runs whose lease has ended. */
  endLost(now: number): Promise<void>;
  /** The keys that collectors use. */
  keys(now: number): Promise<KeyState[]>;
  /** When the oldest call of the last 24 hours expires; null without calls. */
  nextCallExpiry(keyId: string, now: number): Promise<number | null>;
}

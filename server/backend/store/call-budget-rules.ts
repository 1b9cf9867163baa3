/** The budget of calls by which both engines judge a key. */
import { hourMs } from '../../platform/durations.ts';
import type { KeyProblem, KeyState } from './call-budget-store.ts';

/** The network counts calls in this rolling time. */
export const quotaMs = 24 * hourMs;

export const noProblem: KeyProblem = { state: 'working', until: null, code: null, message: null, redirectUri: null };

/** A key works again when its rest has ended. */
export const keyStateAt = (key: KeyState, now: number): KeyState =>
  key.state === 'resting' && key.until !== null && key.until <= now ? { ...key, ...noProblem } : key;

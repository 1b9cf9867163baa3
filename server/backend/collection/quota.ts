/** When the calls of all keys run out, from the use of the last 24 hours and what the phrases need. */
import { dayMs } from '../../platform/durations.ts';
import { callLimit } from '../jobs/collector/call-budget.ts';
import type { KeyState } from '../store/call-budget-store.ts';

/** `callsLeft`: for ordinary runs. `lastsUntil` is in milliseconds; null when the calls are enough, or no key works. */
export type Quota = { callsLeft: number; lastsUntil: number | null };

/** `callsPerDay` is what the phrases need. Calls of the last 24 hours expire as evenly as they were made. */
export function quotaOf(keys: readonly KeyState[], dailyCalls: number, callsPerDay: number, now: number): Quota {
  const usable = keys.filter(({ state }) => state !== 'broken');
  const limit = usable.length * callLimit(dailyCalls, false);
  const used = usable.reduce((sum, { calls }) => sum + calls, 0);
  const callsLeft = Math.max(0, limit - used);
  if (limit === 0 || callsPerDay <= limit) return { callsLeft, lastsUntil: null };
  const lastsMs = callsLeft === 0 ? 0 : (callsLeft / (callsPerDay - used)) * dayMs;
  return { callsLeft, lastsUntil: Math.round(now + lastsMs) };
}

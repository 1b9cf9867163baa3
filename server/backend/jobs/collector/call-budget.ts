/** How many calls a key may make, and when a run may start with it. */
import type { KeyState } from '../../store/call-budget-store.ts';

/** The part of the budget that is kept for «Собрать сейчас». */
const reserve = 0.05;

/** In an hour ordinary runs start until they have used this part of the calls that are left. */
const hourlyShare = 1 / 4;

/** The calls of one key in 24 hours. Urgent runs may also use the reserve. */
export const callLimit = (dailyCalls: number, urgent: boolean): number =>
  urgent ? dailyCalls : dailyCalls - Math.floor(dailyCalls * reserve);

/**
 * Whether a run may start with the key. Ordinary runs spread over the day: otherwise one client's many phrases could use up
 * the budget at once, and the new phrases of others would wait until the next day.
 */
export function mayStart({ calls, callsInHour }: KeyState, dailyCalls: number, urgent: boolean): boolean {
  const left = callLimit(dailyCalls, urgent) - calls;
  return left > 0 && (urgent || callsInHour <= left * hourlyShare);
}

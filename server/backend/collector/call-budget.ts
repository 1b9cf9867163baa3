/** How many calls a key may make in 24 hours, and how many are left. */
import type { KeyState } from '../store/call-budget-store.ts';

/** The part of the budget that is kept for «Собрать сейчас». */
const reserve = 0.05;

/** The calls of one key in 24 hours. Urgent runs may also use the reserve. */
export const callLimit = (dailyCalls: number, urgent: boolean): number =>
  urgent ? dailyCalls : dailyCalls - Math.floor(dailyCalls * reserve);

/** The calls that all keys together have left; broken keys have none. */
export const callsLeft = (keys: readonly KeyState[], dailyCalls: number): number =>
  keys.reduce((sum, { state, calls }) => sum + (state === 'broken' ? 0 : Math.max(dailyCalls - calls, 0)), 0);

/** How much of its history the collection keeps, in both engines. */
import { dayMs } from '../../platform/durations.ts';

/** Runs are kept for 30 days, and the newest 10,000 longer. */
export const runsKeptMs = 30 * dayMs;
export const runsKeptCount = 10_000;
/** Each start of a run deletes at most this many old ones. */
export const runsPrunedMax = 100;

/** A phrase with more posts than its runs can read adds a window with every run. Only the newest are kept. */
export const windowsMax = 100;

/** Days of the demo: by Moscow time. Times are milliseconds. */
import { dayMs, hourMs } from '../../../shared/durations.ts';

/** Moscow has had no summer time since 2014. */
export const moscowOffset = 3 * hourMs;

/** The start of the Moscow day. */
export const startOfDay = (time: number): number => Math.floor((time + moscowOffset) / dayMs) * dayMs - moscowOffset;

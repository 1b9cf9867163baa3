/**
 * Tells which dates of posts can be true. Other dates are errors, and may be years away from all posts. Times are in
 * milliseconds.
 */
import { dayMs } from '../durations.ts';

/** 10.10.2006: the network has no earlier posts. */
export const firstRealTime = Date.UTC(2006, 9, 10);

/** Clocks of networks and servers may differ, and an existing backend may send local times. */
export const lastRealTime = (now: number): number => now + dayMs;

/** NaN does not count as a false time. */
export const isFalseTime = (time: number, now: number): boolean => time < firstRealTime || time > lastRealTime(now);

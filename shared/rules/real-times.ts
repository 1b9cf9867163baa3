/** Which dates of posts can be true. Others are errors, and may stand years apart from all posts. Times are milliseconds. */
import { dayMs } from '../durations.ts';

/** 10.10.2006: the network has no earlier posts. */
export const firstRealTime = Date.UTC(2006, 9, 10);

/** Clocks of networks and servers may differ, and an existing backend may send local times. */
export const lastRealTime = (now: number): number => now + dayMs;

/** NaN is no false time. */
export const isFalseTime = (time: number, now: number): boolean => time < firstRealTime || time > lastRealTime(now);

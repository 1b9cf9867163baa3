/** The quota of calls: how many a key may make, when a run may start with it, and when the calls of all keys run out. */
import { dayMs, minuteMs } from '../../../../shared/durations.ts';
import type { Config } from '../../../platform/settings.ts';

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
  /** Looking posts up by their IDs has its own quota. */
  lookUps: { calls: number; rest: MethodRest | null };
  /** So have reading walls, and reading comments. */
  walls: { calls: number; rest: MethodRest | null };
  comments: { calls: number; rest: MethodRest | null };
};

/** Why a key does not call a method until a time. */
export type MethodRest = { until: number; code: number; message: string };

/** The part of the budget that is kept for «Собрать сейчас». */
const reserve = 0.05;

/** Within an hour, ordinary runs start until they have used this share of the remaining calls. */
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

/** `callsLeft`: for ordinary runs. `lastsUntil` is in milliseconds; null when the calls are enough, or no key works. */
type Quota = { callsLeft: number; lastsUntil: number | null };

/** `callsPerDay` is what the phrases need. Assumes that the calls of the last 24 hours expire evenly. */
export function quotaOf(keys: readonly KeyState[], dailyCalls: number, callsPerDay: number, now: number): Quota {
  const usable = keys.filter(({ state }) => state !== 'broken');
  const limit = usable.length * callLimit(dailyCalls, false);
  const used = usable.reduce((sum, { calls }) => sum + calls, 0);
  const callsLeft = Math.max(0, limit - used);
  if (limit === 0 || callsPerDay <= limit) return { callsLeft, lastsUntil: null };
  const lastsMs = callsLeft === 0 ? 0 : (callsLeft / (callsPerDay - used)) * dayMs;
  return { callsLeft, lastsUntil: Math.round(now + lastsMs) };
}

/** A run should find about this many new posts. One call of the network's search returns up to 200. */
export const targetPosts = 100;

/** The bounds of the time between two runs of a phrase. */
type Interval = { shortestMs: number; longestMs: number };

export const intervalOf = (
  config: Pick<Config, 'COLLECTION_INTERVAL_MINUTES' | 'COLLECTION_MAX_INTERVAL_MINUTES'>,
): Interval => ({
  shortestMs: config.COLLECTION_INTERVAL_MINUTES * minuteMs,
  longestMs: config.COLLECTION_MAX_INTERVAL_MINUTES * minuteMs,
});

const clamp = (ms: number, { shortestMs, longestMs }: Interval): number =>
  Math.min(Math.max(ms, shortestMs), longestMs);

/**
 * Returns the time in which `targetPosts` posts are expected, between `shortestMs` and `longestMs`: as long as the newest
 * ones took. `targetPostAt` is the time of the oldest of them; null when the phrase has fewer.
 */
export const nextInterval = (targetPostAt: number | null, now: number, interval: Interval): number =>
  clamp(targetPostAt === null ? interval.longestMs : now - targetPostAt, interval);

/** The calls that a phrase with this many new posts a day needs, when each of its runs needs `searches` of them. */
export const callsPerDayOf = (postsPerDay: number, searches: number, interval: Interval): number =>
  Math.ceil((searches * dayMs) / clamp((targetPosts / postsPerDay) * dayMs, interval));

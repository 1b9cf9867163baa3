/** When a phrase is collected again: by its own rate of new posts. Times are milliseconds. */

/** A run should find about this many new posts. One call of the network's search returns up to 200. */
export const targetPosts = 100;

const longestMs = 24 * 60 * 60 * 1000;

/**
 * Returns the time in which `targetPosts` posts are expected, between `shortestMs` and 24 hours: as long as the newest ones
 * took. `targetPostAt` is the time of the oldest of them; null when the phrase has fewer.
 */
export function nextInterval(targetPostAt: number | null, now: number, shortestMs: number): number {
  const expectedMs = targetPostAt === null ? longestMs : now - targetPostAt;
  return Math.min(Math.max(expectedMs, shortestMs), longestMs);
}

/** When a phrase is collected again: by its own rate of new posts. Times are milliseconds. */

/** A run should find about this many new posts. One call of the network's search returns up to 200. */
export const targetPosts = 100;

/**
 * Returns the time in which `targetPosts` posts are expected, between `shortestMs` and `longestMs`: as long as the newest
 * ones took. `targetPostAt` is the time of the oldest of them; null when the phrase has fewer.
 */
export function nextInterval(
  targetPostAt: number | null,
  now: number,
  { shortestMs, longestMs }: { shortestMs: number; longestMs: number },
): number {
  const expectedMs = targetPostAt === null ? longestMs : now - targetPostAt;
  return Math.min(Math.max(expectedMs, shortestMs), longestMs);
}

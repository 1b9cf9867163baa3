/** The condition «Не меньше N за период». */

/**
 * New stories that arrived within one second, each with the first row that the scope has: `at` is its start, `since` the number
 * before the first of these rows.
 */
export type StoryArrivals = { at: number; since: number; count: number };

/**
 * Finds the first period with at least `least` stories that ends with an arrival. Returns the ID before its first story, and the
 * number of stories from there to the end of the list. The decision depends on the times of arrival alone, so that stories that
 * arrived while the service was down count as if it had run.
 */
export function findLeast(
  arrivals: readonly StoryArrivals[],
  least: number,
  periodMs: number,
): { since: number; count: number } | null {
  let [first, within] = [0, 0];
  for (const { at, count } of arrivals) {
    within += count;
    for (let start = arrivals[first]; start && start.at <= at - periodMs; start = arrivals[first]) {
      within -= start.count;
      first += 1;
    }
    if (within < least) continue;
    const found = arrivals.slice(first);
    return { since: found[0]?.since ?? 0, count: found.reduce((sum, arrival) => sum + arrival.count, 0) };
  }
  return null;
}

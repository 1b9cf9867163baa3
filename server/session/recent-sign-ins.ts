/**
 * Addresses that have just signed in: a browser that comes back without a session has not stored its cookies. Each container
 * keeps its own list: if another container answers the request, the sign-in page does not name this cause.
 */
const recentMs = 10_000;

export type RecentSignIns = ReturnType<typeof createRecentSignIns>;

export function createRecentSignIns(now: () => number) {
  const times = new Map<string, number>();
  return {
    add(address: string): void {
      for (const [other, at] of times) if (now() - at > recentMs) times.delete(other);
      times.set(address, now());
    },
    has: (address: string): boolean => now() - (times.get(address) ?? Number.NEGATIVE_INFINITY) <= recentMs,
  };
}

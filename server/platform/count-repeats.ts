/** Limits repeated log lines: while a fault lasts, it affects every request. */

/**
 * Returns a function that counts events by key. It returns the count since the last log line when another line is due: at once,
 * then once per period; otherwise null.
 */
export function countRepeats(periodMs: number, now: () => number = Date.now): (key: string) => number | null {
  const events = new Map<string, { count: number; nextAt: number }>();
  return (key) => {
    const { count, nextAt } = events.get(key) ?? { count: 0, nextAt: 0 };
    const isDue = now() >= nextAt;
    events.set(key, isDue ? { count: 0, nextAt: now() + periodMs } : { count: count + 1, nextAt });
    return isDue ? count + 1 : null;
  };
}

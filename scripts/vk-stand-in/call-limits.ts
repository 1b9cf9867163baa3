/** Counts the calls of each key: 3 a second, and a number per method in any 24 hours. */
import { VkRefusal } from './vk-errors.ts';

/** Null switches a limit off. */
export type Limits = { perSecond: number | null; perDay: number | null };

const dayMs = 24 * 60 * 60 * 1000;

/** Keeps the times of calls that are younger than `spanMs`. */
function createWindow(spanMs: number) {
  const times = new Map<string, number[]>();
  return {
    /** False: `limit` calls of this name are within the span. Otherwise the call is counted. */
    take(name: string, limit: number, now: number): boolean {
      const recent = (times.get(name) ?? []).filter((time) => time > now - spanMs);
      if (recent.length < limit) recent.push(now);
      else return false;
      times.set(name, recent);
      return true;
    },
  };
}

export function createCallLimits() {
  const second = createWindow(1000);
  const day = createWindow(dayMs);
  return {
    /** Throws error 6 or 29. */
    check(key: string, method: string, { perSecond, perDay }: Limits, now: number): void {
      if (perSecond !== null && !second.take(key, perSecond, now)) throw new VkRefusal(6);
      if (perDay !== null && !day.take(`${key} ${method}`, perDay, now)) throw new VkRefusal(29);
    },
  };
}

/** How long the log of deliveries waits before it loads again. */
import type { AlertDelivery } from '../../../shared/api/alert-deliveries.ts';

/** A message that is being sent, or is due soon, has its outcome within seconds. */
const soonMs = 3 * 60 * 1000;
const shortPauseMs = 3000;

/** Milliseconds, or null when nothing waits. `now` is in milliseconds since the epoch. */
export function pauseBeforeReload(
  deliveries: readonly Pick<AlertDelivery, 'state' | 'nextTry'>[],
  now: number,
): number | null {
  const waits = deliveries.flatMap(({ state, nextTry }) =>
    state === 'waiting' && nextTry !== null ? [Date.parse(nextTry) - now - soonMs] : [],
  );
  return waits.length === 0 ? null : Math.max(shortPauseMs, Math.min(...waits));
}

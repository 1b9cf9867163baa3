/** Stops calls while VK does not work, so that phrases do not spend the budget one after another to find that out. */

/** The attempts of one search. */
const failuresMax = 5;
const firstPauseMs = 60_000;
const longestPauseMs = 15 * 60_000;

export type CircuitBreaker = {
  /** Until when no call may start; null when calls may. */
  openUntil(): number | null;
  succeeded(): void;
  failed(): void;
};

/** Opens after five failures in a row. When a pause has ended, a failure opens it again for twice the time. */
export function createCircuitBreaker(now: () => number): CircuitBreaker {
  let failures = 0;
  let pauseMs = firstPauseMs;
  let until = Number.NEGATIVE_INFINITY;
  const isOpen = () => until > now();

  return {
    openUntil: () => (isOpen() ? until : null),
    succeeded() {
      failures = 0;
      pauseMs = firstPauseMs;
      until = Number.NEGATIVE_INFINITY;
    },
    failed() {
      failures += 1;
      // Calls that were under way when it opened have no effect.
      if (failures < failuresMax || isOpen()) return;
      until = now() + pauseMs;
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    },
  };
}

/** What a signal to stop means when it is not the first: npm passes a Ctrl+C on that the terminal has sent already. */

/** Two signals within this time are one wish. */
const oneWishMs = 1000;

/** Tells of each signal: the first stops, one soon after it says the same again, a later one ends at once. */
export function readStopSignals(now: () => number): () => 'stop' | 'same' | 'end' {
  let stoppedAt: number | null = null;
  return () => {
    if (stoppedAt !== null) return now() - stoppedAt < oneWishMs ? 'same' : 'end';
    stoppedAt = now();
    return 'stop';
  };
}

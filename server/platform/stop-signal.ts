/** Interprets repeated stop signals: npm forwards a Ctrl+C that the terminal has already sent to the process. */

/** Signals within this time count as one. */
const repeatMs = 1000;

/** Returns the action for a signal: the first stops, a repeated one is ignored, a later one exits at once. */
export function createSignalReader(now: () => number): () => 'stop' | 'ignore' | 'exit' {
  let stoppedAt: number | null = null;
  return () => {
    if (stoppedAt !== null) return now() - stoppedAt < repeatMs ? 'ignore' : 'exit';
    stoppedAt = now();
    return 'stop';
  };
}

/** Spaces the calls of one key: VK refuses a fourth call within a second. */

/** Three calls a second, and some room for the network's jitter. */
const firstGapMs = 400;
const widestGapMs = 5000;
const widening = 1.1;
/** The pause after VK has refused a call as one too many. */
const refusedPauseMs = 1200;

export type Clock = { now: () => number; sleep: (ms: number, signal: AbortSignal) => Promise<unknown> };

export type Pacer = {
  /** Runs calls one at a time, in their order. Rejects with the reason of the signal before the call starts. */
  run<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T>;
  /** Pauses and widens the gap, after VK has refused a call as one too many. */
  slowDown(): void;
  /** Calls that run or wait. */
  pending(): number;
};

export function createPacer({ now, sleep }: Clock): Pacer {
  let gapMs = firstGapMs;
  let readyAt = Number.NEGATIVE_INFINITY;
  let pending = 0;
  let last: Promise<unknown> = Promise.resolve();

  async function start<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    // The limit guards against a clock that was set back.
    const waitMs = Math.min(readyAt - now(), widestGapMs);
    if (waitMs > 0) await sleep(waitMs, signal);
    readyAt = now() + gapMs;
    return call();
  }

  return {
    async run(signal, call) {
      pending += 1;
      const result = last.then(() => start(signal, call));
      last = result.catch(() => {});
      try {
        return await result;
      } finally {
        pending -= 1;
      }
    },
    slowDown() {
      gapMs = Math.min(Math.round(gapMs * widening), widestGapMs);
      readyAt = now() + Math.max(refusedPauseMs, gapMs);
    },
    pending: () => pending,
  };
}

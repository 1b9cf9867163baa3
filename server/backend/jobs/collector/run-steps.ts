/** What the readers of the collection have in common: each takes one claim after another. */
import type { Pause } from '../../../platform/background.ts';

/** Another process has the claim now. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

/** `pollMs`: what becomes due is noticed within this time. `untilIdle`: ends when there is nothing to do. */
type Running = { pause: Pause; pollMs: number; signal: AbortSignal; untilIdle: boolean };

/** Runs steps until the signal is aborted. A step returns whether there may be more to do now. */
export async function runSteps(
  step: () => Promise<boolean>,
  { pause, pollMs, signal, untilIdle }: Running,
): Promise<void> {
  while (!signal.aborted) {
    if (await step()) continue;
    if (untilIdle) return;
    await pause(pollMs, signal).catch(() => {});
  }
}

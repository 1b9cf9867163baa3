/** Repeats work in the background until it is closed. */
import { setTimeout } from 'node:timers/promises';
import type { WorkLog } from './fault-log.ts';

/** Rejects when the signal is aborted. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<unknown>;
export const sleep: Pause = (ms, signal) => setTimeout(ms, undefined, { signal });

/** Closing waits for the current step. */
export type Background = { close(): Promise<void> };

/** Resolves after the time, or at once when the work is closed. */
export type Rest = (ms: number) => Promise<unknown>;

export type Running = { signal: AbortSignal; rest: Rest };

export function startBackground(run: (running: Running) => Promise<unknown>, pause: Pause = sleep): Background {
  const closing = new AbortController();
  const { signal } = closing;
  const ended = run({ signal, rest: (ms) => pause(ms, signal).catch(() => {}) });
  return {
    async close() {
      closing.abort();
      await ended;
    },
  };
}

/** The result of the last round. */
export const done = Symbol('done');

export type Pauses = { pauseMs: number; faultPauseMs?: number };

/** Runs rounds with pauses, even after a fault, until the work is closed or a round resolves with `done`. */
export async function repeat(
  { signal, rest }: Running,
  log: WorkLog,
  { pauseMs, faultPauseMs = pauseMs }: Pauses,
  runRound: () => Promise<unknown>,
): Promise<void> {
  while (!signal.aborted) {
    const result = await runRound().catch((error: unknown) => void (signal.aborted || log.fail(error)));
    const succeeded = log.endRound();
    if (result === done) return;
    await rest(succeeded ? pauseMs : faultPauseMs);
  }
}

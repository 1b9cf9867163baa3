/** How a run ends after a fault. */
import { hourMs, minuteMs } from '../../../platform/durations.ts';
import type { RunEnd } from '../../store/collection-store.ts';
import { type FaultKind, SourceFault } from './search-source.ts';

/** When the phrase is due again, if the fault has no time of its own. A lack of calls never has. */
const retryMs: Record<FaultKind, number> = {
  temporary: 5 * minuteMs,
  // No phrase is claimed while no key has calls, and more calls may come at any time: a raised limit, another key.
  budget: 0,
  keys: minuteMs,
  object: hourMs,
  // The network will refuse the same query again, until the phrase or the network's rules change.
  request: 24 * hourMs,
};

/** An error of ours or of the database: the collector stops, and starts again later. */
const internalRetryMs = hourMs;

export function endOfFault(error: unknown, now: number): RunEnd {
  if (!(error instanceof SourceFault)) {
    return { outcome: 'waiting', reason: 'internal error, see the log', dueAt: now + internalRetryMs };
  }
  const { kind, message, until } = error;
  return {
    outcome: kind === 'request' ? 'failed' : 'waiting',
    reason: message,
    dueAt: kind === 'budget' ? now : (until ?? now + retryMs[kind]),
  };
}

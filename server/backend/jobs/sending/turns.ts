/** Which receivers may get a message now: how many tries run at once, and which receivers rest after a fault. */
import { hourMs, minuteMs } from '../../../platform/durations.ts';
import type { DueDelivery } from '../../store/alerts-store.ts';
import type { Outcome } from './deliver.ts';
import { pauseAfter } from './retry-times.ts';

/** Tries at once, per process. The silent receivers of one account leave the others their places. */
export const triesMax = { channel: 16, account: 4, receiver: 1 };

/** A receiver that has failed many times is tried again after this pause. */
const restMaxMs = 10 * minuteMs;

/** An entry of a feed has no receiver: those of an account take turns. */
const receiverOf = ({ channel, address, account }: DueDelivery): string => `${channel} to ${address || account}`;

/** Under which keys a try is counted, and the limits of these keys. */
const placesOf = (due: DueDelivery): [key: string, limit: number][] => [
  [due.channel, triesMax.channel],
  [`${due.channel} of ${due.account}`, triesMax.account],
  [receiverOf(due), triesMax.receiver],
];

export function createTurns(now: () => number) {
  const running = new Map<string, number>();
  const rests = new Map<string, { failures: number; until: number }>();

  function rest(receiver: string): void {
    // Those to which nobody sends any more are forgotten.
    for (const [other, { until }] of rests) if (until + hourMs < now()) rests.delete(other);
    const failures = (rests.get(receiver)?.failures ?? 0) + 1;
    rests.set(receiver, { failures, until: now() + Math.min(pauseAfter(failures) ?? restMaxMs, restMaxMs) });
  }

  function count(due: DueDelivery, change: 1 | -1): void {
    for (const [key] of placesOf(due)) running.set(key, (running.get(key) ?? 0) + change);
  }

  return {
    /** Somebody waits for a trial: it is sent to a resting receiver too. */
    rests: (due: DueDelivery): boolean => due.kind !== 'trial' && (rests.get(receiverOf(due))?.until ?? 0) > now(),
    hasPlace: (due: DueDelivery): boolean => placesOf(due).every(([key, limit]) => (running.get(key) ?? 0) < limit),
    begin: (due: DueDelivery): void => count(due, 1),
    end(due: DueDelivery, outcome: Outcome): void {
      count(due, -1);
      for (const [key] of placesOf(due)) if (running.get(key) === 0) running.delete(key);
      if (outcome === 'taken') rests.delete(receiverOf(due));
      if (outcome === 'failed') rest(receiverOf(due));
    },
  };
}

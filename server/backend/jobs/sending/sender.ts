/** Sends the messages of the outbox that are due, several at once, so that a silent receiver delays no other. */
import { hourMs, minuteMs } from '../../../../shared/durations.ts';
import type { DueDelivery } from '../../store/deliveries.ts';
import { deliver, leaseMs, type Outcome, pauseAfter, type SenderDeps } from './deliver.ts';

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

function createTurns(now: () => number) {
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

/** An aborted signal breaks off the tries under way. `onFault` gets faults of the store. */
export function createSender(deps: SenderDeps, signal: AbortSignal, onFault: (error: unknown) => void) {
  const { alerts, now } = deps;
  const turns = createTurns(now);
  const tries = new Set<Promise<void>>();
  /** Messages that were due at the last look and had no place. */
  let waiting: DueDelivery[] = [];

  async function attempt(due: DueDelivery): Promise<void> {
    let outcome: Outcome = 'undecided';
    let isTaken = false;
    try {
      const claimed = await alerts.claim(due.deliveryId, now(), now() + leaseMs);
      if (claimed) outcome = await deliver(deps, claimed, signal);
      isTaken = claimed !== null;
    } catch (error) {
      onFault(error);
    }
    turns.end(due, outcome);
    // Another look would find a message that was not taken at once.
    if (isTaken && waiting.length === 0) await look().catch(onFault);
    else beginSome();
  }

  /** Begins those that have a place. A message for a resting receiver is found again by a later look. */
  function beginSome(): void {
    const found = waiting;
    waiting = [];
    for (const due of found) {
      if (signal.aborted || turns.rests(due)) continue;
      if (!turns.hasPlace(due)) {
        waiting.push(due);
        continue;
      }
      turns.begin(due);
      const one = attempt(due).finally(() => tries.delete(one));
      tries.add(one);
    }
  }

  async function look(): Promise<void> {
    if (signal.aborted) return;
    waiting = await alerts.due(now(), triesMax.account);
    beginSome();
  }

  return {
    /** Begins the tries that may run now. Each one that ends begins others. */
    tick: look,
    /** Resolves when no try is under way. */
    async settled(): Promise<void> {
      while (tries.size > 0) await Promise.all(tries);
    },
  };
}

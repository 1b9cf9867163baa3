/**
 * Sends the messages of the outbox that are due, several at once, so that a silent receiver delays no other receiver.
 */
import { hourMs, minuteMs } from '../../../../shared/durations.ts';
import type { DueDelivery } from '../../store/deliveries.ts';
import { deliver, leaseMs, type Outcome, pauseAfter, type SenderDeps } from './deliver.ts';

/** Limits of concurrent tries per process. Silent receivers of one account do not block other accounts. */
export const triesMax = { channel: 16, account: 4, receiver: 1 };

/** The longest pause of a receiver that keeps failing. */
const restMaxMs = 10 * minuteMs;

/** Entries of a feed have no receiver; the entries of one account take turns. */
const receiverOf = ({ channel, address, account }: DueDelivery): string => `${channel} to ${address || account}`;

/** The keys under which a try is counted, and their limits. */
const limitsOf = (due: DueDelivery): [key: string, limit: number][] => [
  [due.channel, triesMax.channel],
  [`${due.channel} of ${due.account}`, triesMax.account],
  [receiverOf(due), triesMax.receiver],
];

function createTurns(now: () => number) {
  const running = new Map<string, number>();
  const rests = new Map<string, { failures: number; until: number }>();

  function rest(receiver: string): void {
    // Forgets receivers to which nobody sends any more.
    for (const [other, { until }] of rests) if (until + hourMs < now()) rests.delete(other);
    const failures = (rests.get(receiver)?.failures ?? 0) + 1;
    rests.set(receiver, { failures, until: now() + Math.min(pauseAfter(failures) ?? restMaxMs, restMaxMs) });
  }

  function count(due: DueDelivery, change: 1 | -1): void {
    for (const [key] of limitsOf(due)) running.set(key, (running.get(key) ?? 0) + change);
  }

  return {
    /** A trial is also sent to a resting receiver, because somebody waits for it. */
    rests: (due: DueDelivery): boolean => due.kind !== 'trial' && (rests.get(receiverOf(due))?.until ?? 0) > now(),
    isWithinLimits: (due: DueDelivery): boolean =>
      limitsOf(due).every(([key, limit]) => (running.get(key) ?? 0) < limit),
    begin: (due: DueDelivery): void => count(due, 1),
    end(due: DueDelivery, outcome: Outcome): void {
      count(due, -1);
      for (const [key] of limitsOf(due)) if (running.get(key) === 0) running.delete(key);
      if (outcome === 'taken') rests.delete(receiverOf(due));
      if (outcome === 'failed') rest(receiverOf(due));
    },
  };
}

/** An aborted signal interrupts the current tries. `onFault` gets faults of the store. */
export function createSender(deps: SenderDeps, signal: AbortSignal, onFault: (error: unknown) => void) {
  const { alerts, now } = deps;
  const turns = createTurns(now);
  const tries = new Set<Promise<void>>();
  /** Due messages of the last query that a limit holds back. */
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
    // Without a claim, another query would find the same message at once.
    if (isTaken && waiting.length === 0) await poll().catch(onFault);
    else beginTries();
  }

  /** Begins the tries that are within the limits. A later query finds messages for resting receivers again. */
  function beginTries(): void {
    const candidates = waiting;
    waiting = [];
    for (const due of candidates) {
      if (signal.aborted || turns.rests(due)) continue;
      if (!turns.isWithinLimits(due)) {
        waiting.push(due);
        continue;
      }
      turns.begin(due);
      const one = attempt(due).finally(() => tries.delete(one));
      tries.add(one);
    }
  }

  async function poll(): Promise<void> {
    if (signal.aborted) return;
    waiting = await alerts.due(now(), triesMax.account);
    beginTries();
  }

  return {
    /** Begins the tries that may run now. Each one that ends begins others. */
    tick: poll,
    /** Resolves when no try is under way. */
    async settled(): Promise<void> {
      while (tries.size > 0) await Promise.all(tries);
    },
  };
}

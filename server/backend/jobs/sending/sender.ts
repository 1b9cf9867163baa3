/** Sends the messages of the outbox that are due, several at once, so that a silent receiver delays no other. */
import type { DueDelivery } from '../../store/alerts-store.ts';
import { deliver, leaseMs, type Outcome, type SenderDeps } from './deliver.ts';
import { createTurns, triesMax } from './turns.ts';

export type Sender = {
  /** Begins the tries that may run now. Each one that ends begins others. */
  tick(): Promise<void>;
  /** Resolves when no try is under way. */
  settled(): Promise<void>;
};

/** An aborted signal breaks off the tries under way. `onFault` gets faults of the store. */
export function createSender(deps: SenderDeps, signal: AbortSignal, onFault: (error: unknown) => void): Sender {
  const { alerts, now } = deps;
  const turns = createTurns(now);
  const tries = new Set<Promise<void>>();
  /** Messages that were due at the last look and had no place. */
  let waiting: DueDelivery[] = [];

  /** Returns whether the message was taken: if not, another look would find it at once. */
  async function attempt(due: DueDelivery): Promise<boolean> {
    let outcome: Outcome = 'undecided';
    try {
      const claimed = await alerts.claim(due.deliveryId, now(), now() + leaseMs);
      if (claimed === null) return false;
      outcome = await deliver(deps, claimed, signal);
      return true;
    } finally {
      turns.end(due, outcome);
    }
  }

  async function attemptAndGoOn(due: DueDelivery): Promise<void> {
    try {
      const taken = await attempt(due);
      if (taken && waiting.length === 0) await look();
      else beginSome();
    } catch (error) {
      onFault(error);
      beginSome();
    }
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
      const one = attemptAndGoOn(due).finally(() => tries.delete(one));
      tries.add(one);
    }
  }

  async function look(): Promise<void> {
    if (signal.aborted) return;
    waiting = await alerts.due(now(), triesMax.account);
    beginSome();
  }

  return {
    tick: look,
    async settled() {
      while (tries.size > 0) await Promise.all(tries);
    },
  };
}

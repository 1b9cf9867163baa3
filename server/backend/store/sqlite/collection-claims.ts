/** Claims of phrases in SQLite, from the claim until the run ends or loses its lease. */
import type { DatabaseSync } from 'node:sqlite';
import type { Claim, CollectionStore } from '../collection-store.ts';
import type { CollectionLeases } from './collection-leases.ts';
import type { PhraseReader } from './collection-phrases.ts';
import type { CollectionRuns } from './collection-runs.ts';
import { createCollectionTurns, type Turn } from './collection-turns.ts';
import { transaction } from './database.ts';

type ClaimOptions = Parameters<CollectionStore['claim']>[0];
type Parts = { leases: CollectionLeases; runs: CollectionRuns; phrases: PhraseReader };

export function createCollectionClaims(
  db: DatabaseSync,
  { leases, runs, phrases }: Parts,
): Pick<CollectionStore, 'claim' | 'takeBack' | 'extend'> {
  const nextTurn = createCollectionTurns(db);
  function start({ wordId, clientId }: Turn, { now, leaseMs, collector }: ClaimOptions): Claim {
    const runId = runs.start(wordId, clientId, now);
    leases.take(wordId, runId, now + leaseMs, collector ?? null);
    const { text, fullSearch, requestedAt, collectedTo, cursor, found } = phrases.get(wordId, now);
    return { runId, wordId, text, fullSearch, urgent: requestedAt !== null, collectedTo, cursor, found };
  }
  return {
    claim: async (options) =>
      transaction(db, () => {
        const { now, urgentOnly } = options;
        runs.endLost(now);
        leases.releaseEnded(now);
        const turn = nextTurn(now, urgentOnly);
        return turn && start(turn, options);
      }),
    takeBack: async (collectors, now) =>
      transaction(db, () => {
        leases.releaseHeldBy(collectors);
        runs.endLost(now);
      }),
    extend: async (claim, now, leaseMs) => leases.extend(claim, now + leaseMs),
  };
}

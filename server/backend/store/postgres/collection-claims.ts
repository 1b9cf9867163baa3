/** Claims of phrases in PostgreSQL, from the claim until the run ends or loses its lease. */
import { afterRun } from '../collected-phrase.ts';
import { holdsLease, releaseEndedLeases, releaseLease, releaseLeasesOf, takeLease } from '../collection-leases.ts';
import type { Claim, CollectionStore, RunEnd } from '../collection-store.ts';
import type { Db } from '../port.ts';
import { endWaiting } from '../word-links.ts';
import { getPhrase } from './collection-phrases.ts';
import { endLostRuns, endRun, startRun } from './collection-runs.ts';
import { endWaitingOfCollected, nextTurn, type Turn } from './collection-turns.ts';

type ClaimOptions = Parameters<CollectionStore['claim']>[0];

async function start(db: Db, { wordId, clientId }: Turn, { now, leaseMs, collector }: ClaimOptions): Promise<Claim> {
  const runId = await startRun(db, wordId, clientId, now);
  await takeLease(db, { wordId, runId, until: now + leaseMs, collector: collector ?? null });
  const { text, fullSearch, requestedAt, collectedTo, cursor, found } = await getPhrase(db, wordId, now);
  return { runId, wordId, text, fullSearch, urgent: requestedAt !== null, collectedTo, cursor, found };
}

async function finish(db: Db, claim: Claim, end: RunEnd, now: number): Promise<boolean> {
  await db.lock('words');
  if (!(await holdsLease(db, claim))) return false;
  const { wordId, runId } = claim;
  const hasSaved = await endRun(db, runId, end, now);
  const { state, intervalMs, reason } = afterRun(await getPhrase(db, wordId, now), end, hasSaved, now);
  await releaseLease(db, wordId);
  await db.run(
    `UPDATE collection_phrases SET due_at = $1, requested_at = NULL, interval_ms = coalesce($2, interval_ms), reason = $3
     WHERE word_id = $4`,
    ...[end.dueAt, intervalMs, reason, wordId],
  );
  await db.run(
    'UPDATE words SET update_dt = coalesce($1, update_dt), state = $2 WHERE word_id = $3',
    ...[hasSaved ? now : null, state, wordId],
  );
  if (hasSaved || end.outcome !== 'waiting') await endWaiting(db, wordId, now);
  return true;
}

export const createCollectionClaims = (db: Db): Pick<CollectionStore, 'claim' | 'takeBack' | 'extend' | 'finish'> => ({
  async claim(options) {
    const { now, urgentOnly } = options;
    if (!urgentOnly) await endWaitingOfCollected(db, now);
    return db.transaction(async (tx) => {
      // Shares are fair only if claims take turns.
      await tx.lock('claims');
      await endLostRuns(tx, now);
      await releaseEndedLeases(tx, now);
      const turn = await nextTurn(tx, now, urgentOnly);
      return turn && start(tx, turn, options);
    });
  },
  takeBack: (collectors, now) =>
    db.transaction(async (tx) => {
      await tx.lock('words');
      await tx.lock('claims');
      await releaseLeasesOf(tx, collectors);
      await endLostRuns(tx, now);
    }),
  extend: async ({ wordId, runId }, now, leaseMs) =>
    (await db.run(
      'UPDATE collection_phrases SET lease_until = $1 WHERE word_id = $2 AND run_id = $3',
      ...[now + leaseMs, wordId, runId],
    )) === 1,
  finish: (claim, end, now) => db.transaction((tx) => finish(tx, claim, end, now)),
});

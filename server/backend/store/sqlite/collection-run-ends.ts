/** Ends of runs in SQLite: the phrase's state, and when it is due again. */
import type { DatabaseSync } from 'node:sqlite';
import { afterRun } from '../collected-phrase.ts';
import type { Claim, CollectionStore, RunEnd } from '../collection-store.ts';
import type { CollectionLeases } from './collection-leases.ts';
import type { PhraseReader } from './collection-phrases.ts';
import type { CollectionRuns } from './collection-runs.ts';
import { transaction } from './database.ts';

type Parts = { leases: CollectionLeases; runs: CollectionRuns; phrases: PhraseReader };

export function createCollectionRunEnds(
  db: DatabaseSync,
  { leases, runs, phrases }: Parts,
): Pick<CollectionStore, 'finish'> {
  const plan = db.prepare(
    `UPDATE collection_phrases SET due_at = ?, requested_at = NULL, interval_ms = coalesce(?, interval_ms), reason = ?
     WHERE word_id = ?`,
  );
  const update = db.prepare('UPDATE words SET update_dt = coalesce(?, update_dt), state = ? WHERE word_id = ?');

  const endWaiting = db.prepare('UPDATE word_clients SET awaits = 0, collected_at = ? WHERE word_id = ? AND awaits');

  function finish({ wordId, runId }: Claim, end: RunEnd, now: number): void {
    const hasSaved = runs.end(runId, end, now);
    const { state, intervalMs, reason } = afterRun(phrases.get(wordId, now), end, hasSaved, now);
    leases.release(wordId);
    plan.run(end.dueAt, intervalMs, reason, wordId);
    update.run(hasSaved ? now : null, state, wordId);
    if (hasSaved || end.outcome !== 'waiting') endWaiting.run(now, wordId);
  }
  return {
    finish: async (claim, end, now) =>
      transaction(db, () => {
        if (!leases.isHeld(claim)) return false;
        finish(claim, end, now);
        return true;
      }),
  };
}

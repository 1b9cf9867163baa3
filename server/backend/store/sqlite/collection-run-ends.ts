/** Ends of runs in SQLite: the phrase's state, and when it is due again. */
import type { DatabaseSync } from 'node:sqlite';
import type { WordState } from '../../../../shared/rules/word-states.ts';
import type { Claim, CollectionStore, RunEnd } from '../collection-store.ts';
import type { CollectionLeases } from './collection-leases.ts';
import type { PhraseReader } from './collection-phrases.ts';
import type { CollectionRuns } from './collection-runs.ts';
import { transaction } from './database.ts';

type Parts = { leases: CollectionLeases; runs: CollectionRuns; phrases: PhraseReader };

/** An interrupted run that saved nothing changes no state. */
function stateAfter(state: WordState, { outcome }: RunEnd, hasSaved: boolean): WordState {
  if (outcome === 'failed') return 'error';
  return outcome === 'waiting' && !hasSaved ? state : 'ready';
}

/** Only runs that gathered what there was measure the interval. */
const intervalOf = ({ outcome, dueAt }: RunEnd, now: number): number | null =>
  outcome === 'done' || outcome === 'partial' ? dueAt - now : null;

export function createCollectionRunEnds(
  db: DatabaseSync,
  { leases, runs, phrases }: Parts,
): Pick<CollectionStore, 'finish'> {
  const plan = db.prepare(
    `UPDATE collection_phrases SET due_at = ?, requested_at = NULL, interval_ms = coalesce(?, interval_ms), reason = ?
     WHERE word_id = ?`,
  );
  const update = db.prepare('UPDATE words SET update_dt = ?, state = ? WHERE word_id = ?');

  function finish({ wordId, runId }: Claim, end: RunEnd, now: number): void {
    const hasSaved = runs.end(runId, end, now);
    const before = phrases.get(wordId, now);
    const state = stateAfter(before.state, end, hasSaved);
    // An interruption does not explain an earlier error.
    const reason = state === 'error' && end.outcome === 'waiting' ? before.reason : end.reason;
    leases.release(wordId);
    plan.run(end.dueAt, intervalOf(end, now), reason, wordId);
    update.run(now, state, wordId);
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

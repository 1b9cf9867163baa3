/** The life of a run in SQLite: claiming a phrase, extending the lease, and the end. */
import type { DatabaseSync } from 'node:sqlite';
import type { WordState } from '../../../../shared/rules/word.ts';
import type { Claim, CollectionStore, RunEnd } from '../collection-store.ts';
import type { CollectionLeases } from './collection-leases.ts';
import { createPhraseReader } from './collection-phrases.ts';
import type { CollectionRuns } from './collection-runs.ts';
import { createCollectionTurns, type Turn } from './collection-turns.ts';
import { transaction } from './database.ts';

type CollectionClaims = Pick<CollectionStore, 'claim' | 'extend' | 'finish' | 'markUncollected' | 'request'>;

/** An interrupted run that saved nothing changes no state. */
function stateAfter(state: WordState, { outcome }: RunEnd, hasSaved: boolean): WordState {
  if (outcome === 'failed') return 'error';
  return outcome === 'waiting' && !hasSaved ? state : 'ready';
}

/** Only runs that gathered what there was measure the interval. */
const intervalOf = ({ outcome, dueAt }: RunEnd, now: number): number | null =>
  outcome === 'done' || outcome === 'partial' ? dueAt - now : null;

export function createCollectionClaims(
  db: DatabaseSync,
  leases: CollectionLeases,
  runs: CollectionRuns,
): CollectionClaims {
  const nextTurn = createCollectionTurns(db);
  const findPhrase = createPhraseReader(db);
  const request = db.prepare('UPDATE collection_phrases SET requested_at = ? WHERE word_id = ?');
  const plan = db.prepare(
    `UPDATE collection_phrases SET due_at = ?, requested_at = NULL, interval_ms = coalesce(?, interval_ms), reason = ?
     WHERE word_id = ?`,
  );
  const endRun = db.prepare('UPDATE words SET update_dt = ?, state = ? WHERE word_id = ?');
  const setWorking = db.prepare('UPDATE collector SET working = ?');
  const setPending = db.prepare(
    `UPDATE words SET state = 'pending' WHERE state = 'ready'
       AND word_id IN (SELECT word_id FROM collection_phrases WHERE found IS NULL)`,
  );
  const clearPending = db.prepare("UPDATE words SET state = 'ready' WHERE state = 'pending'");

  const endLostRuns = (now: number): void => {
    runs.endLost(now);
    leases.releaseEnded(now);
  };
  const requirePhrase = (wordId: number, now: number) => {
    const phrase = findPhrase(wordId, now);
    if (!phrase) throw new Error(`Phrase ${wordId} disappeared within its own transaction`);
    return phrase;
  };

  function start({ wordId, clientId }: Turn, now: number, leaseMs: number): Claim {
    const runId = runs.start(wordId, clientId, now);
    leases.take(wordId, runId, now + leaseMs);
    const { text, fullSearch, requestedAt, collectedTo, cursor, found } = requirePhrase(wordId, now);
    return { runId, wordId, text, fullSearch, urgent: requestedAt !== null, collectedTo, cursor, found };
  }

  function finish(claim: Claim, end: RunEnd, now: number): void {
    const hasSaved = runs.end(claim.runId, end, now);
    const before = requirePhrase(claim.wordId, now);
    const state = stateAfter(before.state, end, hasSaved);
    // An interruption does not explain an earlier error.
    const reason = state === 'error' && end.outcome === 'waiting' ? before.reason : end.reason;
    leases.release(claim.wordId);
    plan.run(end.dueAt, intervalOf(end, now), reason, claim.wordId);
    endRun.run(now, state, claim.wordId);
  }

  return {
    claim: async ({ now, leaseMs, urgentOnly }) =>
      transaction(db, () => {
        endLostRuns(now);
        const turn = nextTurn(now, urgentOnly);
        return turn && start(turn, now, leaseMs);
      }),
    extend: async (claim, now, leaseMs) => leases.extend(claim, now + leaseMs),
    finish: async (claim, end, now) =>
      transaction(db, () => {
        if (!leases.isHeld(claim)) return false;
        finish(claim, end, now);
        return true;
      }),
    markUncollected: async (working, now) =>
      transaction(db, () => {
        endLostRuns(now);
        setWorking.run(Number(working));
        (working ? setPending : clearPending).run();
      }),
    request: async (wordId, now) =>
      transaction(db, () => {
        const phrase = findPhrase(wordId, now);
        if (!phrase?.tracked) return 'unknown';
        if (phrase.state === 'freeze') return 'frozen';
        if (phrase.running || phrase.requestedAt !== null) return 'busy';
        request.run(now, wordId);
        return 'requested';
      }),
  };
}

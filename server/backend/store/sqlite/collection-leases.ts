/** Leases of phrases in SQLite. A phrase has a run ID, and `Running`, exactly while it has a lease. */
import type { DatabaseSync } from 'node:sqlite';
import type { Claim } from '../collection-store.ts';

/** The methods run inside the caller's transaction. */
export function createCollectionLeases(db: DatabaseSync) {
  const take = db.prepare('UPDATE collection_phrases SET run_id = ?, lease_until = ?, leased_by = ? WHERE word_id = ?');
  const held = db.prepare('SELECT 1 FROM collection_phrases WHERE word_id = ? AND run_id = ?');
  const extend = db.prepare('UPDATE collection_phrases SET lease_until = ? WHERE word_id = ? AND run_id = ?');
  const drop = db.prepare(
    `UPDATE collection_phrases SET run_id = NULL, lease_until = NULL, leased_by = NULL
     WHERE word_id = ? AND run_id IS NOT NULL`,
  );
  const ended = db.prepare(
    'SELECT word_id AS wordId FROM collection_phrases WHERE run_id IS NOT NULL AND lease_until <= ?',
  );
  const heldBy = db.prepare(
    `SELECT word_id AS wordId FROM collection_phrases
     WHERE run_id IS NOT NULL AND leased_by IN (SELECT value FROM json_each(?))`,
  );
  const setRunning = db.prepare('UPDATE words SET running = ?1 WHERE word_id = ?2 AND running <> ?1');

  const release = (wordId: number): void => {
    drop.run(wordId);
    setRunning.run(0, wordId);
  };
  return {
    take(wordId: number, runId: number, until: number, collector: string | null): void {
      take.run(runId, until, collector, wordId);
      setRunning.run(1, wordId);
    },
    isHeld: ({ wordId, runId }: Claim): boolean => held.get(wordId, runId) !== undefined,
    /** False: the lease was lost. */
    extend: ({ wordId, runId }: Claim, until: number): boolean => extend.run(until, wordId, runId).changes === 1,
    /** Its run can save nothing more. */
    release,
    releaseHeldBy(collectors: readonly string[]): void {
      for (const { wordId } of heldBy.all(JSON.stringify(collectors))) release(Number(wordId));
    },
    releaseEnded(now: number): void {
      for (const { wordId } of ended.all(now)) release(Number(wordId));
    },
  };
}

export type CollectionLeases = ReturnType<typeof createCollectionLeases>;

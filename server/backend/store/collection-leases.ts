/** Leases of phrases in PostgreSQL. A phrase has a run ID, and `Running`, exactly while it has a lease. */
import type { Claim } from './collection-store.ts';
import type { Db } from './port.ts';

const setRunning = (db: Db, wordId: number, running: boolean) =>
  db.run('UPDATE words SET running = $1 WHERE word_id = $2 AND running <> $1', running, wordId);

export async function takeLease(
  db: Db,
  { wordId, runId, until, collector }: { wordId: number; runId: number; until: number; collector: string | null },
): Promise<void> {
  await db.run(
    'UPDATE collection_phrases SET run_id = $1, lease_until = $2, leased_by = $3 WHERE word_id = $4',
    ...[runId, until, collector, wordId],
  );
  await setRunning(db, wordId, true);
}

/** Also keeps others from ending the lease until the end of the transaction. */
export const holdsLease = async (db: Db, { wordId, runId }: Claim): Promise<boolean> =>
  (await db.row('SELECT 1 FROM collection_phrases WHERE word_id = $1 AND run_id = $2 FOR UPDATE', wordId, runId)) !==
  null;

/** Its run can save nothing more. */
export async function releaseLease(db: Db, wordId: number): Promise<void> {
  await db.run(
    `UPDATE collection_phrases SET run_id = NULL, lease_until = NULL, leased_by = NULL
     WHERE word_id = $1 AND run_id IS NOT NULL`,
    wordId,
  );
  await setRunning(db, wordId, false);
}

export async function releaseEndedLeases(db: Db, now: number): Promise<void> {
  const ended = await db.rows<{ wordId: number }>(
    'SELECT word_id FROM collection_phrases WHERE run_id IS NOT NULL AND lease_until <= $1 FOR UPDATE SKIP LOCKED',
    now,
  );
  for (const { wordId } of ended) await releaseLease(db, wordId);
}

export async function releaseLeasesOf(db: Db, collectors: readonly string[]): Promise<void> {
  const held = await db.rows<{ wordId: number }>(
    'SELECT word_id FROM collection_phrases WHERE run_id IS NOT NULL AND leased_by = ANY ($1) FOR UPDATE',
    collectors,
  );
  for (const { wordId } of held) await releaseLease(db, wordId);
}

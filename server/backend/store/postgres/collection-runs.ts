/** Runs of the collector in PostgreSQL. */
import { runsKeptCount, runsKeptMs, runsPrunedMax } from '../collection-limits.ts';
import type { CollectionStore, RunEnd, RunRow } from '../collection-store.ts';
import type { Db } from '../port.ts';

const select = `
  SELECT run_id, word_id, words.text AS word, started_at, ended_at, found, added, calls, outcome, reason
  FROM collection_runs JOIN words USING (word_id)`;

/** Returns the ID of the run. Prunes old runs. */
export async function startRun(db: Db, wordId: number, clientId: string | null, now: number): Promise<number> {
  const run = await db.row<{ runId: number }>(
    'INSERT INTO collection_runs (word_id, client_id, started_at) VALUES ($1, $2, $3) RETURNING run_id',
    ...[wordId, clientId, now],
  );
  const runId = run?.runId ?? 0;
  await db.run(
    `DELETE FROM collection_runs WHERE run_id IN (
       SELECT run_id FROM collection_runs WHERE run_id <= $1 AND started_at < $2 ORDER BY run_id LIMIT ${runsPrunedMax}
       FOR UPDATE SKIP LOCKED)`,
    ...[runId - runsKeptCount, now - runsKeptMs],
  );
  return runId;
}

export const addRunPage = (db: Db, runId: number, found: number, added: number) =>
  db.run('UPDATE collection_runs SET found = $1, added = added + $2 WHERE run_id = $3', found, added, runId);

/** Returns whether the run has saved a page. */
export async function endRun(db: Db, runId: number, { outcome, reason }: RunEnd, now: number): Promise<boolean> {
  const run = await db.row<{ found: number | null }>(
    'UPDATE collection_runs SET ended_at = $1, outcome = $2, reason = $3 WHERE run_id = $4 RETURNING found',
    ...[now, outcome, reason, runId],
  );
  return run?.found !== null;
}

/** Ends runs without a lease, such as those of a dead process. */
export const endLostRuns = (db: Db, now: number) =>
  db.run(
    `UPDATE collection_runs AS run SET outcome = 'waiting', ended_at = coalesce((
         SELECT lease_until FROM collection_phrases p WHERE p.word_id = run.word_id AND p.run_id = run.run_id), $1)
     WHERE outcome IS NULL AND NOT EXISTS (SELECT 1 FROM collection_phrases p
       WHERE p.word_id = run.word_id AND p.run_id = run.run_id AND p.lease_until > $1)`,
    now,
  );

export const lastRun = (db: Db, wordId: number): Promise<RunRow | null> =>
  db.row<RunRow>(`${select} WHERE word_id = $1 ORDER BY run_id DESC LIMIT 1`, wordId);

export const listRuns = async (db: Db, { limit, offset, wordId }: Parameters<CollectionStore['runs']>[0]) => {
  const where = wordId === null ? '$1::bigint IS NULL' : 'word_id = $1';
  const rows = await db.rows<RunRow>(
    `${select} WHERE ${where} ORDER BY run_id DESC LIMIT $2 OFFSET $3`,
    ...[wordId, limit, offset],
  );
  const count = await db.row<{ total: number }>(`SELECT count(*) AS total FROM collection_runs WHERE ${where}`, wordId);
  return { rows, total: count?.total ?? 0 };
};

/** Runs of the collector. */
import { dayMs } from '../../platform/durations.ts';
import type { RunEnd, RunRow } from './collection-store.ts';
import { countRows, type Page, totalOf } from './page.ts';
import type { Db } from './port.ts';

/** Runs are kept for 30 days, and the newest 10,000 longer. */
const runsKeptMs = 30 * dayMs;
const runsKeptCount = 10_000;
/** Each start of a run deletes at most this many old ones. */
const runsPrunedMax = 100;

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

type Place = { limit: number; offset: number };

/** The newest first. The page is cut before the phrases are looked up. `wordId` null: of all phrases. */
const readRuns = (db: Db, wordId: number | null, { limit, offset }: Place): Promise<RunRow[]> =>
  db.rows<RunRow>(
    `SELECT run_id, word_id, words.text AS word, started_at, ended_at, found, added, calls, outcome, reason
     FROM (SELECT * FROM collection_runs ${wordId === null ? '' : 'WHERE word_id = $3'}
       ORDER BY run_id DESC LIMIT $1 OFFSET $2) AS newest JOIN words USING (word_id)
     ORDER BY run_id DESC`,
    ...[limit, offset, ...(wordId === null ? [] : [wordId])],
  );

export const lastRun = async (db: Db, wordId: number): Promise<RunRow | null> =>
  (await readRuns(db, wordId, { limit: 1, offset: 0 }))[0] ?? null;

/** Newest first. */
export async function listRuns(db: Db, { wordId, ...place }: Place & { wordId: number | null }): Promise<Page<RunRow>> {
  const rows = await readRuns(db, wordId, place);
  const count = () =>
    wordId === null
      ? countRows(db, 'FROM collection_runs')
      : countRows(db, 'FROM collection_runs WHERE word_id = $1', wordId);
  return { rows, total: await totalOf(rows.length, place, count) };
}

/** Runs of the collector, and the time windows that they have collected. Windows of one phrase never overlap. */

import { dayMs } from '../../../shared/durations.ts';
import { adjacentMs, type CollectedWindow } from '../../../shared/rules/coverage.ts';
import type { RunEnd, RunRow } from './collection-store.ts';
import { countRows, type Page, type Slice, totalOf } from './page.ts';
import { type Db, insertRow } from './port.ts';

/** Runs are kept for 30 days, and the newest 10,000 longer. */
const runsKeptMs = 30 * dayMs;
const runsKeptCount = 10_000;
const runsPrunedMax = 100;

/** Returns the ID of the run. Prunes old runs. */
export async function startRun(db: Db, wordId: number, clientId: string | null, now: number): Promise<number> {
  const runId = await insertRow(db, 'collection_runs', { wordId, clientId, startedAt: now }, 'run_id');
  await db.run(
    `DELETE FROM collection_runs WHERE run_id IN (
       SELECT run_id FROM collection_runs WHERE run_id <= $1 AND started_at < $2 ORDER BY run_id LIMIT ${runsPrunedMax}
       ${db.dialect.locking('UPDATE SKIP LOCKED')})`,
    runId - runsKeptCount,
    now - runsKeptMs,
  );
  return runId;
}

export const addRunPage = (db: Db, runId: number, found: number, added: number) =>
  db.run('UPDATE collection_runs SET found = $1, added = added + $2 WHERE run_id = $3', found, added, runId);

/** Returns whether the run has saved a page. */
export async function endRun(db: Db, runId: number, { outcome, reason }: RunEnd, now: number): Promise<boolean> {
  const sql = 'UPDATE collection_runs SET ended_at = $1, outcome = $2, reason = $3 WHERE run_id = $4 RETURNING found';
  return (await db.value(sql, now, outcome, reason, runId)) !== null;
}

/** Ends runs without a lease, such as the runs of a dead process. */
export const endLostRuns = (db: Db, now: number) =>
  db.run(
    `UPDATE collection_runs AS run SET outcome = 'waiting', ended_at = coalesce((
         SELECT lease_until FROM collection_phrases p WHERE p.word_id = run.word_id AND p.run_id = run.run_id), $1)
     WHERE outcome IS NULL AND NOT EXISTS (SELECT 1 FROM collection_phrases p
       WHERE p.word_id = run.word_id AND p.run_id = run.run_id AND p.lease_until > $1)`,
    now,
  );

/** Newest first. The page is cut before the phrases are joined. `condition` is SQL; its value is `$3`. */
const readRuns = (db: Db, condition: string, value: unknown, { limit, offset }: Slice): Promise<RunRow[]> =>
  db.rows<RunRow>(
    `SELECT run_id, word_id, words.text AS word, started_at, ended_at, found, added, calls, outcome, reason
     FROM (SELECT * FROM collection_runs WHERE ${condition}
       ORDER BY run_id DESC LIMIT $1 OFFSET $2) AS newest JOIN words USING (word_id)
     ORDER BY run_id DESC`,
    limit,
    offset,
    value,
  );

export const lastRun = async (db: Db, wordId: number): Promise<RunRow | null> =>
  (await readRuns(db, 'word_id = $3', wordId, { limit: 1, offset: 0 }))[0] ?? null;

/** The IDs of the last failed run of each phrase in the state `error`, newest first. */
async function failedRuns(db: Db): Promise<number[]> {
  const runs = await db.rows<{ runId: number }>(
    `SELECT max(run_id) AS run_id FROM words JOIN collection_runs USING (word_id)
     WHERE words.state = 'error' AND deleted_at IS NULL AND outcome = 'failed' GROUP BY word_id ORDER BY 1 DESC`,
  );
  return runs.map(({ runId }) => runId);
}

/** The `failedRuns`, then the other runs, newest first. */
export async function listRuns(db: Db, slice: Slice): Promise<Page<RunRow>> {
  const failed = await failedRuns(db);
  const shown = failed.slice(slice.offset, slice.offset + slice.limit);
  const others = { limit: slice.limit - shown.length, offset: Math.max(0, slice.offset - failed.length) };
  const rows = [
    ...(await readRuns(db, `run_id ${db.dialect.among('$3', 'bigint')}`, shown, { ...slice, offset: 0 })),
    ...(await readRuns(db, `NOT run_id ${db.dialect.among('$3', 'bigint')}`, failed, others)),
  ];
  return { rows, total: await totalOf(rows.length, slice, () => countRows(db, 'FROM collection_runs')) };
}

/** A phrase with more posts than its runs can read adds a window with every run. Only the newest are kept. */
const windowsMax = 100;

/** Joins overlapping and adjacent windows of the same kind. */
function join(windows: CollectedWindow[]): CollectedWindow[] {
  const joined: CollectedWindow[] = [];
  for (const window of windows.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && window.from <= last.to + adjacentMs) last.to = Math.max(last.to, window.to);
    else joined.push({ ...window });
  }
  return joined;
}

const partsOutside = (window: CollectedWindow, other: CollectedWindow): CollectedWindow[] =>
  [
    { ...window, to: Math.min(window.to, other.from - 1) },
    { ...window, from: Math.max(window.from, other.to + 1) },
  ].filter(({ from, to }) => from <= to);

/** A time that is in a complete window is complete, whatever other windows contain it. Oldest first. */
export function mergeWindows(windows: readonly CollectedWindow[]): CollectedWindow[] {
  const complete = join(windows.filter((window) => window.complete));
  const incomplete = complete.reduce(
    (parts, other) => parts.flatMap((part) => partsOutside(part, other)),
    join(windows.filter((window) => !window.complete)),
  );
  return [...complete, ...incomplete].sort((a, b) => a.from - b.from);
}

const columns = 'SELECT from_at AS "from", to_at AS "to", complete FROM collection_windows WHERE word_id = $1';

/** Oldest first. */
export const listWindows = (db: Db, wordId: number): Promise<CollectedWindow[]> =>
  db.rows<CollectedWindow>(`${columns} ORDER BY from_at`, wordId);

/** Runs inside the transaction of the run that holds the lease. */
export async function addWindow(db: Db, wordId: number, window: CollectedWindow): Promise<void> {
  const touching = await db.rows<CollectedWindow>(
    `${columns} AND from_at <= $2 AND to_at >= $3`,
    wordId,
    window.to + adjacentMs,
    window.from - adjacentMs,
  );
  for (const { from } of touching) {
    await db.run('DELETE FROM collection_windows WHERE word_id = $1 AND from_at = $2', wordId, from);
  }
  for (const { from, to, complete } of mergeWindows([...touching, window])) {
    await db.run('INSERT INTO collection_windows VALUES ($1, $2, $3, $4)', wordId, from, to, complete);
  }
  await db.run(
    `DELETE FROM collection_windows WHERE word_id = $1 AND from_at <= (
       SELECT from_at FROM collection_windows WHERE word_id = $1 ORDER BY from_at DESC LIMIT 1 OFFSET ${windowsMax})`,
    wordId,
  );
}

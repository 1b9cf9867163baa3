/** Runs of the collector in SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import { runsKeptCount, runsKeptMs, runsPrunedMax } from '../collection-limits.ts';
import type { CollectionStore, RunEnd, RunRow } from '../collection-store.ts';

/** The newest runs. The page is cut before the phrases are looked up. */
const select = (condition: string) => `
  SELECT run_id AS runId, word_id AS wordId, words.text AS word, started_at AS startedAt, ended_at AS endedAt, found,
    added, calls, outcome, reason
  FROM (SELECT * FROM collection_runs ${condition} ORDER BY run_id DESC LIMIT ? OFFSET ?) JOIN words USING (word_id)
  ORDER BY run_id DESC`;

/** The methods that write run inside the caller's transaction. */
export function createCollectionRuns(db: DatabaseSync) {
  const insert = db.prepare(
    'INSERT INTO collection_runs (word_id, client_id, started_at) VALUES (?, ?, ?) RETURNING run_id AS runId',
  );
  const prune = db.prepare(
    `DELETE FROM collection_runs WHERE run_id IN (
       SELECT run_id FROM collection_runs WHERE run_id <= ? AND started_at < ? ORDER BY run_id LIMIT ${runsPrunedMax})`,
  );
  const addPage = db.prepare('UPDATE collection_runs SET found = ?, added = added + ? WHERE run_id = ?');
  const end = db.prepare(
    'UPDATE collection_runs SET ended_at = ?, outcome = ?, reason = ? WHERE run_id = ? RETURNING found',
  );
  const endLost = db.prepare(
    `UPDATE collection_runs AS run SET outcome = 'waiting', ended_at = coalesce((
         SELECT lease_until FROM collection_phrases p WHERE p.word_id = run.word_id AND p.run_id = run.run_id), :now)
     WHERE outcome IS NULL AND NOT EXISTS (SELECT 1 FROM collection_phrases p
       WHERE p.word_id = run.word_id AND p.run_id = run.run_id AND p.lease_until > :now)`,
  );
  const list = db.prepare(select(''));
  const listOfWord = db.prepare(select('WHERE word_id = ?'));
  const count = db.prepare('SELECT count(*) AS total FROM collection_runs');
  const countOfWord = db.prepare('SELECT count(*) AS total FROM collection_runs WHERE word_id = ?');

  const page: CollectionStore['runs'] = async ({ limit, offset, wordId }) => {
    const rows = wordId === null ? list.all(limit, offset) : listOfWord.all(wordId, limit, offset);
    const total = wordId === null ? count.get() : countOfWord.get(wordId);
    return { rows: rows as RunRow[], total: Number(total?.total) };
  };
  return {
    /** Returns the ID of the run. Prunes old runs. */
    start(wordId: number, clientId: string | null, now: number): number {
      const { runId } = insert.get(wordId, clientId, now) as { runId: number };
      prune.run(runId - runsKeptCount, now - runsKeptMs);
      return runId;
    },
    addPage: (runId: number, found: number, added: number): void => void addPage.run(found, added, runId),
    /** Returns whether the run has saved a page. */
    end: (runId: number, { outcome, reason }: RunEnd, now: number): boolean =>
      end.get(now, outcome, reason, runId)?.found !== null,
    /** Ends runs without a lease, such as those of a dead process. */
    endLost: (now: number): void => void endLost.run({ now }),
    page,
    last: (wordId: number): RunRow | null => (listOfWord.get(wordId, 1, 0) as RunRow | undefined) ?? null,
  };
}

export type CollectionRuns = ReturnType<typeof createCollectionRuns>;

/** The columns of a phrase in SQLite, and its row. */
import type { DatabaseSync } from 'node:sqlite';
import type { WordState } from '../../../../shared/rules/word-states.ts';
import { ownRunning, ownState, ownTime, ownTotal, unlessAwaited } from '../own-phrase-sql.ts';
import type { WordRow } from '../words-store.ts';

export type WordRecord = {
  wordId: number;
  shownId: number;
  text: string;
  state: WordState;
  reason: string | null;
  fullSearch: number;
  running: number;
  updateDt: number | null;
  totalPosts: number;
  lastUpdatePosts: number | null;
  lastPostPosts: number | null;
  deletedAt: number | null;
  awaits: number;
  collectedAt: number | null;
  clients: string;
};

/** Of the table `words w`. */
export const wordColumns = `
  w.word_id AS wordId, w.word_id AS shownId, w.text, w.state, w.full_search AS fullSearch, w.running, w.update_dt AS updateDt,
  w.total_posts AS totalPosts, w.last_update_posts AS lastUpdatePosts, w.last_post_posts AS lastPostPosts,
  w.deleted_at AS deletedAt, 0 AS awaits, NULL AS collectedAt,
  CASE w.state WHEN 'error' THEN (SELECT reason FROM collection_phrases c WHERE c.word_id = w.word_id) END AS reason,
  (SELECT json_group_array(wc.client_id ORDER BY wc.client_id) FROM word_clients wc WHERE wc.word_id = w.word_id)
    AS clients`;

/** Of the tables `words w` and `word_clients own`: the phrase as this client sees it. */
export const ownColumns = `
  w.word_id AS wordId, own.shown_id AS shownId, own.text, ${ownState} AS state, own.full_search AS fullSearch,
  ${ownRunning} AS running, ${ownTime('w.update_dt')} AS updateDt, ${ownTotal} AS totalPosts,
  ${ownTime('w.last_update_posts')} AS lastUpdatePosts, ${unlessAwaited('w.last_post_posts')} AS lastPostPosts, w.deleted_at AS deletedAt,
  own.awaits, own.collected_at AS collectedAt, CASE ${ownState} WHEN 'error' THEN (SELECT reason FROM collection_phrases c WHERE c.word_id = w.word_id) END AS reason,
  json_array(own.client_id) AS clients`;

export function toRow({ deletedAt, awaits, clients, fullSearch, running, ...record }: WordRecord): WordRow {
  return {
    ...record,
    fullSearch: fullSearch === 1,
    running: running === 1,
    deleted: deletedAt !== null,
    awaits: awaits === 1,
    clients: JSON.parse(clients),
  };
}

/** Reads phrases as one of their clients sees them. Deleted ones are left out. */
export function createOwnWordReader(db: DatabaseSync) {
  const select = `SELECT ${ownColumns} FROM word_clients own JOIN words w USING (word_id)
    WHERE own.client_id = ? AND w.deleted_at IS NULL`;
  const byShownId = db.prepare(`${select} AND own.shown_id = ?`);
  const byWord = db.prepare(`${select} AND own.word_id = ?`);
  const read = (record: unknown): WordRow | null => (record ? toRow(record as WordRecord) : null);
  return {
    byShownId: (shownId: number, clientId: string) => read(byShownId.get(clientId, shownId)),
    byWord: (wordId: number, clientId: string) => read(byWord.get(clientId, wordId)),
  };
}

export type OwnWordReader = ReturnType<typeof createOwnWordReader>;

export const toRows = (records: unknown[]): WordRow[] => (records as WordRecord[]).map(toRow);

/** The columns of a phrase in SQLite, and its row. */
import type { WordState } from '../../../../shared/rules/word-states.ts';
import type { WordRow } from '../words-store.ts';

export type WordRecord = {
  wordId: number;
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
  clients: string;
};

/** Of the table `words w`. */
export const wordColumns = `
  w.word_id AS wordId, w.text, w.state, w.full_search AS fullSearch, w.running, w.update_dt AS updateDt,
  w.total_posts AS totalPosts, w.last_update_posts AS lastUpdatePosts, w.last_post_posts AS lastPostPosts,
  w.deleted_at AS deletedAt,
  CASE w.state WHEN 'error' THEN (SELECT reason FROM collection_phrases c WHERE c.word_id = w.word_id) END AS reason,
  (SELECT json_group_array(wc.client_id ORDER BY wc.client_id) FROM word_clients wc WHERE wc.word_id = w.word_id)
    AS clients`;

export function toRow({ deletedAt, clients, fullSearch, running, ...record }: WordRecord): WordRow {
  return {
    ...record,
    fullSearch: fullSearch === 1,
    running: running === 1,
    deleted: deletedAt !== null,
    clients: JSON.parse(clients),
  };
}

export const toRows = (records: unknown[]): WordRow[] => (records as WordRecord[]).map(toRow);

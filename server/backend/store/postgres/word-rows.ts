/** Rows of phrases in PostgreSQL. */
import type { WordRow } from '../words-store.ts';
import type { Db } from './database.ts';

export const wordColumns = `
  w.word_id, w.text, w.state, w.full_search, w.running, w.update_dt, w.total_posts, w.last_update_posts, w.last_post_posts,
  w.deleted_at IS NOT NULL AS deleted,
  CASE w.state WHEN 'error' THEN (SELECT reason FROM collection_phrases c WHERE c.word_id = w.word_id) END AS reason,
  ARRAY(SELECT wc.client_id FROM word_clients wc WHERE wc.word_id = w.word_id ORDER BY wc.client_id) AS clients`;

export const findWord = (db: Db, wordId: number): Promise<WordRow | null> =>
  db.row<WordRow>(`SELECT ${wordColumns} FROM words w WHERE w.word_id = $1`, wordId);

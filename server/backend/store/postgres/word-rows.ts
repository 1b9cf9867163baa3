/** Rows of phrases in PostgreSQL. */
import { ownRunning, ownState, ownTime, ownTotal, unlessAwaited } from '../own-phrase-sql.ts';
import type { Db } from '../port.ts';
import type { WordRow } from '../words-store.ts';

export const wordColumns = `
  w.word_id, w.word_id AS shown_id, w.text, w.state, w.full_search, w.running, w.update_dt, w.total_posts,
  w.last_update_posts, w.last_post_posts, w.deleted_at IS NOT NULL AS deleted, false AS awaits, NULL::bigint AS collected_at,
  CASE w.state WHEN 'error' THEN (SELECT reason FROM collection_phrases c WHERE c.word_id = w.word_id) END AS reason,
  ARRAY(SELECT wc.client_id FROM word_clients wc WHERE wc.word_id = w.word_id ORDER BY wc.client_id) AS clients`;

/** Of the tables `words w` and `word_clients own`: the phrase as this client sees it. */
export const ownColumns = `
  w.word_id, own.shown_id, own.text, ${ownState} AS state, own.full_search, ${ownRunning} AS running,
  ${ownTime('w.update_dt')} AS update_dt, ${ownTotal} AS total_posts, ${ownTime('w.last_update_posts')} AS last_update_posts,
  ${unlessAwaited('w.last_post_posts')} AS last_post_posts, w.deleted_at IS NOT NULL AS deleted,
  own.awaits, own.collected_at, CASE ${ownState} WHEN 'error' THEN (SELECT reason FROM collection_phrases c WHERE c.word_id = w.word_id) END AS reason,
  ARRAY[own.client_id] AS clients`;

export const findWord = (db: Db, wordId: number): Promise<WordRow | null> =>
  db.row<WordRow>(`SELECT ${wordColumns} FROM words w WHERE w.word_id = $1`, wordId);

/** Finds a phrase as one of its clients sees it. A deleted one is left out. */
export const findOwnWord = (
  db: Db,
  column: 'shown_id' | 'word_id',
  id: number,
  clientId: string,
): Promise<WordRow | null> =>
  db.row<WordRow>(
    `SELECT ${ownColumns} FROM word_clients own JOIN words w USING (word_id)
     WHERE own.client_id = $2 AND w.deleted_at IS NULL AND own.${column} = $1`,
    ...[id, clientId],
  );

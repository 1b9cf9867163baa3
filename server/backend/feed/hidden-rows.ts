/** The rows of walls that a client does not see: it did not follow the wall when they were collected (store/walls.ts). */
import type { DatabaseSync } from 'node:sqlite';
import { isOneOf, listNumbers } from '../store/sqlite/sql.ts';
import { shownWordsOf } from '../store/word-rows.ts';

/**
 * Nearly always none, because few phrases have several clients. EXISTS, because IN would list all phrases of the client: 2 ms for
 * 5,000.
 */
const hiddenAudiences = `SELECT audience_id FROM wall_audiences
  WHERE audience_id NOT IN (SELECT audience_id FROM wall_audience_clients WHERE client_id = ?1)
    AND EXISTS (${shownWordsOf('?1')} AND word_id = wall_audiences.word_id)`;

/** Ascending; null without any. An administrator, who has no client, sees all rows. */
export function listHiddenRows(db: DatabaseSync, clientId: string | null): Float64Array | null {
  const audiences = clientId === null ? [] : listNumbers(db, hiddenAudiences, clientId);
  if (audiences.length === 0) return null;
  const { sql, params } = isOneOf('audience_id', audiences);
  const ids = listNumbers(
    db,
    `SELECT id FROM wall_rows JOIN posts USING (owner_id, post_id, word_id) WHERE ${sql} ORDER BY id`,
    ...params,
  );
  return ids.length === 0 ? null : Float64Array.from(ids);
}

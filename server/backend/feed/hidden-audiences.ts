/** Rows of walls that a client does not see: it did not follow the wall when they were collected (store/wall-rows.ts). */
import type { DatabaseSync } from 'node:sqlite';
import { type Condition, isOneOf, listNumbers } from '../store/sqlite/sql.ts';

/**
 * From the phrases of the client on: a service for several towns has an audience per town of each phrase that they share, of which
 * a client with 100 phrases has few. The joins would not be in this order otherwise.
 */
const hiddenAudiences = `SELECT audience.audience_id
  FROM word_clients link CROSS JOIN wall_audiences audience USING (word_id) CROSS JOIN words USING (word_id)
  WHERE link.client_id = ?1 AND words.deleted_at IS NULL AND NOT EXISTS (
    SELECT 1 FROM wall_audience_clients seen WHERE seen.audience_id = audience.audience_id AND seen.client_id = ?1)`;

/** The audiences of the client's phrases to which it does not belong. An administrator, who has no client, sees all rows. */
export function listHiddenAudiences(db: DatabaseSync, clientId: string | null): number[] {
  if (clientId === null || db.prepare('SELECT 1 FROM wall_audiences LIMIT 1').get() === undefined) return [];
  return listNumbers(db, hiddenAudiences, clientId);
}

/** The audiences to which a client of the phrase does not belong. */
export const listPartialAudiences = (db: DatabaseSync): number[] =>
  listNumbers(
    db,
    `SELECT audience_id FROM wall_audiences audience WHERE EXISTS (
       SELECT 1 FROM word_clients link WHERE link.word_id = audience.word_id AND NOT EXISTS (
         SELECT 1 FROM wall_audience_clients seen
         WHERE seen.audience_id = audience.audience_id AND seen.client_id = link.client_id))`,
  );

/** The row is of none of the audiences. */
export function isOutsideOf(audiences: readonly number[]): Condition[] {
  if (audiences.length === 0) return [];
  const { sql, params } = isOneOf('own_row.audience_id', audiences);
  const ofRow = `own_row.owner_id = posts.owner_id AND own_row.post_id = posts.post_id AND own_row.word_id = posts.word_id`;
  return [{ sql: `NOT EXISTS (SELECT 1 FROM wall_rows own_row WHERE ${ofRow} AND ${sql})`, params }];
}

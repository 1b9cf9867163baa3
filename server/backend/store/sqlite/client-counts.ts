/** Counts the recent rows of posts of clients, for the list of clients. */
import type { DatabaseSync } from 'node:sqlite';
import { boundPostId } from '../post-id.ts';

export function countOfClients(db: DatabaseSync, clientIds: readonly string[], since: number): Record<string, number> {
  const rows = db
    .prepare(`
      SELECT l.client_id AS clientId, count(*) AS posts
      FROM json_each(?) wanted
      CROSS JOIN word_clients l ON l.client_id = wanted.value
      CROSS JOIN posts p ON p.word_id = l.word_id AND p.id >= ?
      WHERE l.word_id NOT IN (SELECT word_id FROM words WHERE deleted_at IS NOT NULL)
      GROUP BY l.client_id`)
    .all(JSON.stringify(clientIds), boundPostId(since));
  return Object.fromEntries(rows.map(({ clientId, posts }) => [String(clientId), Number(posts)]));
}

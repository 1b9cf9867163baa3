/** SQL: which rows of walls a client sees (wall-rows.ts). */
import { idsPerSecond } from './post-id.ts';

/**
 * SQL on `posts`: the client sees the row if it has the phrase. `clientId` is an SQL expression. With OFFSET, PostgreSQL looks up
 * each row; otherwise it joins all rows of walls, which took 2 s for 1,000,000 of them.
 */
export const isShownTo = (clientId: string): string => `NOT EXISTS (
  SELECT 1 FROM wall_rows own_row WHERE own_row.owner_id = posts.owner_id AND own_row.post_id = posts.post_id
    AND own_row.word_id = posts.word_id AND own_row.audience_id IS NOT NULL AND own_row.audience_id NOT IN (
      SELECT audience_id FROM wall_audience_clients WHERE client_id = ${clientId})
  LIMIT 1 OFFSET 0)`;

/** SQL on `audience`: the client does not see rows of this audience of the phrase. */
const isHidden = (
  wordId: string,
  clientId: string,
): string => `audience.word_id = ${wordId} AND audience.audience_id NOT IN (
  SELECT audience_id FROM wall_audience_clients WHERE client_id = ${clientId})`;

/** SQL: the number of rows of the phrase that the client does not see. Both are SQL expressions. */
export const hiddenRowsOf = (wordId: string, clientId: string): string => `(
  SELECT count(*) FROM wall_audiences audience JOIN wall_rows USING (audience_id) WHERE ${isHidden(wordId, clientId)})`;

/** SQL: the time of the newest row of the phrase `w` that the client sees. Only phrases with hidden rows need their rows. */
export const newestPostOf = (clientId: string): string => `CASE
  WHEN NOT EXISTS (SELECT 1 FROM wall_audiences audience WHERE ${isHidden('w.word_id', clientId)}) THEN w.last_post_posts
  ELSE (SELECT posts.id / ${idsPerSecond} * 1000 FROM posts WHERE posts.word_id = w.word_id AND ${isShownTo(clientId)}
    ORDER BY posts.id DESC LIMIT 1) END`;

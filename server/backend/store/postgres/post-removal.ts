/** Removes rows of posts from PostgreSQL, with all that belongs to them. Runs under the lock of posts. */

import type { RemovePosts } from '../erasures.ts';
import type { Db } from '../port.ts';
import { timeOfPostId } from '../post-id.ts';
import { removeRow, type StoredRow } from './post-rows.ts';

/** The columns of a `StoredRow`. */
export const storedRowColumns = 'id, owner_id, post_id, word_id, story_id, text';

async function updateCounters(db: Db, removed: readonly StoredRow[]): Promise<void> {
  for (const [wordId, posts] of [...Map.groupBy(removed, (post) => post.wordId)].sort(([a], [b]) => a - b)) {
    const newest = await db.row<{ id: number | null }>('SELECT max(id) AS id FROM posts WHERE word_id = $1', wordId);
    const last = typeof newest?.id === 'number' ? timeOfPostId(newest.id) : null;
    const sql = 'UPDATE words SET total_posts = total_posts - $1, last_post_posts = $2 WHERE word_id = $3';
    await db.run(sql, posts.length, last, wordId);
  }
}

export async function removeRows(db: Db, removed: readonly StoredRow[]): Promise<void> {
  for (const row of removed) await removeRow(db, row);
  await db.run(
    `DELETE FROM post_facts facts USING unnest($1::bigint[], $2::bigint[]) AS removed (owner_id, post_id)
     WHERE facts.owner_id = removed.owner_id AND facts.post_id = removed.post_id AND NOT EXISTS (
       SELECT 1 FROM posts WHERE posts.owner_id = facts.owner_id AND posts.post_id = facts.post_id)`,
    ...[removed.map(({ ownerId }) => ownerId), removed.map(({ postId }) => postId)],
  );
  await updateCounters(db, removed);
}

export const removePosts: RemovePosts = async (db, condition, id, limit) => {
  const sql = `SELECT ${storedRowColumns} FROM posts WHERE ${condition} LIMIT $2`;
  const rows = await db.rows<StoredRow>(sql, id, limit);
  await removeRows(db, rows);
  return rows.length;
};

/** Removes rows of posts from SQLite, with all that belongs to them. */
import type { DatabaseSync } from 'node:sqlite';
import type { RemovePosts } from '../erasures.ts';
import { timeOfPostId } from '../post-id.ts';
import { createPostRows, type StoredRow } from './post-rows.ts';

/** The columns of a `StoredRow`. */
export const storedRowColumns = 'id, owner_id AS ownerId, post_id AS postId, word_id AS wordId, story_id AS storyId';

/** Returns a function that removes rows inside the caller's transaction. */
export function createPostRemoval(db: DatabaseSync): (removed: readonly StoredRow[]) => void {
  const rows = createPostRows(db);
  const findRest = db.prepare('SELECT 1 FROM posts WHERE owner_id = ? AND post_id = ?');
  const removeFacts = db.prepare('DELETE FROM post_facts WHERE owner_id = ? AND post_id = ?');
  const newest = db.prepare('SELECT max(id) AS id FROM posts WHERE word_id = ?');
  const count = db.prepare('UPDATE words SET total_posts = total_posts - ?, last_post_posts = ? WHERE word_id = ?');

  function remove(row: StoredRow): void {
    rows.remove(row);
    if (!findRest.get(row.ownerId, row.postId)) removeFacts.run(row.ownerId, row.postId);
  }
  return (removed) => {
    removed.forEach(remove);
    rows.writeIndexes();
    for (const [wordId, posts] of Map.groupBy(removed, (post) => post.wordId)) {
      const id = newest.get(wordId)?.id;
      count.run(posts.length, typeof id === 'number' ? timeOfPostId(id) : null, wordId);
    }
  };
}

export function createRemovePosts(db: DatabaseSync): RemovePosts {
  const remove = createPostRemoval(db);
  return async (tx, condition, id, limit) => {
    const columns = 'id, owner_id, post_id, word_id, story_id';
    const rows = await tx.rows<StoredRow>(`SELECT ${columns} FROM posts WHERE ${condition} LIMIT $2`, id, limit);
    remove(rows);
    return rows.length;
  };
}

/** Deletes old posts from SQLite, with their texts, index entries, facts and counters. */
import type { DatabaseSync } from 'node:sqlite';
import type { CollectionStore } from '../collection-store.ts';
import { transaction } from './database.ts';
import { boundPostId, timeOfPostId } from './post-id.ts';
import { createPostIndexer } from './post-indexer.ts';

type OldPost = { id: number; ownerId: number; postId: number; wordId: number };

export function createPostRetention(db: DatabaseSync): Pick<CollectionStore, 'deleteOldPosts'> {
  const index = createPostIndexer(db);
  const findOld = db.prepare(
    `SELECT id, owner_id AS ownerId, post_id AS postId, word_id AS wordId FROM posts WHERE id < ? ORDER BY id LIMIT ?`,
  );
  const removeText = db.prepare('DELETE FROM post_texts WHERE id = ?');
  const removePost = db.prepare('DELETE FROM posts WHERE id = ?');
  const findRest = db.prepare('SELECT id FROM posts WHERE owner_id = ? AND post_id = ? LIMIT 2');
  const removeFacts = db.prepare('DELETE FROM post_facts WHERE owner_id = ? AND post_id = ?');
  const newest = db.prepare('SELECT max(id) AS id FROM posts WHERE word_id = ?');
  const count = db.prepare('UPDATE words SET total_posts = total_posts - ?, last_post_posts = ? WHERE word_id = ?');

  function remove({ id, ownerId, postId }: OldPost): void {
    index.remove(id);
    removeText.run(id);
    removePost.run(id);
    const [first, second] = findRest.all(ownerId, postId);
    if (!first) removeFacts.run(ownerId, postId);
    // The last row of a post is no longer a copy.
    if (first && !second) index.put(Number(first.id));
  }

  function updateCounters(removed: readonly OldPost[]): void {
    for (const [wordId, posts] of Map.groupBy(removed, (post) => post.wordId)) {
      const id = newest.get(wordId)?.id;
      count.run(posts.length, typeof id === 'number' ? timeOfPostId(id) : null, wordId);
    }
  }
  return {
    deleteOldPosts: async (before, limit) =>
      transaction(db, () => {
        const old = findOld.all(boundPostId(before), limit) as OldPost[];
        old.forEach(remove);
        updateCounters(old);
        return old.length;
      }),
  };
}

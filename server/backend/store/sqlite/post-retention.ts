/** Deletes old posts from SQLite, with all that belongs to them. */
import type { DatabaseSync } from 'node:sqlite';
import { chunkOf } from '../../marks/mark-bits.ts';
import type { CollectionStore } from '../collection-store.ts';
import { transaction } from './database.ts';
import { boundPostId, timeOfPostId } from './post-id.ts';
import { createPostRows, type StoredRow } from './post-rows.ts';

export function createPostRetention(db: DatabaseSync): Pick<CollectionStore, 'deleteOldPosts'> {
  const rows = createPostRows(db);
  const findOld = db.prepare(
    `SELECT id, owner_id AS ownerId, post_id AS postId, word_id AS wordId, story_id AS storyId FROM posts
     WHERE id < ? ORDER BY id LIMIT ?`,
  );
  const findRest = db.prepare('SELECT 1 FROM posts WHERE owner_id = ? AND post_id = ?');
  const removeFacts = db.prepare('DELETE FROM post_facts WHERE owner_id = ? AND post_id = ?');
  const newest = db.prepare('SELECT max(id) AS id FROM posts WHERE word_id = ?');
  const count = db.prepare('UPDATE words SET total_posts = total_posts - ?, last_post_posts = ? WHERE word_id = ?');

  const oldestStory = db.prepare('SELECT min(story_id) AS story FROM stories');
  // The primary key leads to the chunks of each account.
  const forget = db.prepare(
    `DELETE FROM marks WHERE chunk < ? AND account IN (
       SELECT 'admin:' || admin_id FROM administrators UNION ALL SELECT 'client:' || client_id FROM clients)`,
  );

  /** A mark of a deleted story among stored ones stays: its place is not used again, and takes one bit. */
  function forgetMarks(): void {
    const story = oldestStory.get()?.story;
    if (typeof story === 'number') forget.run(chunkOf(story));
  }

  function remove(row: StoredRow): void {
    rows.remove(row);
    if (!findRest.get(row.ownerId, row.postId)) removeFacts.run(row.ownerId, row.postId);
  }

  function updateCounters(removed: readonly StoredRow[]): void {
    for (const [wordId, posts] of Map.groupBy(removed, (post) => post.wordId)) {
      const id = newest.get(wordId)?.id;
      count.run(posts.length, typeof id === 'number' ? timeOfPostId(id) : null, wordId);
    }
  }
  return {
    deleteOldPosts: async (before, limit) =>
      transaction(db, () => {
        const old = findOld.all(boundPostId(before), limit) as StoredRow[];
        old.forEach(remove);
        rows.writeIndexes();
        updateCounters(old);
        // The last step of the night.
        if (old.length < limit) forgetMarks();
        return old.length;
      }),
  };
}

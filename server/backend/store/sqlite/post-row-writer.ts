/** Writes a found post as a new row, or as a change of the rows that are stored of it. */
import type { DatabaseSync } from 'node:sqlite';
import { type KnownPost, type PostOrigin, planWrite } from '../post-changes.ts';
import type { NewPost } from '../posts-store.ts';
import type { PostRows } from './post-rows.ts';

/** Returns a function that writes a post inside the caller's transaction. */
export function createPostRowWriter(db: DatabaseSync, rows: PostRows, origin: PostOrigin) {
  const find = db.prepare(
    `SELECT posts.id, word_id AS wordId, user_id AS userId, update_dt AS updateDt, city_id AS cityId, text,
       photo_url AS photoUrl
     FROM posts JOIN post_texts USING (id) WHERE owner_id = ? AND post_id = ?`,
  );
  return (written: NewPost): 'added' | 'changed' | 'same' => {
    const known = find.all(written.ownerId, written.postId) as KnownPost[];
    const { post, changes, outcome } = planWrite(known, written, origin);
    for (const { row, content } of changes) rows.change(row.id, content);
    if (outcome === 'added') rows.add(post);
    return outcome;
  };
}

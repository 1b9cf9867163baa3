/** Writes a found post as a new row or as a change of its row. */
import type { DatabaseSync } from 'node:sqlite';
import { firstPostId, timeOfPostId } from '../post-id.ts';
import type { NewPost } from '../posts-store.ts';
import type { PostRows } from './post-rows.ts';

export type KnownPost = {
  id: number;
  user_id: number;
  update_dt: number;
  city_id: number | null;
  text: string | null;
  photo_url: string | null;
};

/** Compares everything but the time of the update. */
export const hasSameContent = (known: KnownPost, post: NewPost): boolean =>
  timeOfPostId(known.id) === timeOfPostId(firstPostId(post.postedAt)) &&
  known.user_id === post.userId &&
  known.city_id === post.cityId &&
  known.text === post.text &&
  known.photo_url === post.photoUrl;

/** Returns a function that writes a row inside the caller's transaction, unless a known row is the same. */
export function createPostRowWriter(
  db: DatabaseSync,
  rows: PostRows,
  isSame: (known: KnownPost, post: NewPost) => boolean,
) {
  const find = db.prepare(
    `SELECT posts.id, user_id, update_dt, city_id, text, photo_url FROM posts JOIN post_texts USING (id)
     WHERE owner_id = ? AND post_id = ? AND word_id = ?`,
  );
  return (post: NewPost): 'added' | 'changed' | 'same' => {
    const known = find.get(post.ownerId, post.postId, post.wordId) as KnownPost | undefined;
    if (known && isSame(known, post)) return 'same';
    if (known) rows.change(known.id, post);
    else rows.add(post);
    return known ? 'changed' : 'added';
  };
}

/** Facts of posts in SQLite: what is known of a post beside its text. */
import type { DatabaseSync } from 'node:sqlite';
import type { PostFacts } from '../collection-store.ts';

/** Returns a function that adds or updates facts. A known value is not replaced by null. */
export function createFactsWriter(db: DatabaseSync) {
  const upsert = db.prepare(
    `INSERT INTO post_facts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (owner_id, post_id) DO UPDATE SET
       likes = coalesce(excluded.likes, likes), reposts = coalesce(excluded.reposts, reposts),
       comments = coalesce(excluded.comments, comments), views = coalesce(excluded.views, views),
       is_ad = excluded.is_ad, edited_at = coalesce(excluded.edited_at, edited_at),
       repost_owner_id = coalesce(excluded.repost_owner_id, repost_owner_id),
       repost_post_id = coalesce(excluded.repost_post_id, repost_post_id)`,
  );
  return (ownerId: number, postId: number, facts: PostFacts): void => {
    const { likes, reposts, comments, views, isAd, editedAt, repostOf } = facts;
    const repost = [repostOf?.ownerId ?? null, repostOf?.postId ?? null];
    upsert.run(ownerId, postId, likes, reposts, comments, views, Number(isAd), editedAt, ...repost);
  };
}

/** Facts of posts in PostgreSQL: what is known of a post beside its text. */
import type { PostFacts } from '../../collector/search-source.ts';
import type { Db } from './database.ts';

/** Adds or updates facts. A known value is not replaced by null. */
export async function saveFacts(db: Db, ownerId: number, postId: number, facts: PostFacts): Promise<void> {
  const { likes, reposts, comments, views, isAd, editedAt, repostOf } = facts;
  await db.run(
    `INSERT INTO post_facts AS known VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (owner_id, post_id) DO UPDATE SET
       likes = coalesce(excluded.likes, known.likes), reposts = coalesce(excluded.reposts, known.reposts),
       comments = coalesce(excluded.comments, known.comments), views = coalesce(excluded.views, known.views),
       is_ad = excluded.is_ad, edited_at = coalesce(excluded.edited_at, known.edited_at),
       repost_owner_id = coalesce(excluded.repost_owner_id, known.repost_owner_id),
       repost_post_id = coalesce(excluded.repost_post_id, known.repost_post_id)`,
    ...[ownerId, postId, likes, reposts, comments, views, isAd, editedAt],
    ...[repostOf?.ownerId ?? null, repostOf?.postId ?? null],
  );
}

/** Facts of posts in PostgreSQL: what is known of a post beside its text. */
import type { PostFacts } from '../collection-store.ts';
import type { Db } from '../port.ts';
import { saveColumns } from './column-values.ts';

type PostWithFacts = { ownerId: number; postId: number; facts: PostFacts };

function valuesOf({ ownerId, postId, facts }: PostWithFacts): unknown[] {
  const { likes, reposts, comments, views, isAd, editedAt, repostOf } = facts;
  const original = [repostOf?.ownerId ?? null, repostOf?.postId ?? null];
  return [ownerId, postId, likes, reposts, comments, views, isAd, editedAt, ...original];
}

/** Adds or updates facts. A known value is not replaced by null. */
export const saveFacts = (db: Db, posts: readonly PostWithFacts[]): Promise<void> =>
  saveColumns(
    posts,
    ({ ownerId, postId }) => `${ownerId} ${postId}`,
    valuesOf,
    (columns) =>
      db.run(
        `INSERT INTO post_facts AS known SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[],
           $5::bigint[], $6::bigint[], $7::boolean[], $8::bigint[], $9::bigint[], $10::bigint[])
         ON CONFLICT (owner_id, post_id) DO UPDATE SET
           likes = coalesce(excluded.likes, known.likes), reposts = coalesce(excluded.reposts, known.reposts),
           comments = coalesce(excluded.comments, known.comments), views = coalesce(excluded.views, known.views),
           is_ad = excluded.is_ad, edited_at = coalesce(excluded.edited_at, known.edited_at),
           repost_owner_id = coalesce(excluded.repost_owner_id, known.repost_owner_id),
           repost_post_id = coalesce(excluded.repost_post_id, known.repost_post_id)`,
        ...columns,
      ),
  );

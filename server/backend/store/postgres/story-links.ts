/** Finds the stories to which a post belongs: those of its repost's original, of equal and of similar texts. */
import type { FoldedText } from '../../rules/stories/folded-text.ts';
import type { Db } from '../port.ts';
import {
  type Candidate,
  commonBandsMin,
  comparedMax,
  type PostKey,
  rowsPerBandMax,
  storiesOfCopies,
} from '../similar-posts.ts';

type Links = { original: number | null; otherRepost: number | null; ownRepost: number | null } & {
  equal: number | null;
  similar: (Candidate & { text: string | null })[] | null;
};

const repostOf = (owner: string, post: string) => `(
  SELECT story_id FROM post_facts JOIN posts USING (owner_id, post_id)
  WHERE repost_owner_id = ${owner} AND repost_post_id = ${post} AND (owner_id, post_id) <> ($1, $2)
  ORDER BY owner_id, post_id LIMIT 1)`;

/**
 * Stories of the post's original, of another repost of it, of a repost of the post, and of an equal text; and the rows whose texts
 * share bands: those with the most common bands first, then the newest. A text that is stored already was compared with similar
 * ones when it was stored.
 */
const linksSql = `
  SELECT
    (SELECT story_id FROM posts WHERE owner_id = repost_owner_id AND post_id = repost_post_id LIMIT 1) AS original,
    ${repostOf('facts.repost_owner_id', 'facts.repost_post_id')} AS other_repost,
    ${repostOf('$1', '$2')} AS own_repost,
    equal.story_id AS equal,
    similar_rows.list AS similar
  FROM (SELECT 1) AS post
    LEFT JOIN post_facts facts ON facts.owner_id = $1 AND facts.post_id = $2
    LEFT JOIN LATERAL (
      SELECT story_id FROM text_keys JOIN posts USING (id)
      WHERE key = $3 AND (owner_id, post_id) <> ($1, $2) ORDER BY id LIMIT 1
    ) AS equal ON true
    LEFT JOIN LATERAL (
      SELECT json_agg(json_build_object('ownerId', owner_id, 'postId', post_id, 'storyId', story_id, 'text', text)
        ORDER BY common DESC, id DESC) AS list
      FROM (
        SELECT id, count(*) AS common FROM unnest($4::bigint[]) AS band,
          LATERAL (SELECT id FROM text_keys WHERE key = band ORDER BY id DESC LIMIT ${rowsPerBandMax}) AS rows_of_band
        GROUP BY id HAVING count(*) >= ${commonBandsMin} ORDER BY common DESC, id DESC LIMIT ${comparedMax}
      ) AS candidates JOIN posts USING (id)
      WHERE equal.story_id IS NULL
    ) AS similar_rows ON true`;

/** Stories of the post's copies. The caller merges several into one. */
export async function findLinks(db: Db, post: PostKey, folded: FoldedText | null): Promise<number[]> {
  const { ownerId, postId } = post;
  const links = await db.row<Links>(linksSql, ownerId, postId, folded?.key ?? null, folded?.bands ?? []);
  if (links === null) return [];
  const { original, otherRepost, ownRepost, equal, similar } = links;
  const copies = folded && similar ? storiesOfCopies(post, folded, similar, ({ text }) => text) : [];
  return [...new Set([original, otherRepost, ownRepost, equal, ...copies].filter((story) => story !== null))];
}

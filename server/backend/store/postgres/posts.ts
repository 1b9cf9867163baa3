/** Rows of posts in PostgreSQL. Changes name the source of a row, by which the table may be distributed (schema-1-0). */
import type { Db } from '../port.ts';
import { firstPostId } from '../post-id.ts';
import {
  type Candidate,
  commonBandsMin,
  comparedMax,
  type PostTables,
  rowsPerBandMax,
  storiesOfCopies,
} from '../post-tables.ts';
import { createPostWriter } from '../post-writer.ts';
import type { PostEngine } from '../posts.ts';
import { storeParts } from '../text-parts.ts';

type Links = { original: number | null; otherRepost: number | null; ownRepost: number | null } & {
  equal: number | null;
  similar: (Candidate & { text: string | null })[] | null;
};

const repostOf = (owner: string, post: string) => `(
  SELECT story_id FROM post_facts JOIN posts USING (owner_id, post_id)
  WHERE repost_owner_id = ${owner} AND repost_post_id = ${post} AND (owner_id, post_id) <> ($1, $2)
  ORDER BY owner_id, post_id LIMIT 1)`;

/**
 * Stories of the post's original, of another repost of that, of a repost of the post, and of an equal text; and rows whose
 * texts share bands, the rows with the most common bands first, then the newest. Omits similar rows if there is an equal text,
 * because they were compared when that text was stored.
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

const findLinks: PostTables['findLinks'] = async (db, post, folded) => {
  const { ownerId, postId } = post;
  const links = await db.row<Links>(linksSql, ownerId, postId, folded?.key ?? null, folded?.bands ?? []);
  if (links === null) return [];
  const { original, otherRepost, ownRepost, equal, similar } = links;
  const copies = folded && similar ? storiesOfCopies(post, folded, similar, ({ text }) => text) : [];
  return [...new Set([original, otherRepost, ownRepost, equal, ...copies].filter((story) => story !== null))];
};

async function createStory(db: Db): Promise<number> {
  const sql = `WITH number AS (UPDATE arrival_counter SET newest = newest + 1 RETURNING newest)
    INSERT INTO stories SELECT newest, 0 FROM number RETURNING story_id`;
  return (await db.value<number>(sql)) ?? 0;
}

/** One statement, because each takes a round trip. */
const insertSql = `
  WITH slot AS (SELECT coalesce(max(id) + 1, $1) AS id FROM posts WHERE id >= $1 AND id < $2),
    number AS (UPDATE arrival_counter SET newest = newest + 1 RETURNING newest),
    dated AS (
      INSERT INTO arrivals SELECT newest, $3 FROM number
      WHERE $3 IS DISTINCT FROM (SELECT at FROM arrivals ORDER BY first DESC LIMIT 1)),
    story AS (
      INSERT INTO stories SELECT coalesce($4, newest), 1 FROM number
      ON CONFLICT (story_id) DO UPDATE SET rows = stories.rows + 1),
    keys AS (
      INSERT INTO text_keys SELECT key, id FROM slot, unnest($5::bigint[]) key
      WHERE key = $6 OR NOT EXISTS (SELECT 1 FROM text_keys known WHERE known.key = $6)
      ON CONFLICT DO NOTHING)
  INSERT INTO posts
  SELECT id, $7, $8, $9, $10, $11, $12, coalesce($4, newest), newest, $13, $14, $15, $16 FROM slot, number
  RETURNING id, story_id`;

const insert: PostTables['insert'] = async (db, { post, folded, joined, arrivedAt }) => {
  const { ownerId, postId, wordId, userId, updatedAt, cityId, text, textParts, photoUrl } = post;
  const added = await db.row<{ id: number; storyId: number }>(
    insertSql,
    firstPostId(post.postedAt),
    firstPostId(post.postedAt + 1000),
    arrivedAt,
    joined,
    folded === null ? [] : [folded.key, ...folded.bands],
    folded?.key ?? null,
    ownerId,
    postId,
    wordId,
    userId,
    updatedAt,
    cityId,
    text,
    photoUrl,
    post.foundByVk ?? false,
    storeParts(textParts),
  );
  if (!added) throw new Error('A post was not added');
  return added;
};

const arriveSql = `
  WITH number AS (UPDATE arrival_counter SET newest = newest + 1 RETURNING newest),
    dated AS (
      INSERT INTO arrivals SELECT newest, $2 FROM number
      WHERE $2 IS DISTINCT FROM (SELECT at FROM arrivals ORDER BY first DESC LIMIT 1))
  UPDATE posts SET arrival = newest FROM number WHERE id = $1`;

const tables: PostTables = {
  source: 'posts',
  findLinks,
  createStory,
  insert,
  update: (db, _, id, post) =>
    db.run(
      `UPDATE posts SET id = $1, user_id = $2, update_dt = $3, city_id = $4, text = $5, photo_url = $6,
         found_by_vk = coalesce($7, found_by_vk), text_parts = $8
       WHERE owner_id = $9 AND post_id = $10 AND word_id = $11`,
      id,
      post.userId,
      post.updatedAt,
      post.cityId,
      post.text,
      post.photoUrl,
      post.foundByVk,
      storeParts(post.textParts),
      post.ownerId,
      post.postId,
      post.wordId,
    ),
  remove: (db, { ownerId, postId, wordId }) =>
    db.run('DELETE FROM posts WHERE owner_id = $1 AND post_id = $2 AND word_id = $3', ownerId, postId, wordId),
  arriveAgain: (db, id, arrivedAt) => db.run(arriveSql, id, arrivedAt),
  onChange: () => {},
};

export const createPostEngine = (database: Db): PostEngine => ({
  ...createPostWriter(tables),
  // Nothing to catch up: a replica with another search index has another name (feed/replica/replica-files.ts).
  countOutdated: async () => 0,
  catchUp: async () => 0,
  setTimeZone: async (name) =>
    (await database.run('UPDATE service SET time_zone = $1 WHERE time_zone <> $1', name)) > 0,
});

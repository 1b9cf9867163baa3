/** Finds the stories to which a post belongs: those of its repost's original, of equal and of similar texts. */
import { type FoldedText, foldPostText } from '../../stories/folded-text.ts';
import { isCopy } from '../../stories/is-copy.ts';
import type { Db } from './database.ts';

export type PostKey = { ownerId: number; postId: number };

/** They bound the work for texts of a template that many posts have. The newest rows come first. */
const rowsPerBandMax = 12;
const comparedMax = 8;
/** min-hash.ts tells how many copies this misses. */
const commonMin = 2;

type Candidate = PostKey & { storyId: number; text: string | null };
type Story = { storyId: number };

/** The stories of a post's original and of other reposts, and those of its own reposts. */
async function byReposts(db: Db, { ownerId, postId }: PostKey): Promise<number[]> {
  const original = await db.row<PostKey>(
    `SELECT repost_owner_id AS owner_id, repost_post_id AS post_id FROM post_facts
     WHERE owner_id = $1 AND post_id = $2 AND repost_owner_id IS NOT NULL`,
    ...[ownerId, postId],
  );
  const findPost = (post: PostKey) =>
    db.row<Story>('SELECT story_id FROM posts WHERE owner_id = $1 AND post_id = $2 LIMIT 1', post.ownerId, post.postId);
  const findRepost = (of: PostKey) =>
    db.row<Story>(
      `SELECT story_id FROM post_facts JOIN posts USING (owner_id, post_id)
       WHERE repost_owner_id = $1 AND repost_post_id = $2 AND (owner_id, post_id) <> ($3, $4)
       ORDER BY owner_id, post_id LIMIT 1`,
      ...[of.ownerId, of.postId, ownerId, postId],
    );
  const rows = [
    original && (await findPost(original)),
    original && (await findRepost(original)),
    await findRepost({ ownerId, postId }),
  ];
  return rows.flatMap((row) => (row ? [row.storyId] : []));
}

/** Texts that share bands: those with the most common bands first, then the newest. */
const candidatesSql = `
  SELECT owner_id, post_id, story_id, text FROM (
    SELECT id, count(*) AS common FROM unnest($1::bigint[]) AS band,
      LATERAL (SELECT id FROM text_keys WHERE key = band ORDER BY id DESC LIMIT ${rowsPerBandMax}) AS rows_of_band
    GROUP BY id HAVING count(*) >= ${commonMin} ORDER BY common DESC, id DESC LIMIT ${comparedMax}
  ) AS candidates JOIN posts USING (id) ORDER BY common DESC, id DESC`;

async function bySimilarText(db: Db, { ownerId, postId }: PostKey, folded: FoldedText): Promise<number[]> {
  if (folded.bands.length === 0) return [];
  const found = new Set<number>();
  for (const candidate of await db.rows<Candidate>(candidatesSql, folded.bands)) {
    const isOwn = candidate.ownerId === ownerId && candidate.postId === postId;
    // One copy of a story is enough.
    if (isOwn || found.has(candidate.storyId)) continue;
    const other = foldPostText(candidate.text);
    if (other !== null && isCopy(folded, other)) found.add(candidate.storyId);
  }
  return [...found];
}

/** A text that is stored already was compared with similar ones when it was stored. */
async function byText(db: Db, post: PostKey, folded: FoldedText): Promise<number[]> {
  const equal = await db.row<Story>(
    `SELECT story_id FROM text_keys JOIN posts USING (id)
     WHERE key = $1 AND (owner_id, post_id) <> ($2, $3) ORDER BY id LIMIT 1`,
    ...[folded.key, post.ownerId, post.postId],
  );
  return equal ? [equal.storyId] : bySimilarText(db, post, folded);
}

/** Stories of the post's copies. The caller merges several into one. */
export async function findLinks(db: Db, post: PostKey, folded: FoldedText | null): Promise<number[]> {
  const reposts = await byReposts(db, post);
  return [...new Set([...reposts, ...(folded ? await byText(db, post, folded) : [])])];
}

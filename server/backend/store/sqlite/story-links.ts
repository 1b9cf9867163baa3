/** Finds the stories that a post belongs to: by reposts, and by equal and similar texts. */
import type { DatabaseSync } from 'node:sqlite';
import type { FoldedText } from '../../rules/stories/folded-text.ts';
import { bandCount } from '../../rules/stories/folded-text.ts';
import {
  type Candidate,
  commonBandsMin,
  comparedMax,
  type PostKey,
  rowsPerBandMax,
  storiesOfCopies,
} from '../post-tables.ts';

type CandidateRow = Candidate & { id: number };

const rowsOfBand = `SELECT * FROM (SELECT id FROM text_keys WHERE key = ? ORDER BY id DESC LIMIT ${rowsPerBandMax})`;
/** Rows whose texts share bands, the rows with the most common bands first, then the newest. */
const candidatesSql = `
  SELECT id, owner_id AS ownerId, post_id AS postId, story_id AS storyId FROM (
    SELECT id, count(*) AS common FROM (${Array(bandCount).fill(rowsOfBand).join(' UNION ALL ')})
    GROUP BY id HAVING common >= ${commonBandsMin} ORDER BY common DESC, id DESC LIMIT ${comparedMax}
  ) CROSS JOIN posts USING (id)`;

/** Returns a function that finds the stories of a post's original, of another repost of that, and of a repost of the post. */
function createRepostFinder(db: DatabaseSync) {
  const findOriginal = db.prepare(
    `SELECT repost_owner_id AS ownerId, repost_post_id AS postId FROM post_facts
     WHERE owner_id = ? AND post_id = ? AND repost_owner_id IS NOT NULL`,
  );
  const findPost = db.prepare('SELECT story_id AS storyId FROM posts WHERE owner_id = ? AND post_id = ? LIMIT 1');
  // Without CROSS, SQLite may scan all posts.
  const findRepost = db.prepare(
    `SELECT story_id AS storyId FROM post_facts CROSS JOIN posts USING (owner_id, post_id)
     WHERE repost_owner_id = ? AND repost_post_id = ? AND (owner_id, post_id) <> (?, ?) LIMIT 1`,
  );
  return ({ ownerId, postId }: PostKey): number[] => {
    const original = findOriginal.get(ownerId, postId) as PostKey | undefined;
    const others = original && ([original.ownerId, original.postId] as const);
    const rows = [
      others && findPost.get(...others),
      others && findRepost.get(...others, ownerId, postId),
      findRepost.get(ownerId, postId, ownerId, postId),
    ];
    return rows.flatMap((row) => (row ? [Number(row.storyId)] : []));
  };
}

export function createStoryLinks(db: DatabaseSync) {
  const byReposts = createRepostFinder(db);
  const findEqual = db.prepare(
    `SELECT story_id AS storyId FROM text_keys JOIN posts USING (id)
     WHERE key = ? AND (owner_id, post_id) <> (?, ?) LIMIT 1`,
  );
  const findCandidates = db.prepare(candidatesSql);
  const findText = db.prepare('SELECT text FROM post_texts WHERE id = ?');

  function bySimilarText(post: PostKey, folded: FoldedText): number[] {
    if (folded.bands.length === 0) return [];
    const candidates = findCandidates.all(...folded.bands) as CandidateRow[];
    return storiesOfCopies(post, folded, candidates, ({ id }) => (findText.get(id)?.text ?? null) as string | null);
  }

  /** If an equal text is stored, similar texts need no search: they were compared when it was stored. */
  function byText(post: PostKey, folded: FoldedText): number[] {
    const equal = findEqual.get(folded.key, post.ownerId, post.postId);
    return equal ? [Number(equal.storyId)] : bySimilarText(post, folded);
  }

  return {
    /** The stories of the post's copies, which the caller merges. */
    find: (post: PostKey, folded: FoldedText | null): number[] => [
      ...new Set([...byReposts(post), ...(folded ? byText(post, folded) : [])]),
    ],
  };
}

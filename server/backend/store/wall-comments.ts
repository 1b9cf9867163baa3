/**
 * Posts of followed walls whose comments are collected: which is read next, where its reading continues, and the pages that were
 * read. Times are milliseconds since 1970.
 */
import { randomInt } from 'node:crypto';
import { dayMs, hourMs, minuteMs } from '../../../shared/durations.ts';
import { cutText } from '../../../shared/format.ts';
import {
  afterReading,
  type CommentProgress,
  commentsDueAt,
  isComplete,
  isRepeat,
  nextCountAt,
  unread,
} from '../rules/collection/comment-reading.ts';
import { commentMethod, quotaMs } from './call-budget.ts';
import type { LookedUpPosts } from './collection-store.ts';
import { readErasedTargets } from './erasures.ts';
import { createMethods, type Db, toRows } from './port.ts';
import { isOfPosts, keyOf, toKeys } from './post-life.ts';
import type { PostKey } from './post-tables.ts';
import type { PostEngine } from './posts.ts';
import { parentTextMax } from './posts-store.ts';
import { hasPhrases, readFollowers, type WallPost, writeWallRows } from './wall-writer.ts';

/** The number of comments of fewer posts than a call can ask for waits this long for others. */
const patienceMs = 30 * minuteMs;
/** A post that no reading has shown for this long is forgotten, when it is too old and nothing is due. */
const forgetMs = 48 * hourMs;

/**
 * A post under lease. `clientId`: the client whose turn it is. `text`: the first words of the post. `cityId`: of the community.
 * `isFull`: also comments that the number does not tell about are looked for.
 */
export type CommentsClaim = PostKey & {
  clientId: string;
  lease: number;
  text: string;
  cityId: number | null;
  progress: CommentProgress;
  isFull: boolean;
};

/** `deleted`: comments that the network shows as deleted. */
export type CommentsSaved = { comments: readonly WallPost[]; deleted: readonly PostKey[] };

type ClaimOptions = { now: number; leaseMs: number; daysBack: number };

const isFree = '(p.lease_until IS NULL OR p.lease_until <= $1)';

/** SQL on `f`, a row of `wall_follows`: it needs the comments. */
const wantsComments = `f.with_comments AND ${hasPhrases}`;

/** SQL on `p`, a row of `wall_posts`. */
const isOpen = `EXISTS (
  SELECT 1 FROM walls JOIN wall_follows f USING (owner_id)
  WHERE owner_id = p.owner_id AND (rests_until IS NULL OR rests_until <= $1) AND ${wantsComments})`;

type Turn = { ownerId: number; clientId: string };

/** The client with the fewest calls in the last 24 hours comes first, with the wall whose turn was the longest ago. */
const findTurn = (db: Db, now: number): Promise<Turn | null> =>
  db.row<Turn>(
    `WITH shares AS (
       SELECT client_id, count(*) AS calls FROM collection_calls WHERE at > $2 AND method = $3 GROUP BY client_id)
     SELECT f.owner_id, f.client_id
     FROM wall_follows f JOIN walls USING (owner_id) LEFT JOIN shares ON shares.client_id = f.client_id
     WHERE ${wantsComments} AND (rests_until IS NULL OR rests_until <= $1)
       AND EXISTS (SELECT 1 FROM wall_posts p WHERE p.owner_id = f.owner_id AND p.due_at <= $1 AND ${isFree})
     ORDER BY coalesce(calls, 0), coalesce(comments_at, 0), f.owner_id, f.client_id LIMIT 1`,
    now,
    now - quotaMs,
    commentMethod,
  );

type StoredClaim = PostKey & {
  text: string;
  cityId: number | null;
  postedAt: number;
  total: number;
  readAt: number | null;
  progress: string | null;
};

/** The newest post of the wall that is due. */
async function claimComments(db: Db, { now, leaseMs, daysBack }: ClaimOptions): Promise<CommentsClaim | null> {
  // Claims are serialised, so that the shares stay fair.
  await db.lock('claims');
  const turn = await findTurn(db, now);
  if (!turn) return null;
  const post = await db.row<StoredClaim>(
    `SELECT owner_id, post_id, text, city_id, posted_at, total, read_at, progress FROM wall_posts p
     WHERE owner_id = $2 AND due_at <= $1 AND ${isFree} ORDER BY posted_at DESC, post_id DESC LIMIT 1`,
    now,
    turn.ownerId,
  );
  if (!post) return null;
  const lease = randomInt(2 ** 47);
  const claimed = 'UPDATE wall_posts SET lease = $3, lease_until = $4 WHERE owner_id = $1 AND post_id = $2';
  await db.run(claimed, post.ownerId, post.postId, lease, now + leaseMs);
  await db.run('UPDATE walls SET comments_at = $2 WHERE owner_id = $1', post.ownerId, now);
  const { progress: stored, postedAt, total, readAt, ...place } = post;
  const progress: CommentProgress = stored === null ? unread : JSON.parse(stored);
  return {
    ...place,
    clientId: turn.clientId,
    lease,
    // A number that changes during the reading counts for the next one, because the newest comments are read first.
    progress: { ...progress, total: progress.total ?? total },
    isFull: isRepeat({ postedAt, readAt }, daysBack, now),
  };
}

type StoredPost = PostKey & { postedAt: number; total: number; readTotal: number | null; readAt: number | null };

const readPosts = (db: Db, posts: readonly PostKey[]): Promise<StoredPost[]> =>
  db.rows<StoredPost>(
    `SELECT owner_id, post_id, posted_at, total, read_total, read_at FROM wall_posts WHERE ${isOfPosts(db.dialect)}`,
    toKeys(posts),
  );

type SeenPost = Pick<WallPost['post'], 'ownerId' | 'postId' | 'userId' | 'cityId' | 'postedAt' | 'text' | 'facts'>;

/** Notes the posts that the network has shown, with their numbers of comments. */
async function notePosts(db: Db, posts: readonly SeenPost[], daysBack: number, now: number): Promise<void> {
  const known = new Map((await readPosts(db, posts)).map((post) => [keyOf(post), post]));
  const erased = await readErasedTargets(db);
  const rows = posts.map((post) => {
    const before = known.get(keyOf(post)) ?? { total: 0, readTotal: null, readAt: null };
    const after = { ...before, ...post, total: post.facts.comments ?? before.total };
    return {
      ...after,
      text: erased.hasUser(post.userId) ? '' : cutText(post.text ?? '', parentTextMax),
      dueAt: commentsDueAt(after, daysBack),
      countAt: nextCountAt(post.postedAt, daysBack, now),
    };
  });
  await db.run(
    `INSERT INTO wall_posts (owner_id, post_id, user_id, city_id, posted_at, text, total, due_at, count_at, seen_at)
     SELECT CAST(value ->> 0 AS bigint), CAST(value ->> 1 AS bigint), CAST(value ->> 2 AS bigint), CAST(value ->> 3 AS bigint),
       CAST(value ->> 4 AS bigint), value ->> 5, CAST(value ->> 6 AS bigint), CAST(value ->> 7 AS bigint),
       CAST(value ->> 8 AS bigint), CAST($2 AS bigint) FROM ${db.dialect.rowsIn('$1')} WHERE true
     ON CONFLICT (owner_id, post_id) DO UPDATE SET city_id = excluded.city_id, text = excluded.text, total = excluded.total,
       due_at = excluded.due_at, count_at = excluded.count_at, seen_at = excluded.seen_at`,
    toRows(rows, keyOf, ({ ownerId, postId, userId, cityId, postedAt, text, total, dueAt, countAt }) => [
      ...[ownerId, postId, userId, cityId, postedAt, text, total, dueAt, countAt],
    ]),
    now,
  );
}

/** Notes the posts of a page of a wall, if a client wants its comments. Forgets those that nobody needs any more. */
export async function noteWallPosts(
  db: Db,
  ownerId: number,
  posts: readonly SeenPost[],
  daysBack: number,
  now: number,
) {
  if ((await db.row('SELECT 1 FROM wall_follows f WHERE f.owner_id = $1 AND f.with_comments', ownerId)) === null)
    return;
  await notePosts(db, posts, daysBack, now);
  await db.run(
    'DELETE FROM wall_posts WHERE owner_id = $1 AND due_at IS NULL AND count_at IS NULL AND seen_at < $2',
    ownerId,
    now - forgetMs,
  );
}

/** The posts of a wall are noted anew when a client wants its comments again. */
export const forgetWallPosts = (db: Db, ownerId: number): Promise<number> =>
  db.run(
    `DELETE FROM wall_posts WHERE owner_id = $1
       AND NOT EXISTS (SELECT 1 FROM wall_follows f WHERE f.owner_id = wall_posts.owner_id AND f.with_comments)`,
    ownerId,
  );

type HeldPost = StoredPost & { userId: number };

const holdsLease = async (db: Db, { ownerId, postId, lease }: CommentsClaim): Promise<HeldPost | null> =>
  db.row<HeldPost>(
    `SELECT owner_id, post_id, user_id, posted_at, total, read_total, read_at FROM wall_posts
     WHERE owner_id = $1 AND post_id = $2 AND lease = $3`,
    ownerId,
    postId,
    lease,
  );

/** `progress`: of this reading. */
async function endReading(db: Db, post: StoredPost, progress: CommentProgress, { daysBack, now }: SaveOptions) {
  const { ownerId, postId } = post;
  const total = progress.total ?? post.total;
  await db.run(
    `UPDATE wall_posts SET read_total = $3, read_at = $4, due_at = $5, progress = $6, lease = NULL, lease_until = NULL
     WHERE owner_id = $1 AND post_id = $2`,
    ownerId,
    postId,
    total,
    now,
    commentsDueAt({ ...post, readTotal: total, readAt: now }, daysBack),
    JSON.stringify(afterReading(progress)),
  );
}

/** `keptSince`: older comments are not stored, because they would be deleted again; 0 for none. */
type SaveOptions = ClaimOptions & { keptSince: number };

/** The network does not show the comments of the post: they are not read until their number changes. */
async function skipComments(db: Db, claim: CommentsClaim, options: SaveOptions): Promise<void> {
  const post = await holdsLease(db, claim);
  if (post) await endReading(db, post, { ...claim.progress, seen: claim.progress.known }, options);
}

/** Ends a reading that failed; it continues at `dueAt`. */
const releaseComments = (db: Db, { ownerId, postId, lease }: CommentsClaim, dueAt: number): Promise<number> =>
  db.run(
    `UPDATE wall_posts SET lease = NULL, lease_until = NULL, due_at = $4
     WHERE owner_id = $1 AND post_id = $2 AND lease = $3`,
    ownerId,
    postId,
    lease,
    dueAt,
  );

/**
 * Posts whose number of comments is to be asked for, when they fill a call or the first has waited long enough; otherwise none.
 * They are not returned again for the time of the lease.
 */
async function claimCounts(db: Db, { now, leaseMs, most }: { now: number; leaseMs: number; most: number }) {
  await db.lock('claims');
  const due = await db.rows<PostKey & { countAt: number }>(
    `SELECT owner_id, post_id, count_at FROM wall_posts p WHERE count_at <= $1 AND ${isOpen} ORDER BY count_at LIMIT $2`,
    now,
    most,
  );
  const [first] = due;
  if (!first || (due.length < most && first.countAt > now - patienceMs)) return [];
  await db.run(`UPDATE wall_posts SET count_at = $2 WHERE ${isOfPosts(db.dialect)}`, toKeys(due), now + leaseMs);
  return due.map(({ ownerId, postId }): PostKey => ({ ownerId, postId }));
}

/** Notes the numbers of comments of claimed posts. One that the network does not return is asked for again a day later. */
async function saveCounts(
  db: Db,
  asked: readonly PostKey[],
  { posts }: Pick<LookedUpPosts, 'posts'>,
  { daysBack, now }: { daysBack: number; now: number },
): Promise<void> {
  await db.lock('posts');
  // A wall may have been forgotten meanwhile.
  const kept = new Set((await readPosts(db, asked)).map(keyOf));
  await notePosts(
    db,
    posts.filter((post) => kept.has(keyOf(post))),
    daysBack,
    now,
  );
  const found = new Set(posts.map(keyOf));
  const missing = asked.filter((post) => !found.has(keyOf(post)));
  await db.run(
    `UPDATE wall_posts SET count_at = CASE WHEN posted_at > $3 THEN CAST($2 AS bigint) END WHERE ${isOfPosts(db.dialect)}`,
    toKeys(missing),
    now + dayMs,
    now - daysBack * dayMs,
  );
}

/** The erasure of the author of a post reaches its words in the comments, also when the post itself is not stored. */
async function saveParentAuthor(db: Db, { ownerId, postId, userId }: HeldPost): Promise<void> {
  if (userId === ownerId) return;
  await db.run(
    `UPDATE post_facts SET parent_user_id = $3 WHERE owner_id = $1 AND parent_post_id = $2 AND parent_user_id IS NULL`,
    ownerId,
    postId,
    userId,
  );
}

/** Those of the comments that are stored and not marked as deleted. */
const storedOf = (db: Db, comments: readonly PostKey[]): Promise<PostKey[]> =>
  db.rows<PostKey>(
    `SELECT DISTINCT posts.owner_id, posts.post_id FROM posts LEFT JOIN post_facts facts USING (owner_id, post_id)
     WHERE ${isOfPosts(db.dialect, 'posts.')} AND facts.deleted_at IS NULL`,
    toKeys(comments),
  );

/** Posts whose comments are to be read. */
const commentQueue = async (db: Db, now: number): Promise<number> =>
  (await db.value<number>(`SELECT count(*) FROM wall_posts p WHERE due_at <= $1 AND ${isOpen}`, now)) ?? 0;

export function createWallComments(db: Db, engine: PostEngine) {
  /**
   * Saves a page of comments, and where the reading continues. Returns the number of added rows; null, and saves nothing, when
   * the lease was lost.
   */
  async function saveComments(
    tx: Db,
    claim: CommentsClaim,
    page: CommentsSaved,
    progress: CommentProgress,
    options: SaveOptions,
  ): Promise<number | null> {
    await tx.lock('posts');
    const post = await holdsLease(tx, claim);
    if (!post) return null;
    const { now, leaseMs, keptSince } = options;
    const followers = await readFollowers(tx, claim.ownerId, 'comments', now);
    const rows = { posts: page.comments, every: [], followers, keptSince, saveOthers: async () => {} };
    const added = await writeWallRows(tx, engine, rows, now);
    await saveParentAuthor(tx, post);
    await engine.markDeleted(tx, await storedOf(tx, page.deleted), now);
    if (isComplete(progress)) await endReading(tx, post, progress, options);
    else {
      const sql = 'UPDATE wall_posts SET progress = $3, lease_until = $4 WHERE owner_id = $1 AND post_id = $2';
      await tx.run(sql, claim.ownerId, claim.postId, JSON.stringify(progress), now + leaseMs);
    }
    return added;
  }

  return createMethods(
    db,
    { commentQueue },
    { claimComments, skipComments, releaseComments, claimCounts, saveCounts, saveComments },
  );
}

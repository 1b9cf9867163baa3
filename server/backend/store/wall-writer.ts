/** Writes what was read from walls as rows of the phrases of the clients that follow them. */
import { dayMs } from '../../../shared/durations.ts';
import { toWritten } from './collection-pages.ts';
import type { FoundPost } from './collection-store.ts';
import { readErasedTargets } from './erasures.ts';
import type { Db } from './port.ts';
import { isOfPosts, keyOf, toKeys } from './post-life.ts';
import type { PostEngine } from './posts.ts';
import { type RowKey, rowKeyOf, showRows } from './wall-rows.ts';

/** A phrase against which posts or comments of a wall are matched. */
export type WallPhrase = { wordId: number; text: string };

/** A post or a comment. `wordIds`: the phrases of its followers that it matches. */
export type WallPost = { post: FoundPost; wordIds: readonly number[] };

/** SQL on `l` and `w`, a link and its phrase: posts of walls are matched against it. */
const isMatched = "NOT l.frozen AND w.deleted_at IS NULL AND w.state <> 'freeze' AND w.wall_id IS NULL";

/** SQL on `f`, a row of `wall_follows`: the client has phrases. */
export const hasPhrases = `EXISTS (
  SELECT 1 FROM word_clients l JOIN words w USING (word_id) WHERE l.client_id = f.client_id AND ${isMatched})`;

/** What followers get; SQL on `f`, a row of `wall_follows`. */
const wanted = { posts: 'true', comments: 'f.with_comments' } as const;
export type Wanted = keyof typeof wanted;

/** The phrases of the followers. */
export const wallPhrases = (db: Db, ownerId: number, what: Wanted): Promise<WallPhrase[]> =>
  db.rows<WallPhrase>(
    `SELECT DISTINCT w.word_id, w.text FROM wall_follows f JOIN word_clients l USING (client_id) JOIN words w USING (word_id)
     WHERE f.owner_id = $1 AND ${wanted[what]} AND ${isMatched} ORDER BY w.word_id`,
    ownerId,
  );

/** `keptSince`: older comments are not stored for the client, because they would be deleted again. */
export type Follower = { clientId: string; keptSince: number };

/** By phrase, the followers that have it now. Neither is deleted before the end of the transaction. */
export async function readFollowers(
  db: Db,
  ownerId: number,
  what: Wanted,
  now: number,
): Promise<Map<number, Follower[]>> {
  const rows = await db.rows<{ wordId: number; clientId: string; keepCommentsDays: number | null }>(
    `SELECT w.word_id, client_id, keep_comments_days
     FROM wall_follows f JOIN word_clients l USING (client_id) JOIN words w USING (word_id) JOIN clients USING (client_id)
     WHERE f.owner_id = $1 AND ${wanted[what]} AND ${isMatched} ${db.dialect.locking('KEY SHARE OF w, clients')}`,
    ownerId,
  );
  const followers = rows.map(({ keepCommentsDays: days, ...link }) => ({
    ...link,
    keptSince: what === 'posts' || days === null ? 0 : now - days * dayMs,
  }));
  return Map.groupBy(followers, ({ wordId }) => wordId);
}

const touchWords = (db: Db, wordIds: readonly number[], now: number): Promise<number> =>
  db.run(
    `UPDATE words SET last_update_posts = $2 WHERE word_id ${db.dialect.among('$1', 'bigint')}`,
    wordIds.toSorted((a, b) => a - b),
    now,
  );

/**
 * `every`: phrases that get all posts. `followers`: see `readFollowers`. `keptSince`: older posts and comments are not stored,
 * because they would be deleted again; 0 for none. `saveOthers`: called before rows are written, saves what they refer to.
 */
type WallRows = {
  posts: readonly WallPost[];
  every: readonly number[];
  followers: ReadonlyMap<number, readonly Follower[]>;
  keptSince: number;
  saveOthers: () => Promise<void>;
};

const listStored = (db: Db, posts: readonly WallPost[]): Promise<RowKey[]> =>
  db.rows<RowKey>(
    `SELECT owner_id, post_id, word_id FROM posts WHERE ${isOfPosts(db.dialect)} ORDER BY word_id`,
    toKeys(posts.map(({ post }) => post)),
  );

/** Returns the number of added rows. The caller holds the `posts` lock. */
export async function writeWallRows(tx: Db, engine: PostEngine, wall: WallRows, now: number): Promise<number> {
  const { every, followers, saveOthers } = wall;
  const erased = await readErasedTargets(tx);
  const posts = wall.posts.filter(({ post }) => !erased.hasPost(post) && post.postedAt >= wall.keptSince);
  const clientsOf = (wordId: number, { postedAt }: FoundPost): string[] =>
    (followers.get(wordId) ?? []).filter(({ keptSince }) => postedAt >= keptSince).map(({ clientId }) => clientId);
  const rows = posts.flatMap(({ post, wordIds }) => [
    // Of equal times, the feed shows the row that was added last.
    ...every.map((wordId) => ({ ...post, wordId, clientIds: null })),
    ...wordIds.flatMap((wordId) => {
      const clientIds = clientsOf(wordId, post);
      return clientIds.length === 0 ? [] : [{ ...post, wordId, clientIds }];
    }),
  ]);
  const matched = new Set(rows.map(keyOf));
  const stored = await listStored(tx, posts);
  const wordOf = new Map(stored.map((row) => [keyOf(row), row.wordId]));
  // An edit may have taken the words of the phrase away.
  const others = posts.flatMap(({ post }) => {
    const wordId = wordOf.get(keyOf(post));
    return wordId === undefined || matched.has(keyOf(post)) ? [] : [{ ...post, wordId }];
  });
  if (rows.length + others.length === 0) return 0;
  await saveOthers();
  const known = new Set(stored.map(rowKeyOf));
  // Before the rows arrive, because stories come back only for clients that see them.
  await showRows(
    tx,
    engine.repack,
    rows.flatMap((row) => (row.clientIds ? [{ ...row, isNew: !known.has(rowKeyOf(row)) }] : [])),
  );
  const written = [
    ...rows.map(({ wordId, clientIds: _, ...post }) => toWritten({ ...post, foundByVk: false }, wordId, now)),
    ...others.map(({ wordId, ...post }) => toWritten(post, wordId, now)),
  ];
  const outcomes = await engine.write(tx, written, 'collected', now);
  const added = rows.filter((_, index) => outcomes[index] === 'added');
  await touchWords(tx, [...new Set(added.map(({ wordId }) => wordId))], now);
  return added.length;
}

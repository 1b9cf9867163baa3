/** Writes what was read from walls as rows of the phrases of the clients that follow them. */
import { toWritten } from './collection-pages.ts';
import type { FoundPost } from './collection-store.ts';
import { readErasedTargets } from './erasures.ts';
import type { Db } from './port.ts';
import type { PostEngine } from './posts.ts';
import { showRows } from './wall-rows.ts';

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

/** By phrase, the followers that have it now. */
export async function readFollowers(db: Db, ownerId: number, what: Wanted): Promise<Map<number, string[]>> {
  const rows = await db.rows<{ wordId: number; clientId: string }>(
    `SELECT w.word_id, l.client_id FROM wall_follows f JOIN word_clients l USING (client_id) JOIN words w USING (word_id)
     WHERE f.owner_id = $1 AND ${wanted[what]} AND ${isMatched}`,
    ownerId,
  );
  const byWord = Map.groupBy(rows, ({ wordId }) => wordId);
  return new Map([...byWord].map(([wordId, links]) => [wordId, links.map(({ clientId }) => clientId)]));
}

const touchWords = (db: Db, wordIds: readonly number[], now: number): Promise<number> =>
  db.run(
    `UPDATE words SET last_update_posts = $2 WHERE word_id ${db.dialect.among('$1', 'bigint')}`,
    wordIds.toSorted((a, b) => a - b),
    now,
  );

/**
 * `every`: phrases that get all posts. `followers`: see `readFollowers`. `saveOthers`: called before rows are written, saves what
 * they refer to.
 */
type WallRows = {
  posts: readonly WallPost[];
  every: readonly number[];
  followers: ReadonlyMap<number, string[]>;
  saveOthers: () => Promise<void>;
};

/** Returns the number of added rows. The caller holds the `posts` lock. */
export async function writeWallRows(tx: Db, engine: PostEngine, wall: WallRows, now: number): Promise<number> {
  const { posts, every, followers, saveOthers } = wall;
  const erased = await readErasedTargets(tx);
  const rows = posts
    .filter(({ post }) => !erased.hasPost(post))
    .flatMap(({ post, wordIds }) =>
      // Of equal times, the feed shows the row that was added last.
      [...every, ...wordIds.filter((wordId) => followers.has(wordId))].map((wordId) => ({ ...post, wordId })),
    );
  if (rows.length === 0) return 0;
  await saveOthers();
  const written = rows.map(({ wordId, ...post }) => toWritten({ ...post, foundByVk: false }, wordId, now));
  const outcomes = await engine.write(tx, written, 'collected', now);
  const shown = rows.flatMap((row, index) => {
    const clientIds = followers.get(row.wordId);
    return clientIds ? [{ ...row, clientIds, isNew: outcomes[index] === 'added' }] : [];
  });
  await showRows(tx, engine.repack, shown);
  const added = rows.filter((_, index) => outcomes[index] === 'added');
  await touchWords(tx, [...new Set(added.map(({ wordId }) => wordId))], now);
  return added.length;
}

/** Writes posts: the part that both engines share. `PostEngine` is the part that differs between them. */
import { type RemovePosts, readErasedTargets } from './erasures.ts';
import type { Db } from './port.ts';
import type { PostOrigin, PostOutcome } from './post-changes.ts';
import { readLife, readUsualViews, type WrittenFacts } from './post-life.ts';
import type { PostKey } from './post-tables.ts';
import type { NewPost, PostQueries, SavedPosts } from './posts-store.ts';
import { type RepackRows, showToAll } from './wall-rows.ts';
import { endWaiting } from './word-links.ts';

/** `facts` is null when nothing but the row of a post is known. */
export type WrittenPost = NewPost & { facts: WrittenFacts | null };

/** A line of an import. Without `life` it says nothing about figures, edits and the deletion. */
export type ImportedPost = NewPost & { life?: ImportedLife };
export type ImportedLife = Pick<WrittenFacts, 'measures' | 'changedAt' | 'deletedAt'>;

const noLife: ImportedLife = { measures: [], changedAt: null, deletedAt: null };

/** The place of a comment is stored with its facts. */
const toWritten = ({ life, ...post }: ImportedPost): WrittenPost => ({
  ...post,
  facts: life || post.comment ? { ...(life ?? noLife), isAd: false, editedAt: null, repostOf: null } : null,
});

/**
 * Writes rows of posts with their stories, text keys and indexes. `write` and `remove` run in a transaction that holds the
 * `posts` lock.
 */
export type PostEngine = {
  /** SQL: the rows of posts with their texts. */
  source: string;
  /** The number of posts whose entries in the search index an update left to check after the start. */
  countOutdated(): Promise<number>;
  /** Checks some of them. Returns their number; 0 when none is left. */
  catchUp(): Promise<number>;
  /** Sets the time zone of histograms and of filters by local time. Returns false when it was set already. */
  setTimeZone(name: string): Promise<boolean>;
  /** Writes posts in their order. Returns the outcome of each. */
  write(db: Db, posts: readonly WrittenPost[], origin: PostOrigin, now: number): Promise<PostOutcome[]>;
  /** The network does not have these posts any more. They stay. */
  markDeleted(db: Db, posts: readonly PostKey[], now: number): Promise<void>;
  /** Rows that some of their clients have not seen so far: they arrive now. */
  arriveAgain(db: Db, ids: readonly number[], now: number): Promise<void>;
  repack: RepackRows;
  remove: RemovePosts;
};

/** `changes`: whether posts of the phrase were added. In ascending order, so that transactions do not deadlock. */
async function updateWords(db: Db, changes: ReadonlyMap<number, boolean>, now: number): Promise<void> {
  for (const [wordId, isAdded] of [...changes].sort(([a], [b]) => a - b)) {
    await db.run(
      `UPDATE words SET update_dt = $1, last_update_posts = CASE WHEN $2 THEN $1 ELSE last_update_posts END
       WHERE word_id = $3`,
      now,
      isAdded,
      wordId,
    );
    await endWaiting(db, wordId, now);
  }
}

/**
 * Adds new posts and updates changed ones and the phrases' counters. All rows of a post get its newest version by `updatedAt`.
 * Refuses posts of unknown phrases and of erased sources and authors.
 */
async function savePosts(db: Db, engine: PostEngine, posts: readonly ImportedPost[], now: number): Promise<SavedPosts> {
  await db.lock('posts');
  const erased = await readErasedTargets(db);
  // The row lock keeps the phrases from being deleted before the transaction ends.
  const words = await db.column<number>(
    `SELECT word_id FROM words WHERE word_id ${db.dialect.among('$1', 'bigint')} ORDER BY word_id ${db.dialect.locking('KEY SHARE')}`,
    [...new Set(posts.map(({ wordId }) => wordId))],
  );
  const existing = new Set(words);
  const accepted = posts.filter((post) => existing.has(post.wordId) && !erased.hasPost(post));
  const outcomes = await engine.write(db, accepted.map(toWritten), 'imported', now);
  for (const [wordId, rows] of Map.groupBy(accepted, (post) => post.wordId)) {
    await engine.arriveAgain(db, await showToAll(db, engine.repack, rows, wordId), now);
  }
  const changes = new Map<number, boolean>();
  for (const [index, { wordId }] of accepted.entries()) {
    if (outcomes[index] === 'same') continue;
    changes.set(wordId, outcomes[index] === 'added' || changes.get(wordId) === true);
  }
  await updateWords(db, changes, now);
  const count = (outcome: PostOutcome) => outcomes.filter((other) => other === outcome).length;
  return { added: count('added'), changed: count('changed'), refused: posts.length - accepted.length };
}

export const createPostsStore = (db: Db, engine: PostEngine, queries: PostQueries, now: () => number) => ({
  ...queries,
  countOutdated: engine.countOutdated,
  catchUp: engine.catchUp,
  setTimeZone: engine.setTimeZone,
  life: (post: PostKey) => readLife(db, post),
  usualViews: (ownerId: number) => readUsualViews(db, ownerId),
  save: (posts: readonly ImportedPost[]) => db.transaction((tx) => savePosts(tx, engine, posts, now())),
});

export type PostsStore = ReturnType<typeof createPostsStore>;

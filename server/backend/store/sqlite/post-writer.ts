/** Writes posts, their texts and index entries, and the phrases' counters. */
import type { DatabaseSync } from 'node:sqlite';
import type { NewPost } from '../posts-store.ts';
import { transaction } from './database.ts';
import { firstPostId, timeOfPostId } from './post-id.ts';
import { createPostIndexer } from './post-indexer.ts';

type KnownPost = {
  id: number;
  user_id: number;
  update_dt: number;
  city_id: number | null;
  text: string | null;
  photo_url: string | null;
};

/** The changes of a batch to a phrase's counters. */
type CounterChange = { added: number; updatedAt: number; postedAt: number };

const isSame = (known: KnownPost, post: NewPost): boolean =>
  timeOfPostId(known.id) === timeOfPostId(firstPostId(post.postedAt)) &&
  known.user_id === post.userId &&
  known.update_dt === post.updatedAt &&
  known.city_id === post.cityId &&
  known.text === post.text &&
  known.photo_url === post.photoUrl;

function prepareStatements(db: DatabaseSync) {
  return {
    index: createPostIndexer(db),
    find: db.prepare(
      `SELECT posts.id, user_id, update_dt, city_id, text, photo_url FROM posts JOIN post_texts USING (id)
       WHERE owner_id = ? AND post_id = ? AND word_id = ?`,
    ),
    findCopies: db.prepare('SELECT id FROM posts WHERE owner_id = ? AND post_id = ? AND word_id <> ? LIMIT 2'),
    lastInSecond: db.prepare('SELECT max(id) AS id FROM posts WHERE id >= ? AND id < ?'),
    removePost: db.prepare('DELETE FROM posts WHERE id = ?'),
    removeText: db.prepare('DELETE FROM post_texts WHERE id = ?'),
    addPost: db.prepare('INSERT INTO posts VALUES (?, ?, ?, ?, ?, ?, ?)'),
    addText: db.prepare('INSERT INTO post_texts VALUES (?, ?, ?)'),
    count: db.prepare(
      `UPDATE words SET total_posts = total_posts + ?, update_dt = max(coalesce(update_dt, 0), ?),
         last_update_posts = max(coalesce(last_update_posts, 0), ?), last_post_posts = max(coalesce(last_post_posts, 0), ?)
       WHERE word_id = ?`,
    ),
  };
}

type Statements = ReturnType<typeof prepareStatements>;

function nextId(statements: Statements, postedAt: number): number {
  const first = firstPostId(postedAt);
  const last = statements.lastInSecond.get(first, firstPostId(postedAt + 1000))?.id;
  return typeof last === 'number' ? last + 1 : first;
}

function insert(statements: Statements, post: NewPost): void {
  const id = nextId(statements, post.postedAt);
  const { ownerId, postId, wordId, userId, updatedAt, cityId, text, photoUrl } = post;
  statements.addPost.run(id, ownerId, postId, wordId, userId, updatedAt, cityId);
  statements.addText.run(id, text, photoUrl);
  statements.index.put(id);
}

/** The second row of a post makes the first row a copy too. Before a third row, both are already marked. */
function markFirstCopy(statements: Statements, { ownerId, postId, wordId }: NewPost): void {
  const [first, second] = statements.findCopies.all(ownerId, postId, wordId);
  if (first && !second) statements.index.put(Number(first.id));
}

/** Replaces a changed post, because its ID contains its time. */
function saveOne(statements: Statements, post: NewPost): 'added' | 'changed' | 'same' {
  const known = statements.find.get(post.ownerId, post.postId, post.wordId) as KnownPost | undefined;
  if (!known) {
    insert(statements, post);
    markFirstCopy(statements, post);
    return 'added';
  }
  if (isSame(known, post)) return 'same';
  statements.index.remove(known.id);
  statements.removeText.run(known.id);
  statements.removePost.run(known.id);
  insert(statements, post);
  return 'changed';
}

function addChange(changes: Map<number, CounterChange>, post: NewPost, added: boolean): void {
  const change = changes.get(post.wordId) ?? { added: 0, updatedAt: 0, postedAt: 0 };
  changes.set(post.wordId, {
    added: change.added + (added ? 1 : 0),
    updatedAt: Math.max(change.updatedAt, post.updatedAt),
    postedAt: Math.max(change.postedAt, post.postedAt),
  });
}

/** Returns a function that writes a batch in one transaction. The phrases must exist. */
export function createPostWriter(db: DatabaseSync) {
  const statements = prepareStatements(db);
  return (posts: readonly NewPost[]): { added: number; changed: number } =>
    transaction(db, () => {
      const changes = new Map<number, CounterChange>();
      const totals = { added: 0, changed: 0, same: 0 };
      for (const post of posts) {
        const outcome = saveOne(statements, post);
        totals[outcome] += 1;
        if (outcome !== 'same') addChange(changes, post, outcome === 'added');
      }
      for (const [wordId, { added, updatedAt, postedAt }] of changes) {
        statements.count.run(added, updatedAt, updatedAt, postedAt, wordId);
      }
      return { added: totals.added, changed: totals.changed };
    });
}

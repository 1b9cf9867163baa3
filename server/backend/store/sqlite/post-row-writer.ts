/** Writes one row of a post with its text and index entry. */
import type { DatabaseSync } from 'node:sqlite';
import type { NewPost } from '../posts-store.ts';
import { firstPostId, timeOfPostId } from './post-id.ts';
import { createPostIndexer } from './post-indexer.ts';

export type KnownPost = {
  id: number;
  user_id: number;
  update_dt: number;
  city_id: number | null;
  text: string | null;
  photo_url: string | null;
};

/** Compares everything but the time of the update. */
export const hasSameContent = (known: KnownPost, post: NewPost): boolean =>
  timeOfPostId(known.id) === timeOfPostId(firstPostId(post.postedAt)) &&
  known.user_id === post.userId &&
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
function replace(statements: Statements, id: number, post: NewPost): void {
  statements.index.remove(id);
  statements.removeText.run(id);
  statements.removePost.run(id);
  insert(statements, post);
}

/** Returns a function that writes a row inside the caller's transaction, unless a known row is the same. */
export function createPostRowWriter(db: DatabaseSync, isSame: (known: KnownPost, post: NewPost) => boolean) {
  const statements = prepareStatements(db);
  return (post: NewPost): 'added' | 'changed' | 'same' => {
    const known = statements.find.get(post.ownerId, post.postId, post.wordId) as KnownPost | undefined;
    if (known && isSame(known, post)) return 'same';
    if (known) {
      replace(statements, known.id, post);
      return 'changed';
    }
    insert(statements, post);
    markFirstCopy(statements, post);
    return 'added';
  };
}

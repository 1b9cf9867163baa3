/** Adds, changes and removes rows of posts with their texts, index entries and stories. */
import type { DatabaseSync } from 'node:sqlite';
import { type FoldedText, foldPostText } from '../../rules/stories/folded-text.ts';
import { firstPostId, timeOfPostId } from '../post-id.ts';
import type { NewPost } from '../posts-store.ts';
import type { PostKey } from '../similar-posts.ts';
import { createPostIndexer } from './post-indexer.ts';
import { createRowColumns } from './row-columns.ts';
import { createStories, type StoryRow } from './stories.ts';
import { createTextKeys } from './story-links.ts';

/** What identifies a stored row. Its ID contains its time. */
export type StoredRow = StoryRow & { wordId: number };

function prepareStatements(db: DatabaseSync) {
  return {
    hasOtherText: db.prepare(
      'SELECT 1 FROM posts JOIN post_texts USING (id) WHERE owner_id = ? AND post_id = ? AND text IS NOT ?',
    ),
    lastInSecond: db.prepare('SELECT max(id) AS id FROM posts WHERE id >= ? AND id < ?'),
    addPost: db.prepare('INSERT INTO posts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'),
    changePost: db.prepare(
      `UPDATE posts SET id = ?, user_id = ?, update_dt = ?, city_id = ?, found_by_vk = coalesce(?, found_by_vk)
       WHERE id = ?`,
    ),
    removePost: db.prepare('DELETE FROM posts WHERE id = ?'),
    text: db.prepare('SELECT text FROM post_texts WHERE id = ?'),
    addText: db.prepare('INSERT INTO post_texts VALUES (?, ?, ?)'),
    removeText: db.prepare('DELETE FROM post_texts WHERE id = ?'),
  };
}

type Statements = ReturnType<typeof prepareStatements>;

function nextId({ lastInSecond }: Statements, postedAt: number): number {
  const first = firstPostId(postedAt);
  const last = lastInSecond.get(first, firstPostId(postedAt + 1000))?.id;
  return typeof last === 'number' ? last + 1 : first;
}

/** Numbers rows in the order of their arrival, and stores when they arrived (migration 010). */
function createArrivals(db: DatabaseSync) {
  const advance = db.prepare("UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'stories'");
  const newest = db.prepare('SELECT newest FROM arrival_counter');
  const lastTime = db.prepare('SELECT at FROM arrivals ORDER BY first DESC LIMIT 1');
  const addTime = db.prepare('INSERT INTO arrivals VALUES (?, ?)');
  return {
    /** The number of a row that joins a story. */
    next(): number {
      advance.run();
      return Number(newest.get()?.newest);
    },
    /** The row with this number, the newest, arrives at this time. */
    date(arrival: number, now: number): void {
      const at = Math.floor(now / 1000) * 1000;
      if (lastTime.get()?.at !== at) addTime.run(arrival, at);
    },
  };
}

export type PostRows = ReturnType<typeof createPostRows>;

/** The methods run inside the caller's transaction. */
export function createPostRows(db: DatabaseSync) {
  const statements = prepareStatements(db);
  const index = createPostIndexer(db);
  const rowColumns = createRowColumns(db);
  const stories = createStories(db, index, rowColumns.touch);
  const arrivals = createArrivals(db);
  const keys = createTextKeys(db);

  function addText(id: number, { text, photoUrl }: NewPost): void {
    statements.addText.run(id, text, photoUrl);
    const folded = foldPostText(text);
    if (folded) keys.add(id, folded);
  }
  /** Returns the text. */
  function removeText(id: number): string | null {
    const text = statements.text.get(id)?.text as string | null;
    const folded = foldPostText(text);
    if (folded) keys.remove(id, folded);
    statements.removeText.run(id);
    return text;
  }
  return {
    add(post: NewPost, now: number): void {
      const { ownerId, postId, wordId, userId, updatedAt, cityId, text } = post;
      const isOtherText = statements.hasOtherText.get(ownerId, postId, text) !== undefined;
      const joined = stories.choose(post, foldPostText(text));
      const storyId = joined ?? stories.create();
      const arrival = joined === null ? storyId : arrivals.next();
      arrivals.date(arrival, now);
      const id = nextId(statements, post.postedAt);
      const found = Number(post.foundByVk ?? false);
      statements.addPost.run(id, ownerId, postId, wordId, userId, updatedAt, cityId, storyId, arrival, found);
      rowColumns.touch(id);
      addText(id, post);
      stories.add({ id, ownerId, postId, storyId });
      if (isOtherText) stories.replace(post, foldPostText(text));
    },
    /** Sets the row to the post's fields. Its phrase, source and number stay. */
    change(oldId: number, post: NewPost): void {
      const isSameSecond = firstPostId(timeOfPostId(oldId)) === firstPostId(post.postedAt);
      const id = isSameSecond ? oldId : nextId(statements, post.postedAt);
      const oldText = removeText(oldId);
      const found = post.foundByVk === undefined ? null : Number(post.foundByVk);
      statements.changePost.run(id, post.userId, post.updatedAt, post.cityId, found, oldId);
      addText(id, post);
      for (const touched of [oldId, id]) {
        index.touch(touched);
        rowColumns.touch(touched);
      }
      if (post.text !== oldText) stories.replace(post, foldPostText(post.text));
    },
    /** Arranges a stored row as if it arrived now. Its keys may be there: the post was changed before. */
    arrange({ id, ...post }: PostKey & { id: number }, text: FoldedText | null): void {
      stories.join(post, text);
      if (text && !keys.has(id, text)) keys.add(id, text);
    },
    /** The post's facts name the post that it reposts. */
    joinReposts: (post: PostKey): void => stories.join(post, null),
    remove(row: StoredRow): void {
      removeText(row.id);
      statements.removePost.run(row.id);
      rowColumns.touch(row.id);
      stories.remove(row);
    },
    /** Updates the search index and the packed columns. Every batch ends with it. */
    writeIndexes(): void {
      index.write();
      rowColumns.write();
    },
  };
}

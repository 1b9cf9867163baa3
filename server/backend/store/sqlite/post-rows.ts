/** Adds, changes and removes rows of posts with their texts, index entries, stories and days. */
import type { DatabaseSync } from 'node:sqlite';
import type { NewPost } from '../posts-store.ts';
import { createDayCounter, createDayReader } from './day-counts.ts';
import { firstPostId, timeOfPostId } from './post-id.ts';
import { createPostIndexer } from './post-indexer.ts';
import { createStoryRows, type StoryRow } from './story-rows.ts';

/** What identifies a stored row. Its ID contains its time. */
export type StoredRow = StoryRow & { wordId: number };

function prepareStatements(db: DatabaseSync) {
  return {
    storyOfPost: db.prepare('SELECT story_id AS storyId FROM posts WHERE owner_id = ? AND post_id = ? LIMIT 1'),
    lastInSecond: db.prepare('SELECT max(id) AS id FROM posts WHERE id >= ? AND id < ?'),
    addPost: db.prepare('INSERT INTO posts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)'),
    changePost: db.prepare('UPDATE posts SET id = ?, user_id = ?, update_dt = ?, city_id = ?, day = ? WHERE id = ?'),
    removePost: db.prepare('DELETE FROM posts WHERE id = ?'),
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

/** The methods run inside the caller's transaction. */
export function createPostRows(db: DatabaseSync) {
  const statements = prepareStatements(db);
  const index = createPostIndexer(db);
  const stories = createStoryRows(db);
  const days = createDayCounter(db);
  const dayOf = createDayReader(db);

  function findStory({ ownerId, postId }: NewPost): number {
    const known = statements.storyOfPost.get(ownerId, postId);
    return known ? Number(known.storyId) : stories.create(Date.now());
  }
  return {
    add(post: NewPost): void {
      const id = nextId(statements, post.postedAt);
      const { ownerId, postId, wordId, userId, updatedAt, cityId, text, photoUrl } = post;
      const day = dayOf(timeOfPostId(id));
      const storyId = findStory(post);
      statements.addPost.run(id, ownerId, postId, wordId, userId, updatedAt, cityId, storyId, day);
      statements.addText.run(id, text, photoUrl);
      stories.add({ id, ownerId, postId, storyId });
      days.add(wordId, day);
    },
    /** Gives the row the post's fields. Its phrase, source and number stay. */
    change(oldId: number, post: NewPost): void {
      const isSameSecond = firstPostId(timeOfPostId(oldId)) === firstPostId(post.postedAt);
      const id = isSameSecond ? oldId : nextId(statements, post.postedAt);
      const day = dayOf(timeOfPostId(id));
      index.remove(oldId);
      statements.removeText.run(oldId);
      statements.changePost.run(id, post.userId, post.updatedAt, post.cityId, day, oldId);
      statements.addText.run(id, post.text, post.photoUrl);
      index.put(id);
      days.subtract(post.wordId, dayOf(timeOfPostId(oldId)));
      days.add(post.wordId, day);
    },
    remove(row: StoredRow): void {
      statements.removeText.run(row.id);
      statements.removePost.run(row.id);
      stories.remove(row);
      days.subtract(row.wordId, dayOf(timeOfPostId(row.id)));
    },
  };
}

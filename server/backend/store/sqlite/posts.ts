/** Rows of posts in SQLite, with their entries in the search index and the packed columns. */
import type { DatabaseSync } from 'node:sqlite';
import type { Db } from '../port.ts';
import { addTextKeys, nextPostId, type PostTables } from '../post-tables.ts';
import { createPostWriter } from '../post-writer.ts';
import type { PostEngine } from '../posts.ts';
import type { NewPost } from '../posts-store.ts';
import { addRows } from '../stories.ts';
import { storeParts } from '../text-parts.ts';
import { createCatchUp } from './catch-up.ts';
import type { Connection } from './connection.ts';
import { createPostIndexer } from './post-indexer.ts';
import { createRowColumns } from './row-columns.ts';
import { createStoryLinks } from './story-links.ts';

/** Assigns the next arrival number. Does not use RETURNING, for which SQLite opens a savepoint. */
async function nextArrival(db: Db, sql: string): Promise<number> {
  await db.run(sql);
  return (await db.value<number>('SELECT newest FROM arrival_counter')) ?? 0;
}

/** A new story has the number of its first row. */
const createStory = (db: Db) => nextArrival(db, 'INSERT INTO stories (rows) VALUES (0)');
const joinStory = "UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'stories'";

const dateArrival = (db: Db, arrival: number, arrivedAt: number): Promise<number> =>
  db.run(
    `INSERT INTO arrivals SELECT $1, $2
     WHERE $2 IS DISTINCT FROM (SELECT at FROM arrivals ORDER BY first DESC LIMIT 1)`,
    arrival,
    arrivedAt,
  );

const insertText = (db: Db, id: number, { text, textParts, photoUrl }: NewPost): Promise<number> =>
  db.run(
    'INSERT INTO post_texts (id, text, text_parts, photo_url) VALUES ($1, $2, $3, $4)',
    id,
    text,
    storeParts(textParts),
    photoUrl,
  );

type Touch = (id: number) => void;

const createTables = (db: DatabaseSync, touchIndex: Touch, touchColumns: Touch): PostTables => {
  const links = createStoryLinks(db);
  const touch: Touch = (id) => {
    touchIndex(id);
    touchColumns(id);
  };
  /** Updates the term `copy` of a post's other row when the post now has one phrase or two. */
  const touchOnly = ([other, ...others]: readonly { id: number }[]): void => {
    if (other && others.length === 0) touchIndex(other.id);
  };
  return {
    source: 'posts JOIN post_texts USING (id)',
    findLinks: async (_, post, text) => links.find(post, text),
    createStory,
    async insert(db, { post, folded, joined, arrivedAt, own }) {
      const storyId = joined ?? (await createStory(db));
      const arrival = joined === null ? storyId : await nextArrival(db, joinStory);
      await dateArrival(db, arrival, arrivedAt);
      const id = await nextPostId(db, post.postedAt);
      await db.run(
        'INSERT INTO posts VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
        id,
        post.ownerId,
        post.postId,
        post.wordId,
        post.userId,
        post.updatedAt,
        post.cityId,
        storyId,
        arrival,
        post.foundByVk ?? false,
      );
      await insertText(db, id, post);
      if (folded) await addTextKeys(db, id, folded);
      await addRows(db, storyId, 1);
      touch(id);
      touchOnly(own);
      return { id, storyId };
    },
    async update(db, oldId, id, post) {
      await db.run('DELETE FROM post_texts WHERE id = $1', oldId);
      await db.run(
        `UPDATE posts SET id = $1, user_id = $2, update_dt = $3, city_id = $4, found_by_vk = coalesce($5, found_by_vk)
         WHERE id = $6`,
        id,
        post.userId,
        post.updatedAt,
        post.cityId,
        post.foundByVk ?? null,
        oldId,
      );
      await insertText(db, id, post);
      touch(oldId);
      touch(id);
    },
    async remove(db, { id, ownerId, postId }) {
      await db.run('DELETE FROM post_texts WHERE id = $1', id);
      await db.run('DELETE FROM posts WHERE id = $1', id);
      touch(id);
      touchOnly(
        await db.rows<{ id: number }>('SELECT id FROM posts WHERE owner_id = $1 AND post_id = $2', ownerId, postId),
      );
    },
    async arriveAgain(db, id, arrivedAt) {
      const arrival = await nextArrival(db, joinStory);
      await dateArrival(db, arrival, arrivedAt);
      await db.run('UPDATE posts SET arrival = $1 WHERE id = $2', arrival, id);
      touchColumns(id);
    },
    onChange: (ids) => ids.forEach(touchColumns),
  };
};

export function createPostEngine(db: DatabaseSync, connection: Connection): PostEngine {
  const index = createPostIndexer(db);
  const columns = createRowColumns(db);
  const writer = createPostWriter(createTables(db, index.touch, columns.touch));
  /** The entries of a batch are written together. */
  async function indexed<T>(work: Promise<T>): Promise<T> {
    const result = await work;
    index.write();
    columns.write();
    return result;
  }
  const catchUp = createCatchUp(db);
  return {
    source: writer.source,
    write: (tx, posts, origin, now) => indexed(writer.write(tx, posts, origin, now)),
    markDeleted: (tx, posts, now) => indexed(writer.markDeleted(tx, posts, now)),
    arriveAgain: (tx, ids, now) => indexed(writer.arriveAgain(tx, ids, now)),
    repack: (tx, posts) => indexed(writer.repack(tx, posts)),
    remove: (tx, condition, id, limit) => indexed(writer.remove(tx, condition, id, limit)),
    countOutdated: async () => catchUp.count(),
    catchUp: () => connection.transaction(async () => catchUp.step()),
    setTimeZone: async (name) => (await connection.run('UPDATE time_zone SET name = $1 WHERE name <> $1', name)) > 0,
  };
}

/** Copies posts of PostgreSQL into the SQLite file of a search copy, with their index entries and packed columns. */
import type { DatabaseSync } from 'node:sqlite';
import type { Db } from '../../store/port.ts';
import { createPostIndexer } from '../../store/sqlite/post-indexer.ts';
import { createRowColumns } from '../../store/sqlite/row-columns.ts';
import type { Key } from './copied-rows.ts';

type CopiedPost = {
  id: number;
  ownerId: number;
  postId: number;
  wordId: number;
  userId: number;
  updateDt: number;
  cityId: number | null;
  storyId: number;
  arrival: number;
  foundByVk: number;
  text: string | null;
  photoUrl: string | null;
};

const select = `SELECT id, owner_id, post_id, word_id, user_id, update_dt, city_id, story_id, arrival,
    found_by_vk::int AS found_by_vk, text, photo_url
  FROM posts`;
const batchSize = 5000;

function createPostCopier(copy: DatabaseSync) {
  const addPost = copy.prepare(
    `INSERT INTO posts (id, owner_id, post_id, word_id, user_id, update_dt, city_id, story_id, arrival,
       found_by_vk)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const addText = copy.prepare('INSERT INTO post_texts (id, text, photo_url) VALUES (?, ?, ?)');
  return ({ id, text, photoUrl, ...post }: CopiedPost): void => {
    const { ownerId, postId, wordId, userId, updateDt, cityId, storyId, arrival, foundByVk } = post;
    addPost.run(id, ownerId, postId, wordId, userId, updateDt, cityId, storyId, arrival, foundByVk);
    addText.run(id, text, photoUrl);
  };
}

/** `onBatch` gets the number of rows that are copied. */
export async function copyPosts(db: Db, copy: DatabaseSync, onBatch: (done: number) => void): Promise<void> {
  const add = createPostCopier(copy);
  const index = createPostIndexer(copy);
  const rowsOfPost = copy.prepare('SELECT id FROM posts WHERE owner_id = ? AND post_id = ?');
  let [done, last] = [0, -1];
  for (;;) {
    const rows = await db.rows<CopiedPost>(`${select} WHERE id > $1 ORDER BY id LIMIT ${batchSize}`, last);
    if (rows.length === 0) break;
    for (const row of rows) {
      add(row);
      // Rows of a post in an earlier batch get the term of posts with several phrases.
      for (const { id } of rowsOfPost.all(row.ownerId, row.postId)) index.touch(Number(id));
    }
    index.write();
    last = rows.at(-1)?.id ?? last;
    done += rows.length;
    onBatch(done);
  }
}

export const fetchPosts = (db: Db, keys: readonly Key[]): Promise<CopiedPost[]> =>
  db.rows<CopiedPost>(
    `${select} WHERE (owner_id, post_id) IN (SELECT * FROM unnest($1::bigint[], $2::bigint[]))`,
    keys.map(({ key }) => key),
    keys.map(({ part }) => part),
  );

/** Inside the transaction of the copy. All rows of a post are replaced, because its phrases share a term of the index. */
export function replacePosts(copy: DatabaseSync, keys: readonly Key[], rows: readonly CopiedPost[]): void {
  const known = copy.prepare('SELECT id FROM posts WHERE owner_id = ? AND post_id = ?');
  const remove = copy.prepare('DELETE FROM posts WHERE id = ?');
  const removeText = copy.prepare('DELETE FROM post_texts WHERE id = ?');
  const add = createPostCopier(copy);
  const index = createPostIndexer(copy);
  const columns = createRowColumns(copy);
  const touch = (id: number): void => {
    index.touch(id);
    columns.touch(id);
  };
  // First all that goes: a row may get the ID of another.
  for (const { key, part } of keys) {
    for (const row of known.all(key, part)) {
      const id = Number(row.id);
      removeText.run(id);
      remove.run(id);
      touch(id);
    }
  }
  for (const row of rows) {
    add(row);
    touch(row.id);
  }
  index.write();
  columns.write();
}

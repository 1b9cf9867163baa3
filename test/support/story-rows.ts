/** Rows of posts in random stories with mutes and marks of several accounts, for tests of the feed. */
import { DatabaseSync } from 'node:sqlite';
import { chunkBytes, chunkOf, setMark } from '../../server/backend/rules/mark-bits.ts';
import type { PostRow } from '../../server/backend/store/posts-store.ts';
import { createPostIndexer } from '../../server/backend/store/sqlite/post-indexer.ts';
import { packRows } from '../../server/backend/store/sqlite/row-columns.ts';
import { Random } from './random.ts';

export type StoredPost = Pick<
  PostRow,
  'ownerId' | 'postId' | 'wordId' | 'userId' | 'updatedAt' | 'cityId' | 'text' | 'storyId' | 'postedAt'
> & { id: number; arrival: number };

export type Mutes = { owners: readonly number[]; users: readonly number[] };

/** Joins stories at random, regardless of their texts, so that rows of one story differ in every filter. */
function joinStories(db: DatabaseSync): void {
  const random = new Random(14);
  const move = db.prepare('UPDATE posts SET story_id = ? WHERE story_id = ?');
  const stories = db.prepare('SELECT story_id AS id FROM stories ORDER BY story_id').all();
  for (const { id } of stories) if (random.chance(0.5)) move.run(Number(random.pick(stories).id), Number(id));
  db.exec(`
    UPDATE stories SET rows = (SELECT count(*) FROM posts WHERE posts.story_id = stories.story_id);
    DELETE FROM stories WHERE rows = 0;
    DELETE FROM row_columns;
  `);
  packRows(db);
  const index = createPostIndexer(db);
  for (const { id } of db.prepare('SELECT id FROM posts').all()) index.touch(Number(id));
  index.write();
}

function addMutes(db: DatabaseSync, mutes: Record<string, Mutes>): void {
  const add = db.prepare(
    `INSERT INTO mutes (account, kind, target_id, created_by, created_at) SELECT ?, ?, value, 'admin:1', 0 FROM json_each(?)`,
  );
  for (const [account, { owners, users }] of Object.entries(mutes)) {
    add.run(account, 'owner', JSON.stringify(owners));
    add.run(account, 'user', JSON.stringify(users));
  }
}

function addMarks(db: DatabaseSync, account: string, stories: readonly number[]): void {
  const add = db.prepare('INSERT INTO marks VALUES (?, ?, ?)');
  for (const [chunk, marked] of Map.groupBy(stories, chunkOf)) {
    const bits = new Uint8Array(chunkBytes);
    for (const story of marked) setMark(bits, story, true);
    add.run(account, chunk, bits);
  }
}

/**
 * Changes the stories of stored posts, and returns the posts in the order of their IDs. Each account has read every third
 * story.
 */
export function arrangeStories(file: string, mutes: Record<string, Mutes>): StoredPost[] {
  const db = new DatabaseSync(file);
  db.exec('BEGIN');
  joinStories(db);
  addMutes(db, mutes);
  const rows = db
    .prepare(
      `SELECT id, owner_id AS ownerId, post_id AS postId, word_id AS wordId, user_id AS userId, update_dt AS updatedAt,
         city_id AS cityId, text, story_id AS storyId, arrival, id / 1048576 * 1000 AS postedAt
       FROM posts JOIN post_texts USING (id) ORDER BY id`,
    )
    .all() as unknown as StoredPost[];
  const read = [...new Set(rows.map(({ storyId }) => storyId))].filter((story) => story % 3 === 0);
  for (const account of Object.keys(mutes)) addMarks(db, account, read);
  db.exec('COMMIT');
  db.close();
  return rows;
}

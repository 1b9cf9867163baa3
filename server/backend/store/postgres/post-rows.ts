/** Adds, changes and removes rows of posts with their texts and stories. The functions run under the lock of posts. */
import { foldPostText } from '../../rules/stories/folded-text.ts';
import type { Db } from '../port.ts';
import { firstPostId, timeOfPostId } from '../post-id.ts';
import type { NewPost } from '../posts-store.ts';
import type { StoredPost, StoredRows } from './stored-rows.ts';
import { countRow, joinCopies, replaceStory } from './stories.ts';
import { addTextKeys, removeTextKeys } from './text-keys.ts';

/** What identifies a stored row. Its ID contains its time. */
export type StoredRow = {
  id: number;
  ownerId: number;
  postId: number;
  wordId: number;
  storyId: number;
  text: string | null;
};

async function nextId(db: Db, postedAt: number): Promise<number> {
  const first = firstPostId(postedAt);
  const sql = 'SELECT max(id) AS id FROM posts WHERE id >= $1 AND id < $2';
  const last = (await db.row<{ id: number | null }>(sql, first, firstPostId(postedAt + 1000)))?.id ?? null;
  return last === null ? first : last + 1;
}

async function removeKeys(db: Db, id: number, text: string | null): Promise<void> {
  const folded = foldPostText(text);
  if (folded) await removeTextKeys(db, id, folded);
}

/**
 * The row takes the next number of arrivals, the next ID of its second, and a new story unless it joins one. Of each distinct text,
 * one row has all keys.
 */
const insertSql = `
  WITH place AS (SELECT coalesce(max(id) + 1, $1) AS id FROM posts WHERE id >= $1 AND id < $2),
    number AS (UPDATE arrival_counter SET newest = newest + 1 RETURNING newest),
    dated AS (
      INSERT INTO arrivals SELECT newest, $3 FROM number
      WHERE $3 IS DISTINCT FROM (SELECT at FROM arrivals ORDER BY first DESC LIMIT 1)),
    story AS (
      INSERT INTO stories SELECT coalesce($4, newest), 1 FROM number
      ON CONFLICT (story_id) DO UPDATE SET rows = stories.rows + 1),
    keys AS (
      INSERT INTO text_keys SELECT key, id FROM place, unnest($5::bigint[]) key
      WHERE key = $6 OR NOT EXISTS (SELECT 1 FROM text_keys known WHERE known.key = $6)
      ON CONFLICT DO NOTHING)
  INSERT INTO posts
  SELECT id, $7, $8, $9, $10, $11, $12, coalesce($4, newest), newest, $13, $14, $15 FROM place, number
  RETURNING id, story_id`;

export async function addRow(db: Db, rows: StoredRows, post: NewPost, now: number): Promise<void> {
  const { ownerId, postId, wordId, userId, updatedAt, cityId, text, photoUrl } = post;
  const folded = foldPostText(text);
  const own = await rows.of(post);
  const isOtherText = own.some((row) => row.text !== text);
  const joined = own[0]?.storyId ?? (await joinCopies(db, rows, post, folded));
  const first = firstPostId(post.postedAt);
  const added = await db.row<{ id: number; storyId: number }>(
    insertSql,
    ...[first, firstPostId(post.postedAt + 1000), Math.floor(now / 1000) * 1000, joined],
    ...[folded === null ? [] : [folded.key, ...folded.bands], folded?.key ?? null],
    ...[ownerId, postId, wordId, userId, updatedAt, cityId, text, photoUrl, post.foundByVk ?? false],
  );
  if (!added) throw new Error('A post was not added');
  rows.add({ ...added, ownerId, postId, wordId, userId, updateDt: updatedAt, cityId, text, photoUrl });
  if (isOtherText) await replaceStory(db, rows, post, folded);
}

/** Sets the row to the post's fields. Its phrase, source and number stay. */
export async function changeRow(db: Db, rows: StoredRows, known: StoredPost, post: NewPost): Promise<void> {
  const isSameSecond = firstPostId(timeOfPostId(known.id)) === firstPostId(post.postedAt);
  const id = isSameSecond ? known.id : await nextId(db, post.postedAt);
  const folded = foldPostText(post.text);
  await removeKeys(db, known.id, known.text);
  await db.run(
    `UPDATE posts SET id = $1, user_id = $2, update_dt = $3, city_id = $4, text = $5, photo_url = $6,
       found_by_vk = coalesce($7, found_by_vk)
     WHERE owner_id = $8 AND post_id = $9 AND word_id = $10`,
    ...[id, post.userId, post.updatedAt, post.cityId, post.text, post.photoUrl, post.foundByVk],
    ...[post.ownerId, post.postId, post.wordId],
  );
  if (folded) await addTextKeys(db, id, folded);
  rows.forget();
  if (post.text !== known.text) await replaceStory(db, rows, post, folded);
}

export async function removeRow(db: Db, row: StoredRow): Promise<void> {
  await removeKeys(db, row.id, row.text);
  await db.run(
    'DELETE FROM posts WHERE owner_id = $1 AND post_id = $2 AND word_id = $3',
    ...[row.ownerId, row.postId, row.wordId],
  );
  await countRow(db, row.storyId, -1);
}

/** Adds, changes and removes rows of posts with their texts and stories. The functions run under the lock of posts. */
import { foldPostText } from '../../stories/folded-text.ts';
import { firstPostId, timeOfPostId } from '../post-id.ts';
import type { NewPost } from '../posts-store.ts';
import { dateArrival, nextArrival } from './arrivals.ts';
import type { Db } from './database.ts';
import { chooseStory, countRow, createStory, replaceStory } from './stories.ts';
import { addTextKeys, removeTextKeys } from './text-keys.ts';

export type KnownPost = {
  id: number;
  userId: number;
  updateDt: number;
  cityId: number | null;
  text: string | null;
  photoUrl: string | null;
};

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

async function addKeys(db: Db, id: number, text: string | null): Promise<void> {
  const folded = foldPostText(text);
  if (folded) await addTextKeys(db, id, folded);
}
async function removeKeys(db: Db, id: number, text: string | null): Promise<void> {
  const folded = foldPostText(text);
  if (folded) await removeTextKeys(db, id, folded);
}

export const findRow = (db: Db, { ownerId, postId, wordId }: NewPost): Promise<KnownPost | null> =>
  db.row<KnownPost>(
    `SELECT id, user_id, update_dt, city_id, text, photo_url FROM posts
     WHERE owner_id = $1 AND post_id = $2 AND word_id = $3`,
    ...[ownerId, postId, wordId],
  );

/** Compares everything but the time of the update. */
export const hasSameContent = (known: KnownPost, post: NewPost): boolean =>
  timeOfPostId(known.id) === timeOfPostId(firstPostId(post.postedAt)) &&
  known.userId === post.userId &&
  known.cityId === post.cityId &&
  known.text === post.text &&
  known.photoUrl === post.photoUrl;

export async function addRow(db: Db, post: NewPost, now: number): Promise<void> {
  const { ownerId, postId, wordId, userId, updatedAt, cityId, text, photoUrl } = post;
  const isOtherText = await db.row(
    'SELECT 1 FROM posts WHERE owner_id = $1 AND post_id = $2 AND text IS DISTINCT FROM $3 LIMIT 1',
    ...[ownerId, postId, text],
  );
  const joined = await chooseStory(db, post, foldPostText(text));
  const storyId = joined ?? (await createStory(db));
  const arrival = joined === null ? storyId : await nextArrival(db);
  await dateArrival(db, arrival, now);
  const id = await nextId(db, post.postedAt);
  await db.run(
    'INSERT INTO posts VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
    ...[id, ownerId, postId, wordId, userId, updatedAt, cityId, storyId, arrival, text, photoUrl],
  );
  await addKeys(db, id, text);
  await countRow(db, storyId, 1);
  if (isOtherText) await replaceStory(db, post, foldPostText(text));
}

/** Gives the row the post's fields. Its phrase, source and number stay. */
export async function changeRow(db: Db, known: KnownPost, post: NewPost): Promise<void> {
  const isSameSecond = firstPostId(timeOfPostId(known.id)) === firstPostId(post.postedAt);
  const id = isSameSecond ? known.id : await nextId(db, post.postedAt);
  await removeKeys(db, known.id, known.text);
  await db.run(
    `UPDATE posts SET id = $1, user_id = $2, update_dt = $3, city_id = $4, text = $5, photo_url = $6
     WHERE owner_id = $7 AND post_id = $8 AND word_id = $9`,
    ...[id, post.userId, post.updatedAt, post.cityId, post.text, post.photoUrl, post.ownerId, post.postId, post.wordId],
  );
  await addKeys(db, id, post.text);
  if (post.text !== known.text) await replaceStory(db, post, foldPostText(post.text));
}

export async function removeRow(db: Db, row: StoredRow): Promise<void> {
  await removeKeys(db, row.id, row.text);
  await db.run(
    'DELETE FROM posts WHERE owner_id = $1 AND post_id = $2 AND word_id = $3',
    ...[row.ownerId, row.postId, row.wordId],
  );
  await countRow(db, row.storyId, -1);
}

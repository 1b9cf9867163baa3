/** Writes posts to PostgreSQL: rows with their texts and stories. The functions run under the lock of posts. */
import { foldPostText } from '../../rules/stories/folded-text.ts';
import type { Db } from '../port.ts';
import { type PostOrigin, type PostOutcome, planWrite } from '../post-changes.ts';
import { firstPostId, timeOfPostId } from '../post-id.ts';
import type { PostEngine, WrittenPost } from '../posts.ts';
import type { NewPost } from '../posts-store.ts';
import {
  countRow,
  joinCopies,
  joinStories,
  readStoredRows,
  replaceStory,
  type StoredPost,
  type StoredRows,
} from './stories.ts';
import { addTextKeys, removeTextKeys } from './story-links.ts';

/** What identifies a stored row. Its ID contains its time. */
type StoredRow = {
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

async function addRow(db: Db, rows: StoredRows, post: NewPost, now: number): Promise<void> {
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
async function changeRow(db: Db, rows: StoredRows, known: StoredPost, post: NewPost): Promise<void> {
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

async function removeRow(db: Db, row: StoredRow): Promise<void> {
  await removeKeys(db, row.id, row.text);
  await db.run(
    'DELETE FROM posts WHERE owner_id = $1 AND post_id = $2 AND word_id = $3',
    ...[row.ownerId, row.postId, row.wordId],
  );
  await countRow(db, row.storyId, -1);
}

/** Writes a post as a new row, or as a change of the rows that are stored of it. */
async function writePost(
  db: Db,
  rows: StoredRows,
  { isRepost = false, ...written }: WrittenPost,
  origin: PostOrigin,
  now: number,
): Promise<PostOutcome> {
  const { post, changes, outcome } = planWrite(await rows.of(written), written, origin);
  for (const { row, content } of changes) await changeRow(db, rows, row, content);
  if (outcome === 'added') await addRow(db, rows, post, now);
  if (outcome === 'same' && isRepost) await joinStories(db, rows, post, null);
  return outcome;
}

async function updateCounters(db: Db, removed: readonly StoredRow[]): Promise<void> {
  for (const [wordId, posts] of [...Map.groupBy(removed, (post) => post.wordId)].sort(([a], [b]) => a - b)) {
    const newest = await db.row<{ id: number | null }>('SELECT max(id) AS id FROM posts WHERE word_id = $1', wordId);
    const last = typeof newest?.id === 'number' ? timeOfPostId(newest.id) : null;
    const sql = 'UPDATE words SET total_posts = total_posts - $1, last_post_posts = $2 WHERE word_id = $3';
    await db.run(sql, posts.length, last, wordId);
  }
}

async function removeRows(db: Db, removed: readonly StoredRow[]): Promise<void> {
  for (const row of removed) await removeRow(db, row);
  await db.run(
    `DELETE FROM post_facts facts USING unnest($1::bigint[], $2::bigint[]) AS removed (owner_id, post_id)
     WHERE facts.owner_id = removed.owner_id AND facts.post_id = removed.post_id AND NOT EXISTS (
       SELECT 1 FROM posts WHERE posts.owner_id = facts.owner_id AND posts.post_id = facts.post_id)`,
    ...[removed.map(({ ownerId }) => ownerId), removed.map(({ postId }) => postId)],
  );
  await updateCounters(db, removed);
}

export const createPostEngine = (database: Db): PostEngine => ({
  async write(db, posts, origin, now) {
    const rows = await readStoredRows(db, posts);
    const outcomes: PostOutcome[] = [];
    for (const post of posts) outcomes.push(await writePost(db, rows, post, origin, now));
    return outcomes;
  },
  async remove(db, condition, id, limit) {
    const columns = 'id, owner_id, post_id, word_id, story_id, text';
    const rows = await db.rows<StoredRow>(`SELECT ${columns} FROM posts WHERE ${condition} LIMIT $2`, id, limit);
    await removeRows(db, rows);
    return rows.length;
  },
  // A replica with former stems has another name (feed/replica/replica-files.ts).
  countOutdated: async () => 0,
  catchUp: async () => 0,
  setTimeZone: async (name) =>
    (await database.run('UPDATE service SET time_zone = $1 WHERE time_zone <> $1', name)) > 0,
});

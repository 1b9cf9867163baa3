/**
 * Arranges posts in stories. All rows of a post are in one story, which is that of the text stored last. The functions run
 * under the lock of posts.
 */
import type { FoldedText } from '../../stories/folded-text.ts';
import { nextArrival } from './arrivals.ts';
import type { Db } from './database.ts';
import { findLinks, type PostKey } from './story-links.ts';

/** A story without rows is dropped. */
async function addRows(db: Db, storyId: number, change: number): Promise<void> {
  const sql = 'UPDATE stories SET rows = rows + $1 WHERE story_id = $2 RETURNING rows';
  const story = await db.row<{ rows: number }>(sql, change, storyId);
  if (story?.rows === 0) await db.run('DELETE FROM stories WHERE story_id = $1', storyId);
}

const sizeOf = async (db: Db, storyId: number): Promise<number> =>
  (await db.row<{ rows: number }>('SELECT rows FROM stories WHERE story_id = $1', storyId))?.rows ?? 0;

export async function createStory(db: Db): Promise<number> {
  const storyId = await nextArrival(db);
  await db.run('INSERT INTO stories VALUES ($1, 0)', storyId);
  return storyId;
}

async function moveStory(db: Db, from: number, to: number): Promise<void> {
  const rows = await db.run('UPDATE posts SET story_id = $1 WHERE story_id = $2', to, from);
  await addRows(db, to, rows);
  await addRows(db, from, -rows);
}

async function movePost(db: Db, { ownerId, postId }: PostKey, from: number, to: number): Promise<void> {
  const sql = 'UPDATE posts SET story_id = $1 WHERE owner_id = $2 AND post_id = $3';
  const rows = await db.run(sql, to, ownerId, postId);
  await addRows(db, to, rows);
  await addRows(db, from, -rows);
}

/** Merges the stories into the largest, of equal ones into the oldest. Returns its ID. */
async function merge(db: Db, storyIds: readonly [number, ...number[]]): Promise<number> {
  let [result] = storyIds;
  for (const other of storyIds.slice(1)) {
    if (other === result) continue;
    const difference = (await sizeOf(db, result)) - (await sizeOf(db, other));
    const [into, from] = (difference || other - result) > 0 ? [result, other] : [other, result];
    await moveStory(db, from, into);
    result = into;
  }
  return result;
}

const storyOf = async (db: Db, { ownerId, postId }: PostKey): Promise<number | null> =>
  (
    await db.row<{ storyId: number }>(
      'SELECT story_id FROM posts WHERE owner_id = $1 AND post_id = $2 LIMIT 1',
      ...[ownerId, postId],
    )
  )?.storyId ?? null;

/** The story of the post's copies; null when there are none. */
async function joinCopies(db: Db, post: PostKey, text: FoldedText | null): Promise<number | null> {
  const [first, ...others] = await findLinks(db, post, text);
  return first === undefined ? null : merge(db, [first, ...others]);
}

export const countRow = addRows;

/** The story of a post's new row that is not stored yet. Null: it needs a new one. */
export const chooseStory = async (db: Db, post: PostKey, text: FoldedText | null): Promise<number | null> =>
  (await storyOf(db, post)) ?? joinCopies(db, post, text);

/** The text of a row of the post changed: the post leaves its copies, and joins those of the new text. */
export async function replaceStory(db: Db, post: PostKey, text: FoldedText | null): Promise<void> {
  const joined = await joinCopies(db, post, text);
  const current = await storyOf(db, post);
  if (current === null || current === joined) return;
  if (joined !== null) await movePost(db, post, current, joined);
  else {
    const sql = 'SELECT count(*) AS rows FROM posts WHERE owner_id = $1 AND post_id = $2';
    const own = (await db.row<{ rows: number }>(sql, post.ownerId, post.postId))?.rows ?? 0;
    if ((await sizeOf(db, current)) > own) await movePost(db, post, current, await createStory(db));
  }
}

/** Joins the stories of a stored post and of its copies. */
export async function joinStories(db: Db, post: PostKey, text: FoldedText | null): Promise<void> {
  const current = await storyOf(db, post);
  if (current !== null) await merge(db, [current, ...(await findLinks(db, post, text))]);
}

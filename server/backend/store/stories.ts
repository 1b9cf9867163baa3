/**
 * Groups posts into stories. All rows of a post are in one story: the story of the text that was stored last. The functions run
 * under the `posts` lock.
 */
import type { FoldedText } from '../rules/stories/folded-text.ts';
import type { Db } from './port.ts';
import type { PostKey, PostTables, StoredRows } from './post-tables.ts';
import { forgetWork, mergeWork } from './work-return.ts';

export type Writing = { db: Db; tables: PostTables; rows: StoredRows; now: number };

/** Adds `change` to the number of rows. A story without rows is deleted, with the work on it. */
export async function addRows(db: Db, storyId: number, change: number): Promise<void> {
  await db.run('UPDATE stories SET rows = rows + $1 WHERE story_id = $2', change, storyId);
  if (change > 0) return;
  const dropped = await db.run('DELETE FROM stories WHERE story_id = $1 AND rows = 0', storyId);
  if (dropped > 0) await forgetWork(db, storyId);
}

const sizeOf = async (db: Db, storyId: number): Promise<number> =>
  (await db.value<number>('SELECT rows FROM stories WHERE story_id = $1', storyId)) ?? 0;

/** Moves the rows that `condition` selects. Its parameters start at `$2`. */
async function move({ db, tables }: Writing, from: number, to: number, condition: string, ...values: number[]) {
  const sql = `UPDATE posts SET story_id = $1 WHERE ${condition} RETURNING id`;
  const moved = await db.column<number>(sql, to, ...values);
  tables.onChange(moved);
  await addRows(db, to, moved.length);
  await addRows(db, from, -moved.length);
}

const movePost = (writing: Writing, { ownerId, postId }: PostKey, from: number, to: number) =>
  move(writing, from, to, 'owner_id = $2 AND post_id = $3', ownerId, postId);

/** Merges the stories into the largest or, between equal ones, the oldest. Returns its ID. */
async function merge(writing: Writing, storyIds: readonly [number, ...number[]]): Promise<number> {
  const { db, rows, now } = writing;
  let [result] = storyIds;
  for (const other of storyIds.slice(1)) {
    if (other === result) continue;
    const difference = (await sizeOf(db, result)) - (await sizeOf(db, other));
    const [into, from] = (difference || other - result) > 0 ? [result, other] : [other, result];
    await mergeWork(db, from, into, now);
    await move(writing, from, into, 'story_id = $2', from);
    rows.forget();
    result = into;
  }
  return result;
}

/** Merges the stories of the post's copies. Returns the story; null without copies. */
export async function joinCopies(writing: Writing, post: PostKey, text: FoldedText | null): Promise<number | null> {
  const [first, ...others] = await writing.tables.findLinks(writing.db, post, text);
  return first === undefined ? null : merge(writing, [first, ...others]);
}

const storyOf = async (rows: StoredRows, post: PostKey): Promise<number | null> =>
  (await rows.of(post))[0]?.storyId ?? null;

/** Called when the text of a row of the post changed: the post leaves its copies, and joins the copies of the new text. */
export async function replaceStory(writing: Writing, post: PostKey, text: FoldedText | null): Promise<void> {
  const { db, tables, rows } = writing;
  const joined = await joinCopies(writing, post, text);
  const current = await storyOf(rows, post);
  if (current === null || current === joined) return;
  const own = (await rows.of(post)).length;
  if (joined !== null) await movePost(writing, post, current, joined);
  else if ((await sizeOf(db, current)) > own) await movePost(writing, post, current, await tables.createStory(db));
  rows.forget();
}

/** Joins the stories of a stored post and of its copies. */
export async function joinStories(writing: Writing, post: PostKey, text: FoldedText | null): Promise<void> {
  const current = await storyOf(writing.rows, post);
  if (current !== null) await merge(writing, [current, ...(await writing.tables.findLinks(writing.db, post, text))]);
}

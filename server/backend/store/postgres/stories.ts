/**
 * Arranges posts in stories. All rows of a post are in one story, which is that of the text stored last. The functions run
 * under the lock of posts.
 */
import type { FoldedText } from '../../rules/stories/folded-text.ts';
import type { Db } from '../port.ts';
import type { KnownPost } from '../post-changes.ts';
import type { PostKey } from '../similar-posts.ts';
import { findLinks } from './story-links.ts';

/** The stored rows of the posts of a page: read together, and kept up to date while the page is written. */
export type StoredPost = KnownPost & PostKey & { storyId: number };

export type StoredRows = {
  /** All rows of the post. */
  of(post: PostKey): Promise<readonly StoredPost[]>;
  add(row: StoredPost): void;
  /** Rows were changed: they are read again when they are needed. */
  forget(): void;
};

const select = `SELECT id, owner_id, post_id, word_id, user_id, update_dt, city_id, story_id, text, photo_url FROM posts`;

const keyOf = ({ ownerId, postId }: PostKey): string => `${ownerId} ${postId}`;

const readRows = (db: Db, posts: readonly PostKey[]): Promise<StoredPost[]> =>
  db.rows<StoredPost>(
    `${select} WHERE (owner_id, post_id) IN (SELECT * FROM unnest($1::bigint[], $2::bigint[])) ORDER BY id`,
    posts.map(({ ownerId }) => ownerId),
    posts.map(({ postId }) => postId),
  );

/** `posts` are those whose rows will be needed. */
export async function readStoredRows(db: Db, posts: readonly PostKey[]): Promise<StoredRows> {
  const known = new Map<string, StoredPost[]>(posts.map((post) => [keyOf(post), []]));
  for (const row of await readRows(db, posts)) known.get(keyOf(row))?.push(row);
  return {
    async of(post) {
      const rows = known.get(keyOf(post)) ?? (await readRows(db, [post]));
      known.set(keyOf(post), rows);
      return rows;
    },
    add: (row) => void known.get(keyOf(row))?.push(row),
    forget: () => known.clear(),
  };
}

/** The number of the next row or story. */
async function nextArrival(db: Db): Promise<number> {
  const counter = await db.row<{ newest: number }>('UPDATE arrival_counter SET newest = newest + 1 RETURNING newest');
  return counter?.newest ?? 0;
}

/** A story without rows is dropped. */
async function addRows(db: Db, storyId: number, change: number): Promise<void> {
  const sql = 'UPDATE stories SET rows = rows + $1 WHERE story_id = $2 RETURNING rows';
  const story = await db.row<{ rows: number }>(sql, change, storyId);
  if (story?.rows === 0) await db.run('DELETE FROM stories WHERE story_id = $1', storyId);
}

const sizeOf = async (db: Db, storyId: number): Promise<number> =>
  (await db.row<{ rows: number }>('SELECT rows FROM stories WHERE story_id = $1', storyId))?.rows ?? 0;

async function createStory(db: Db): Promise<number> {
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

/** The story of the post's copies; null when there are none. */
export async function joinCopies(
  db: Db,
  rows: StoredRows,
  post: PostKey,
  text: FoldedText | null,
): Promise<number | null> {
  const [first, ...others] = await findLinks(db, post, text);
  if (first === undefined) return null;
  if (others.length > 0) rows.forget();
  return merge(db, [first, ...others]);
}

export const countRow = addRows;

const storyOf = async (rows: StoredRows, post: PostKey): Promise<number | null> =>
  (await rows.of(post))[0]?.storyId ?? null;

/** The text of a row of the post changed: the post leaves its copies, and joins those of the new text. */
export async function replaceStory(db: Db, rows: StoredRows, post: PostKey, text: FoldedText | null): Promise<void> {
  const joined = await joinCopies(db, rows, post, text);
  const current = await storyOf(rows, post);
  if (current === null || current === joined) return;
  const own = (await rows.of(post)).length;
  if (joined !== null) await movePost(db, post, current, joined);
  else if ((await sizeOf(db, current)) > own) await movePost(db, post, current, await createStory(db));
  rows.forget();
}

/** Joins the stories of a stored post and of its copies. */
export async function joinStories(db: Db, rows: StoredRows, post: PostKey, text: FoldedText | null): Promise<void> {
  const current = await storyOf(rows, post);
  if (current === null) return;
  const links = await findLinks(db, post, text);
  if (links.every((link) => link === current)) return;
  await merge(db, [current, ...links]);
  rows.forget();
}

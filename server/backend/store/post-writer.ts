/** Writes rows of posts with their texts, keys and stories. The functions run in a transaction with the lock of posts. */
import { type FoldedText, foldPostText } from '../rules/stories/folded-text.ts';
import type { RemovePosts } from './erasures.ts';
import type { Db } from './port.ts';
import { type KnownPost, type PostOrigin, type PostOutcome, planWrite } from './post-changes.ts';
import { firstPostId, timeOfPostId } from './post-id.ts';
import type { WrittenPost } from './posts.ts';
import type { NewPost } from './posts-store.ts';
import type { PostKey } from './similar-posts.ts';
import { addRows, joinCopies, joinStories, replaceStory, type Writing } from './stories.ts';

export type StoredPost = KnownPost & PostKey & { storyId: number };

/** `arrivedAt` in whole seconds. `joined`: the story of the post or of its copies; null for a new one. `own`: its other rows. */
export type NewRow = {
  post: NewPost;
  folded: FoldedText | null;
  joined: number | null;
  arrivedAt: number;
  own: readonly StoredPost[];
};

/** What each engine does its own way. */
export type PostTables = {
  /** SQL: the rows with their texts. */
  source: string;
  /** Stories of the post's original, of its reposts, and of equal and similar texts. */
  findLinks(db: Db, post: PostKey, text: FoldedText | null): Promise<number[]>;
  createStory(db: Db): Promise<number>;
  /**
   * Adds a row, its keys, its number of arrivals, and itself to its story or a new one. It gets the next ID of its second. Of each
   * distinct text, one row has all keys.
   */
  insert(db: Db, row: NewRow): Promise<{ id: number; storyId: number }>;
  /** Sets the row to the post's fields, under another ID if it has another time. Its phrase, source and number stay. */
  update(db: Db, oldId: number, id: number, post: NewPost): Promise<unknown>;
  remove(db: Db, row: StoredPost): Promise<unknown>;
  /** Rows have got another story. */
  onMove(ids: readonly number[]): void;
};

/** The stored rows of the posts of a page: read together, and kept up to date while the page is written. */
export type StoredRows = {
  /** All rows of the post. */
  of(post: PostKey): Promise<readonly StoredPost[]>;
  add(row: StoredPost): void;
  /** Rows were changed: they are read again when they are needed. */
  forget(): void;
};

const columns = 'id, owner_id, post_id, word_id, user_id, update_dt, city_id, story_id, text, photo_url';

const keyOf = ({ ownerId, postId }: PostKey): string => `${ownerId} ${postId}`;

/** A condition on rows of the posts `$1`. */
const isOfPosts = `(owner_id, post_id) IN (
  SELECT (value ->> 0)::bigint, (value ->> 1)::bigint FROM json_array_elements($1::json))`;
const toKeys = (posts: readonly PostKey[]): string =>
  JSON.stringify(posts.map(({ ownerId, postId }) => [ownerId, postId]));

/** `posts` are those whose rows will be needed. */
async function readStoredRows(db: Db, source: string, posts: readonly PostKey[]): Promise<StoredRows> {
  const known = new Map<string, StoredPost[]>(posts.map((post) => [keyOf(post), []]));
  const read = (wanted: readonly PostKey[]) =>
    db.rows<StoredPost>(`SELECT ${columns} FROM ${source} WHERE ${isOfPosts} ORDER BY id`, toKeys(wanted));
  for (const row of await read(posts)) known.get(keyOf(row))?.push(row);
  return {
    async of(post) {
      const rows = known.get(keyOf(post)) ?? (await read([post]));
      known.set(keyOf(post), rows);
      return rows;
    },
    add: (row) => void known.get(keyOf(row))?.push(row),
    forget: () => known.clear(),
  };
}

export async function nextPostId(db: Db, postedAt: number): Promise<number> {
  const first = firstPostId(postedAt);
  const sql = 'SELECT max(id) AS id FROM posts WHERE id >= $1 AND id < $2';
  const last = (await db.row<{ id: number | null }>(sql, first, firstPostId(postedAt + 1000)))?.id ?? null;
  return last === null ? first : last + 1;
}

const insertKeys = (db: Db, id: number, keys: readonly number[]) =>
  db.run(
    `INSERT INTO text_keys (key, id) SELECT key, $2::bigint FROM unnest($1::bigint[]) AS key WHERE true
     ON CONFLICT DO NOTHING`,
    ...[keys, id],
  );

const otherWith = async (db: Db, key: number, id: number): Promise<number | null> =>
  (await db.row<{ id: number }>('SELECT id FROM text_keys WHERE key = $1 AND id <> $2 ORDER BY id LIMIT 1', key, id))
    ?.id ?? null;

/** Every row with a text has its key; one row of each distinct text also has the band keys: for many equal texts, one is compared. */
export async function addTextKeys(db: Db, id: number, { key, bands }: FoldedText): Promise<void> {
  const other = await otherWith(db, key, id);
  await insertKeys(db, id, other === null ? [key, ...bands] : [key]);
}

/** Moves the band keys to another row with the text. */
async function removeTextKeys(db: Db, { id, text }: StoredPost): Promise<void> {
  const folded = foldPostText(text);
  if (!folded) return;
  const { key, bands } = folded;
  await db.run('DELETE FROM text_keys WHERE key = $1 AND id = $2', key, id);
  const removed = await db.run('DELETE FROM text_keys WHERE key = ANY ($1::bigint[]) AND id = $2', bands, id);
  const heir = removed > 0 ? await otherWith(db, key, id) : null;
  if (heir !== null) await insertKeys(db, heir, bands);
}

async function addRow(writing: Writing, post: NewPost, now: number): Promise<void> {
  const { db, tables, rows } = writing;
  const { ownerId, postId, wordId, userId, updatedAt, cityId, text, photoUrl } = post;
  const folded = foldPostText(text);
  const own = [...(await rows.of(post))];
  const joined = own[0]?.storyId ?? (await joinCopies(writing, post, folded));
  const added = await tables.insert(db, { post, folded, joined, arrivedAt: Math.floor(now / 1000) * 1000, own });
  rows.add({ ...added, ownerId, postId, wordId, userId, updateDt: updatedAt, cityId, text, photoUrl });
  if (own.some((row) => row.text !== text)) await replaceStory(writing, post, folded);
}

async function changeRow(writing: Writing, known: StoredPost, post: NewPost): Promise<void> {
  const { db, tables, rows } = writing;
  const isSameSecond = firstPostId(timeOfPostId(known.id)) === firstPostId(post.postedAt);
  const id = isSameSecond ? known.id : await nextPostId(db, post.postedAt);
  const folded = foldPostText(post.text);
  await removeTextKeys(db, known);
  await tables.update(db, known.id, id, post);
  if (folded) await addTextKeys(db, id, folded);
  rows.forget();
  if (post.text !== known.text) await replaceStory(writing, post, folded);
}

/** Writes a post as a new row, or as a change of the rows that are stored of it. */
async function writePost(
  writing: Writing,
  { isRepost = false, ...written }: WrittenPost,
  origin: PostOrigin,
  now: number,
): Promise<PostOutcome> {
  const { post, changes, outcome } = planWrite(await writing.rows.of(written), written, origin);
  for (const { row, content } of changes) await changeRow(writing, row, content);
  if (outcome === 'added') await addRow(writing, post, now);
  if (outcome === 'same' && isRepost) await joinStories(writing, post, null);
  return outcome;
}

/** In ascending order, so that two transactions do not wait for each other. */
async function updateCounters(db: Db, removed: readonly StoredPost[]): Promise<void> {
  for (const [wordId, posts] of [...Map.groupBy(removed, (post) => post.wordId)].sort(([a], [b]) => a - b)) {
    const newest = await db.row<{ id: number | null }>('SELECT max(id) AS id FROM posts WHERE word_id = $1', wordId);
    const last = typeof newest?.id === 'number' ? timeOfPostId(newest.id) : null;
    const sql = 'UPDATE words SET total_posts = total_posts - $1, last_post_posts = $2 WHERE word_id = $3';
    await db.run(sql, posts.length, last, wordId);
  }
}

export type StoredText = Pick<StoredPost, 'id' | 'ownerId' | 'postId' | 'text'>;

export const createPostWriter = (tables: PostTables) => ({
  async write(db: Db, posts: readonly WrittenPost[], origin: PostOrigin, now: number): Promise<PostOutcome[]> {
    const writing = { db, tables, rows: await readStoredRows(db, tables.source, posts) };
    const outcomes: PostOutcome[] = [];
    for (const post of posts) outcomes.push(await writePost(writing, post, origin, now));
    return outcomes;
  },
  /** Arranges stored rows as if they arrived now. Their keys may be there: a post may have changed before. */
  async arrange(db: Db, posts: readonly StoredText[]): Promise<void> {
    const writing = { db, tables, rows: await readStoredRows(db, tables.source, posts) };
    for (const post of posts) {
      const folded = foldPostText(post.text);
      await joinStories(writing, post, folded);
      if (folded) await addTextKeys(db, post.id, folded);
    }
  },
  remove: (async (db, condition, id, limit) => {
    const sql = `SELECT ${columns} FROM ${tables.source} WHERE ${condition} LIMIT $2`;
    const removed = await db.rows<StoredPost>(sql, id, limit);
    for (const row of removed) {
      await removeTextKeys(db, row);
      await tables.remove(db, row);
      await addRows(db, row.storyId, -1);
    }
    await db.run(
      `DELETE FROM post_facts WHERE ${isOfPosts} AND NOT EXISTS (
         SELECT 1 FROM posts WHERE posts.owner_id = post_facts.owner_id AND posts.post_id = post_facts.post_id)`,
      toKeys(removed),
    );
    await updateCounters(db, removed);
    return removed.length;
  }) satisfies RemovePosts,
});

/**
 * The engine-specific tables of posts, and the search for copies: text keys select candidate rows, whose texts are compared.
 */
import { belowPost, type FoldedText, foldPostText } from '../rules/stories/folded-text.ts';
import { isCopy } from '../rules/stories/is-copy.ts';
import type { Db } from './port.ts';
import type { KnownPost } from './post-changes.ts';
import { firstPostId } from './post-id.ts';
import type { NewPost } from './posts-store.ts';

export type PostKey = { ownerId: number; postId: number };

/** `parentPostId`: the post of a comment; else null. */
export type StoredPost = KnownPost & PostKey & { storyId: number; parentPostId: number | null };

/**
 * `arrivedAt`: in milliseconds, whole seconds. `joined`: the existing story of the post or its copies; null for a new story.
 * `own`: the post's other rows.
 */
export type NewRow = {
  post: NewPost;
  folded: FoldedText | null;
  joined: number | null;
  arrivedAt: number;
  own: readonly StoredPost[];
};

/** The operations that differ between the engines. */
export type PostTables = {
  /** SQL: the rows with their texts. */
  source: string;
  /** Stories of the post's original, of its reposts, and of equal and similar texts. */
  findLinks(db: Db, post: PostKey, text: FoldedText | null): Promise<number[]>;
  createStory(db: Db): Promise<number>;
  /**
   * Adds a row with its text keys and arrival number, and counts it in its story or a new one. Its ID is the next one of its
   * second. One row of each distinct text has all keys.
   */
  insert(db: Db, row: NewRow): Promise<{ id: number; storyId: number }>;
  /** Sets the row to the post's fields, under another ID if it has another time. Its phrase, source and number stay. */
  update(db: Db, oldId: number, id: number, post: NewPost): Promise<unknown>;
  remove(db: Db, row: Pick<StoredPost, 'id' | 'ownerId' | 'postId' | 'wordId'>): Promise<unknown>;
  /** The row gets the next arrival number, as if it had arrived now. `arrivedAt`: as in `NewRow`. */
  arriveAgain(db: Db, id: number, arrivedAt: number): Promise<unknown>;
  /** Called when rows have moved to another story, or the figures of their posts have changed. */
  onChange(ids: readonly number[]): void;
};

/** The stored rows of the posts of a page: read together, and kept up to date while the page is written. */
export type StoredRows = {
  of(post: PostKey): Promise<readonly StoredPost[]>;
  add(row: StoredPost): void;
  /** Drops the cached rows, because rows have changed. */
  forget(): void;
};

export async function nextPostId(db: Db, postedAt: number): Promise<number> {
  const first = firstPostId(postedAt);
  const sql = 'SELECT max(id) FROM posts WHERE id >= $1 AND id < $2';
  const last = await db.value<number>(sql, first, firstPostId(postedAt + 1000));
  return last === null ? first : last + 1;
}

const insertKeys = (db: Db, id: number, keys: readonly number[]) =>
  db.run(
    `INSERT INTO text_keys (key, id) SELECT key, CAST($2 AS bigint) FROM ${db.dialect.elements('$1', 'bigint', 'key')} WHERE true
     ON CONFLICT DO NOTHING`,
    keys,
    id,
  );

const otherWith = (db: Db, key: number, id: number): Promise<number | null> =>
  db.value('SELECT id FROM text_keys WHERE key = $1 AND id <> $2 ORDER BY id LIMIT 1', key, id);

/**
 * Every row with a text has the key of the text. Only one row of each distinct text has the band keys, so that equal texts are
 * compared once.
 */
export async function addTextKeys(db: Db, id: number, { key, bands }: FoldedText): Promise<void> {
  const other = await otherWith(db, key, id);
  await insertKeys(db, id, other === null ? [key, ...bands] : [key]);
}

type Folding = Pick<StoredPost, 'ownerId' | 'text' | 'parentPostId'>;

export function foldRow({ ownerId, text, parentPostId }: Folding): FoldedText | null {
  const folded = foldPostText(text);
  return folded && parentPostId !== null ? belowPost(folded, ownerId, parentPostId) : folded;
}

/** Removes the keys of a row, and moves its band keys to another row with the same text. */
export async function removeTextKeys(db: Db, row: Folding & { id: number }): Promise<void> {
  const folded = foldRow(row);
  if (!folded) return;
  const { id } = row;
  const { key, bands } = folded;
  await db.run('DELETE FROM text_keys WHERE key = $1 AND id = $2', key, id);
  const removed = await db.run(
    `DELETE FROM text_keys WHERE key ${db.dialect.among('$1', 'bigint')} AND id = $2`,
    bands,
    id,
  );
  const heir = removed > 0 ? await otherWith(db, key, id) : null;
  if (heir !== null) await insertKeys(db, heir, bands);
}

/** Both limits bound the work for template texts that many posts share. The newest rows come first. */
export const rowsPerBandMax = 12;
export const comparedMax = 8;
/** The documentation of `bandKeys` states how many copies this misses. */
export const commonBandsMin = 2;

export type Candidate = PostKey & { storyId: number };

/** The stories of the candidates that are copies. One copy of a story is enough. */
export function storiesOfCopies<Row extends Candidate>(
  { ownerId, postId }: PostKey,
  folded: FoldedText,
  candidates: readonly Row[],
  textOf: (candidate: Row) => string | null,
): number[] {
  const found = new Set<number>();
  for (const candidate of candidates) {
    const isOwn = candidate.ownerId === ownerId && candidate.postId === postId;
    if (isOwn || found.has(candidate.storyId)) continue;
    const other = foldPostText(textOf(candidate));
    if (other !== null && isCopy(folded, other)) found.add(candidate.storyId);
  }
  return [...found];
}

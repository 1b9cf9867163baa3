/** The stored rows of the posts of a page: read together, and kept up to date while the page is written. */

import type { Db } from '../port.ts';
import type { KnownPost } from '../post-changes.ts';
import type { PostKey } from '../similar-posts.ts';

export type StoredPost = KnownPost & PostKey & { storyId: number };

export type StoredRows = {
  /** All rows of the post. */
  of(post: PostKey): Promise<readonly StoredPost[]>;
  add(row: StoredPost): void;
  /** Rows were changed: they are read again when they are asked for. */
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

/** `posts` are those that will be asked for. */
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

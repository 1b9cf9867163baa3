/** Deletes old posts from PostgreSQL, with all that belongs to them. */
import { chunkOf } from '../../rules/mark-bits.ts';
import type { CollectionStore } from '../collection-store.ts';
import { recordChange } from '../journal.ts';
import type { Db } from '../port.ts';
import { boundPostId } from '../post-id.ts';
import { removeRows, storedRowColumns } from './post-removal.ts';
import type { StoredRow } from './post-rows.ts';

type Retention = Pick<CollectionStore, 'countOldPosts' | 'beginDeletion' | 'deleteOldPosts'>;

const countOld = async (db: Db, before: number): Promise<number> =>
  (await db.row<{ total: number }>('SELECT count(*) AS total FROM posts WHERE id < $1', boundPostId(before)))?.total ??
  0;

/** A mark of a deleted story among stored ones stays: its place is not used again, and takes one bit. */
async function forgetMarks(db: Db): Promise<void> {
  const oldest = await db.row<{ story: number | null }>('SELECT min(story_id) AS story FROM stories');
  if (typeof oldest?.story === 'number') await db.run('DELETE FROM marks WHERE chunk < $1', chunkOf(oldest.story));
}

async function deleteOldPosts(db: Db, before: number, limit: number): Promise<number> {
  await db.lock('posts');
  const sql = `SELECT ${storedRowColumns} FROM posts WHERE id < $1 ORDER BY id LIMIT $2`;
  const old = await db.rows<StoredRow>(sql, boundPostId(before), limit);
  await removeRows(db, old);
  // The last step of the night.
  if (old.length < limit) await forgetMarks(db);
  return old.length;
}

export const createPostRetention = (db: Db): Retention => ({
  countOldPosts: (before) => countOld(db, before),
  beginDeletion: (before, timeZone, by) =>
    db.transaction(async (tx) => {
      const rows = await countOld(tx, before);
      if (rows > 0) await recordChange(tx, by, 'data-erased', { of: 'old-posts', before, timeZone, rows });
      return rows;
    }),
  deleteOldPosts: (before, limit) => db.transaction((tx) => deleteOldPosts(tx, before, limit)),
});

/** Deletes old posts from SQLite, with all that belongs to them. */
import type { DatabaseSync } from 'node:sqlite';
import { chunkOf } from '../../rules/mark-bits.ts';
import type { CollectionStore } from '../collection-store.ts';
import { boundPostId } from '../post-id.ts';
import { transaction } from './database.ts';
import { createJournalWriter } from './journal-writer.ts';
import { createPostRemoval, storedRowColumns } from './post-removal.ts';
import type { StoredRow } from './post-rows.ts';

type Retention = Pick<CollectionStore, 'countOldPosts' | 'beginDeletion' | 'deleteOldPosts'>;

export function createPostRetention(db: DatabaseSync): Retention {
  const remove = createPostRemoval(db);
  const record = createJournalWriter(db);
  const count = db.prepare('SELECT count(*) AS total FROM posts WHERE id < ?');
  const findOld = db.prepare(`SELECT ${storedRowColumns} FROM posts WHERE id < ? ORDER BY id LIMIT ?`);

  const oldestStory = db.prepare('SELECT min(story_id) AS story FROM stories');
  // The primary key leads to the chunks of each account.
  const forget = db.prepare(
    `DELETE FROM marks WHERE chunk < ? AND account IN (
       SELECT 'admin:' || admin_id FROM administrators UNION ALL SELECT 'client:' || client_id FROM clients)`,
  );
  const countOld = (before: number): number => Number(count.get(boundPostId(before))?.total);

  /** A mark of a deleted story among stored ones stays: its place is not used again, and takes one bit. */
  function forgetMarks(): void {
    const story = oldestStory.get()?.story;
    if (typeof story === 'number') forget.run(chunkOf(story));
  }
  return {
    countOldPosts: async (before) => countOld(before),
    beginDeletion: async (before, timeZone, by) =>
      transaction(db, () => {
        const rows = countOld(before);
        if (rows > 0) record(by, 'data-erased', { of: 'old-posts', before, timeZone, rows });
        return rows;
      }),
    deleteOldPosts: async (before, limit) =>
      transaction(db, () => {
        const old = findOld.all(boundPostId(before), limit) as StoredRow[];
        remove(old);
        // The last step of the night.
        if (old.length < limit) forgetMarks();
        return old.length;
      }),
  };
}

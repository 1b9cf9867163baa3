/** Work that a migration leaves for after the start. A step is one transaction with its position, so that a crash repeats nothing. */
import type { DatabaseSync } from 'node:sqlite';
import type { Db } from '../port.ts';
import type { StoredText } from '../post-writer.ts';
import { createPostIndexer, readReindexed } from './post-indexer.ts';
import { listNumbers, readNumber } from './sql.ts';

/** A step holds up other calls for some 50 ms. */
const stepRows = 300;

/** `count` returns the rows that are left, about. `step` handles some and returns how many; 0 at the end. */
type Work = { count(): number; step(tx: Db): Promise<number> };

/** Replaces entries of the index that have former stems (migration 019), the newest first. */
function createReindexing(db: DatabaseSync): Work {
  const advance = db.prepare('UPDATE post_search_reindex SET below = ?');
  const index = createPostIndexer(db);
  return {
    count: () => readNumber(db, 'SELECT count(*) FROM posts WHERE id < (SELECT below FROM post_search_reindex)'),
    async step() {
      const below = readReindexed(db);
      if (below === null) return 0;
      const ids = listNumbers(db, `SELECT id FROM posts WHERE id < ? ORDER BY id DESC LIMIT ${stepRows}`, below);
      for (const id of ids) index.touch(id);
      index.write();
      const oldest = ids.at(-1);
      if (oldest === undefined) db.exec('DELETE FROM post_search_reindex');
      else advance.run(oldest);
      return ids.length;
    },
  };
}

type Arrange = (tx: Db, posts: readonly StoredText[]) => Promise<void>;

/**
 * Compares posts with each other that migration 005 has not compared, the oldest first, because a story has the ID of its oldest post
 * if it grows from there.
 */
function createArranging(db: DatabaseSync, arrange: Arrange): Work {
  const hasTable = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'unarranged_posts'");
  if (hasTable.get() === undefined) return { count: () => 0, step: async () => 0 };
  const isIn = 'id BETWEEN (SELECT next FROM unarranged_posts) AND (SELECT last FROM unarranged_posts)';
  const list = `SELECT id, owner_id AS ownerId, post_id AS postId, text FROM posts JOIN post_texts USING (id)
    WHERE ${isIn} ORDER BY id LIMIT ${stepRows}`;
  return {
    count: () => (hasTable.get() ? readNumber(db, `SELECT count(*) FROM posts WHERE ${isIn}`) : 0),
    async step(tx) {
      if (hasTable.get() === undefined) return 0;
      const posts = db.prepare(list).all() as StoredText[];
      await arrange(tx, posts);
      const last = posts.at(-1);
      if (last) db.prepare('UPDATE unarranged_posts SET next = ?').run(last.id + 1);
      else db.exec('DROP TABLE unarranged_posts');
      return posts.length;
    },
  };
}

/** The work in its order: a search without the stories of old posts misses nothing. */
export function createCatchUp(db: DatabaseSync, arrange: Arrange): Work {
  const works = [createReindexing(db), createArranging(db, arrange)];
  return {
    count: () => works.reduce((sum, { count }) => sum + count(), 0),
    async step(tx) {
      for (const { step } of works) {
        const rows = await step(tx);
        if (rows > 0) return rows;
      }
      return 0;
    },
  };
}

/**
 * Work that a migration defers until after the start. A step saves its position in its transaction, so that a crash repeats
 * nothing.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { Db } from '../port.ts';
import type { StoredText } from '../post-writer.ts';
import { createPostIndexer, readReindexed } from './post-indexer.ts';
import { listNumbers, readNumber } from './sql.ts';

/** A step blocks other calls for some 50 ms. */
const stepRows = 300;

/** `count` returns roughly how many rows are left. `step` handles some and returns how many; 0 at the end. */
type Work = { count(): number; step(tx: Db): Promise<number> };

/** Replaces index entries that have former stems (migration 019), newest first. */
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
 * Compares posts that migration 005 did not compare, oldest first, because a story that grows from its oldest post has the ID
 * of that.
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

/** Reindexes first: searches need that, but miss nothing without the stories of old posts. */
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

/**
 * Work that a migration defers until after the start. A step saves its position in its transaction, so that a crash repeats
 * nothing.
 */
import type { DatabaseSync } from 'node:sqlite';
import { hasMixedWord } from '../../rules/search/look-alikes.ts';
import type { Db } from '../port.ts';
import type { StoredText } from '../post-writer.ts';
import { createPostIndexer } from './post-indexer.ts';
import { readNumber } from './sql.ts';

/** A step blocks other calls for some 50 ms. */
const stepRows = 300;

/** `count` returns roughly how many rows are left. `step` handles some and returns how many; 0 at the end. */
type Work = { count(): number; step(tx: Db): Promise<number> };

/** Rows per step when only some of the rows need work, which takes less time. */
const scannedRows = 1000;

type Text = { id: number; text: string | null };

/**
 * Replaces index entries, newest first. `cursor`: the table with the ID below which posts are still to be read. `isOld`: whether
 * the entry of a post with this text has to be replaced.
 */
function createReindexing(db: DatabaseSync, cursor: string, rows: number, isOld: (text: string) => boolean): Work {
  const find = db.prepare(`SELECT below FROM ${cursor}`);
  const list = db.prepare(
    `SELECT id, text FROM posts JOIN post_texts USING (id) WHERE id < ? ORDER BY id DESC LIMIT ${rows}`,
  );
  const advance = db.prepare(`UPDATE ${cursor} SET below = ?`);
  const index = createPostIndexer(db);
  return {
    count: () => readNumber(db, `SELECT count(*) FROM posts WHERE id < (SELECT below FROM ${cursor})`),
    async step() {
      const below = find.get()?.below;
      if (below === undefined) return 0;
      const posts = list.all(below) as Text[];
      for (const { id, text } of posts) if (isOld(text ?? '')) index.touch(id);
      index.write();
      const oldest = posts.at(-1);
      if (oldest === undefined) db.exec(`DELETE FROM ${cursor}`);
      else advance.run(oldest.id);
      return posts.length;
    },
  };
}

type Arrange = (tx: Db, posts: readonly StoredText[]) => Promise<void>;

/**
 * Compares posts that migration 005 did not compare, oldest first, because a story that grows from its oldest post has the ID
 * of that post.
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

/** Reindexes first, because searches need the index, but not the stories of old posts. */
export function createCatchUp(db: DatabaseSync, arrange: Arrange): Work {
  const works = [
    // Former stems (migration 019).
    createReindexing(db, 'post_search_reindex', stepRows, () => true),
    // Words of two alphabets (migration 038).
    createReindexing(db, 'post_search_respell', scannedRows, hasMixedWord),
    createArranging(db, arrange),
  ];
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

/**
 * Work that a migration defers until after the start. A step saves its position in its transaction, so that a crash repeats
 * nothing.
 */
import type { DatabaseSync } from 'node:sqlite';
import { hasMixedWord } from '../../rules/search/look-alikes.ts';
import { createPostIndexer } from './post-indexer.ts';
import { readNumber } from './sql.ts';

/** A step blocks other calls for some 50 ms. */
const stepRows = 1000;

type Text = { id: number; text: string | null };

/** Replaces index entries of posts with words of two alphabets (version 1.1.0), newest first. */
export function createCatchUp(db: DatabaseSync) {
  const find = db.prepare('SELECT below FROM post_search_respell');
  const list = db.prepare(
    `SELECT id, text FROM posts JOIN post_texts USING (id) WHERE id < ? ORDER BY id DESC LIMIT ${stepRows}`,
  );
  const advance = db.prepare('UPDATE post_search_respell SET below = ?');
  // In the transaction of the last posts: a start after a crash looks for posts, not for the row.
  const finish = db.prepare('DELETE FROM post_search_respell WHERE NOT EXISTS (SELECT 1 FROM posts WHERE id < below)');
  const index = createPostIndexer(db);
  return {
    /** The number of posts that are left to check. */
    count: (): number =>
      readNumber(db, 'SELECT count(*) FROM posts WHERE id < (SELECT below FROM post_search_respell)'),
    /** Checks some posts. Returns their number; 0 at the end. */
    step(): number {
      const below = find.get()?.below;
      if (below === undefined) return 0;
      const posts = list.all(below) as Text[];
      for (const { id, text } of posts) if (hasMixedWord(text ?? '')) index.touch(id);
      index.write();
      const oldest = posts.at(-1);
      if (oldest) advance.run(oldest.id);
      finish.run();
      return posts.length;
    },
  };
}

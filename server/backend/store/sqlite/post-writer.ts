/** Writes batches of posts and the phrases' counters. */
import type { DatabaseSync } from 'node:sqlite';
import { addChange, type CounterChange } from '../counter-changes.ts';
import type { NewPost } from '../posts-store.ts';
import { transaction } from './database.ts';
import { createErasedTargets } from './erased-targets.ts';
import { createPostRowWriter, hasSameContent, type KnownPost } from './post-row-writer.ts';
import { createPostRows } from './post-rows.ts';

const isSame = (known: KnownPost, post: NewPost): boolean =>
  hasSameContent(known, post) && known.update_dt === post.updatedAt;

/** Returns a function that writes a batch in one transaction. The phrases must exist. */
export function createPostWriter(db: DatabaseSync, now = Date.now) {
  const rows = createPostRows(db, now);
  const erased = createErasedTargets(db);
  const saveRow = createPostRowWriter(db, rows, isSame);
  const count = db.prepare(
    `UPDATE words SET total_posts = total_posts + ?, update_dt = max(coalesce(update_dt, 0), ?),
       last_update_posts = max(coalesce(last_update_posts, 0), ?), last_post_posts = max(coalesce(last_post_posts, 0), ?)
     WHERE word_id = ?`,
  );
  return (posts: readonly NewPost[]): { added: number; changed: number } =>
    transaction(db, () => {
      const changes = new Map<number, CounterChange>();
      const totals = { added: 0, changed: 0, same: 0 };
      for (const post of posts) {
        if (erased.hasPost(post)) continue;
        const outcome = saveRow(post);
        totals[outcome] += 1;
        if (outcome !== 'same') addChange(changes, post, outcome === 'added');
      }
      rows.writeIndexes();
      for (const [wordId, { added, updatedAt, postedAt }] of changes) {
        count.run(added, updatedAt, updatedAt, postedAt, wordId);
      }
      return { added: totals.added, changed: totals.changed };
    });
}

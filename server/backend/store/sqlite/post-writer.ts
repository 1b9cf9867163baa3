/** Writes batches of posts and the phrases' counters. */
import type { DatabaseSync } from 'node:sqlite';
import type { NewPost } from '../posts-store.ts';
import { transaction } from './database.ts';
import { createErasedTargets } from './erased-targets.ts';
import { createPostRowWriter, hasSameContent, type KnownPost } from './post-row-writer.ts';
import { createPostRows } from './post-rows.ts';

/** The changes of a batch to a phrase's counters. */
type CounterChange = { added: number; updatedAt: number; postedAt: number };

const isSame = (known: KnownPost, post: NewPost): boolean =>
  hasSameContent(known, post) && known.update_dt === post.updatedAt;

function addChange(changes: Map<number, CounterChange>, post: NewPost, added: boolean): void {
  const change = changes.get(post.wordId) ?? { added: 0, updatedAt: 0, postedAt: 0 };
  changes.set(post.wordId, {
    added: change.added + (added ? 1 : 0),
    updatedAt: Math.max(change.updatedAt, post.updatedAt),
    postedAt: Math.max(change.postedAt, post.postedAt),
  });
}

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

/** Writes batches of posts and the phrases' counters. */
import type { DatabaseSync } from 'node:sqlite';
import { addChange, type CounterChange } from '../counter-changes.ts';
import type { NewPost, SavedPosts } from '../posts-store.ts';
import { transaction } from './database.ts';
import { createErasedTargets } from './erased-targets.ts';
import { createPostRowWriter } from './post-row-writer.ts';
import { createPostRows } from './post-rows.ts';

/** Returns a function that writes a batch in one transaction. Refuses posts of phrases that do not exist. */
export function createPostWriter(db: DatabaseSync, now = Date.now) {
  const rows = createPostRows(db, now);
  const erased = createErasedTargets(db);
  const saveRow = createPostRowWriter(db, rows, 'imported');
  const count = db.prepare(
    `UPDATE words SET total_posts = total_posts + :added, update_dt = :now,
       last_update_posts = iif(:added > 0, :now, last_update_posts),
       last_post_posts = max(coalesce(last_post_posts, 0), :postedAt) WHERE word_id = :wordId`,
  );
  const exists = db.prepare('SELECT 1 FROM words WHERE word_id = ?');
  const endWaiting = db.prepare('UPDATE word_clients SET awaits = 0, collected_at = ? WHERE word_id = ? AND awaits');
  return (posts: readonly NewPost[]): SavedPosts =>
    transaction(db, () => {
      const changes = new Map<number, CounterChange>();
      const totals = { added: 0, changed: 0, same: 0, refused: 0 };
      for (const post of posts) {
        const outcome = erased.hasPost(post) || !exists.get(post.wordId) ? 'refused' : saveRow(post);
        totals[outcome] += 1;
        if (outcome === 'added' || outcome === 'changed') addChange(changes, post, outcome === 'added');
      }
      rows.writeIndexes();
      for (const [wordId, change] of changes) {
        count.run({ ...change, wordId, now: now() });
        endWaiting.run(now(), wordId);
      }
      const { same: _, ...saved } = totals;
      return saved;
    });
}

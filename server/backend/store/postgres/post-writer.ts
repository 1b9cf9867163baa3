/** Writes batches of posts and the phrases' counters. Writers take turns, so that stories arrive in the order of their IDs. */
import { addChange, type CounterChange } from '../counter-changes.ts';
import { readErasedTargets } from '../erasures.ts';
import type { Db } from '../port.ts';
import { type PostOrigin, planWrite } from '../post-changes.ts';
import type { NewPost, SavedPosts } from '../posts-store.ts';
import { endWaiting } from '../word-links.ts';
import { addRow, changeRow } from './post-rows.ts';
import { readStoredRows, type StoredRows } from './stored-rows.ts';

/** Writes a found post as a new row, or as a change of the rows that are stored of it. */
export async function writePost(
  db: Db,
  rows: StoredRows,
  written: NewPost,
  origin: PostOrigin,
  now: number,
): Promise<'added' | 'changed' | 'same'> {
  const { post, changes, outcome } = planWrite(await rows.of(written), written, origin);
  for (const { row, content } of changes) await changeRow(db, rows, row, content);
  if (outcome === 'added') await addRow(db, rows, post, now);
  return outcome;
}

/** In ascending order, so that two transactions do not wait for each other. */
async function updateCounters(db: Db, changes: Map<number, CounterChange>, now: number): Promise<void> {
  for (const [wordId, { added, postedAt }] of [...changes].sort(([a], [b]) => a - b)) {
    await db.run(
      `UPDATE words SET total_posts = total_posts + $1, update_dt = $2,
         last_update_posts = CASE WHEN $1 > 0 THEN $2 ELSE last_update_posts END,
         last_post_posts = greatest(last_post_posts, $3)
       WHERE word_id = $4`,
      ...[added, now, postedAt, wordId],
    );
    await endWaiting(db, wordId, now);
  }
}

/** Refuses posts of phrases that do not exist. */
export async function savePosts(db: Db, posts: readonly NewPost[], now: number): Promise<SavedPosts> {
  await db.lock('posts');
  const changes = new Map<number, CounterChange>();
  const totals = { added: 0, changed: 0, same: 0 };
  const erased = await readErasedTargets(db);
  // The lock keeps the phrases until the end of the transaction.
  const words = await db.rows<{ wordId: number }>(
    'SELECT word_id FROM words WHERE word_id = ANY ($1::bigint[]) ORDER BY word_id FOR KEY SHARE',
    posts.map(({ wordId }) => wordId),
  );
  const existing = new Set(words.map(({ wordId }) => wordId));
  const kept = posts.filter((post) => existing.has(post.wordId) && !erased.hasPost(post));
  const rows = await readStoredRows(db, kept);
  for (const post of kept) {
    const outcome = await writePost(db, rows, post, 'imported', now);
    totals[outcome] += 1;
    if (outcome !== 'same') addChange(changes, post, outcome === 'added');
  }
  await updateCounters(db, changes, now);
  return { added: totals.added, changed: totals.changed, refused: posts.length - kept.length };
}

/** Writes batches of posts and the phrases' counters. Writers take turns, so that stories arrive in the order of their IDs. */
import { addChange, type CounterChange } from '../counter-changes.ts';
import type { NewPost } from '../posts-store.ts';
import type { Db } from './database.ts';
import { readErasedTargets } from './erased-targets.ts';
import { addRow, changeRow, hasSameContent } from './post-rows.ts';
import { type KnownPost, readStoredRows, type StoredRows } from './stored-rows.ts';

type IsSame = (known: KnownPost, post: NewPost) => boolean;

/** Writes a found post as a new row or as a change of its row. */
export async function writePost(
  db: Db,
  rows: StoredRows,
  post: NewPost,
  isSame: IsSame,
  now: number,
): Promise<'added' | 'changed' | 'same'> {
  const known = (await rows.of(post)).find(({ wordId }) => wordId === post.wordId);
  if (known && isSame(known, post)) return 'same';
  if (known) await changeRow(db, rows, known, post);
  else await addRow(db, rows, post, now);
  return known ? 'changed' : 'added';
}

/** In ascending order, so that two transactions do not wait for each other. */
async function updateCounters(db: Db, changes: Map<number, CounterChange>): Promise<void> {
  for (const [wordId, { added, updatedAt, postedAt }] of [...changes].sort(([a], [b]) => a - b)) {
    await db.run(
      `UPDATE words SET total_posts = total_posts + $1, update_dt = greatest(update_dt, $2),
         last_update_posts = greatest(last_update_posts, $2), last_post_posts = greatest(last_post_posts, $3)
       WHERE word_id = $4`,
      ...[added, updatedAt, postedAt, wordId],
    );
  }
}

/** The phrases must exist. */
export async function savePosts(
  db: Db,
  posts: readonly NewPost[],
  now: number,
): Promise<{ added: number; changed: number }> {
  await db.lock('posts');
  const changes = new Map<number, CounterChange>();
  const totals = { added: 0, changed: 0, same: 0 };
  const isSame: IsSame = (known, post) => hasSameContent(known, post) && known.updateDt === post.updatedAt;
  const erased = await readErasedTargets(db);
  const kept = posts.filter((post) => !erased.hasPost(post));
  const rows = await readStoredRows(db, kept);
  for (const post of kept) {
    const outcome = await writePost(db, rows, post, isSame, now);
    totals[outcome] += 1;
    if (outcome !== 'same') addChange(changes, post, outcome === 'added');
  }
  await updateCounters(db, changes);
  return { added: totals.added, changed: totals.changed };
}

/** Saves pages of found posts in PostgreSQL, with all that belongs to them, in one transaction. */

import { targetPosts } from '../../rules/collection/quota.ts';
import { saveCities } from '../cities.ts';
import { holdsLease } from '../collection-leases.ts';
import type { Claim, CollectionStore, FoundPage, RunProgress, SavedPage } from '../collection-store.ts';
import { readErasedTargets } from '../erasures.ts';
import { saveOwners } from '../owners.ts';
import type { Db } from '../port.ts';
import { boundPostId, timeOfPostId } from '../post-id.ts';
import { saveUsers } from '../users.ts';
import { addRunPage } from './collection-runs.ts';
import { addWindow } from './collection-windows.ts';
import { saveFacts } from './post-facts.ts';
import { writePost } from './post-writer.ts';
import { readStoredRows } from './stored-rows.ts';
import { joinStories } from './stories.ts';

/** Returns the number of added posts. A post whose content is unchanged keeps its row. */
async function writePage(db: Db, { posts, owners, users, cities }: FoundPage, wordId: number, now: number) {
  await saveOwners(db, owners);
  await saveUsers(db, users);
  await saveCities(db, cities);
  const added: number[] = [];
  const erased = await readErasedTargets(db);
  const kept = posts.filter((post) => !erased.hasPost(post));
  await saveFacts(db, kept);
  const rows = await readStoredRows(db, kept);
  for (const { facts, ...post } of kept) {
    const outcome = await writePost(db, rows, { ...post, wordId, updatedAt: now }, 'collected', now);
    // A row that was imported earlier has no facts until now.
    if (facts.repostOf && outcome === 'same') await joinStories(db, rows, post, null);
    if (outcome === 'added') added.push(post.postedAt);
  }
  if (added.length > 0) {
    await db.run(
      `UPDATE words SET total_posts = total_posts + $1, last_update_posts = $2,
         last_post_posts = greatest(last_post_posts, $3) WHERE word_id = $4`,
      ...[added.length, now, Math.max(...added), wordId],
    );
  }
  return added.length;
}

async function saveProgress(db: Db, { wordId, fullSearch }: Claim, { found, window, cursor }: RunProgress) {
  const { from = null, to = null, startFrom = null, search = 0, unread = null } = cursor ?? {};
  await db.run(
    `UPDATE collection_phrases SET found = $1, cursor_from = $2, cursor_to = $3, cursor_start = $4, cursor_search = $5,
       cursor_unread = $6, collected_to = greatest(collected_to, $7) WHERE word_id = $8`,
    ...[found, from, to, startFrom, search, unread, window?.to ?? null, wordId],
  );
  if (window) await addWindow(db, wordId, window);
  if (!fullSearch || cursor !== null) return;
  for (const table of ['words', 'word_clients']) {
    await db.run(`UPDATE ${table} SET full_search = false WHERE word_id = $1`, wordId);
  }
}

async function savePage(
  db: Db,
  claim: Claim,
  page: FoundPage,
  progress: RunProgress,
  now: number,
): Promise<SavedPage | null> {
  await db.lock('posts');
  if (!(await holdsLease(db, claim))) return null;
  const added = await writePage(db, page, claim.wordId, now);
  await saveProgress(db, claim, progress);
  await addRunPage(db, claim.runId, progress.found, added);
  const target = await db.row<{ id: number }>(
    'SELECT id FROM posts WHERE word_id = $1 AND id < $2 ORDER BY id DESC LIMIT 1 OFFSET $3',
    ...[claim.wordId, boundPostId(now + 1), targetPosts - 1],
  );
  return { added, targetPostAt: target ? timeOfPostId(target.id) : null };
}

export const createCollectionPages = (db: Db): Pick<CollectionStore, 'savePage'> => ({
  savePage: (claim, page, progress, now) => db.transaction((tx) => savePage(tx, claim, page, progress, now)),
});

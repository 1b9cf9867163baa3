/** Saves pages of found posts in SQLite, with all that belongs to them, in one transaction. */
import type { DatabaseSync } from 'node:sqlite';
import { targetPosts } from '../../rules/collection/quota.ts';
import { saveCities } from '../cities.ts';
import type { Claim, CollectionStore, FoundPage, RunProgress } from '../collection-store.ts';
import { readErasedTargets } from '../erasures.ts';
import { saveOwners } from '../owners.ts';
import type { Db } from '../port.ts';
import { boundPostId, timeOfPostId } from '../post-id.ts';
import { saveUsers } from '../users.ts';
import { createCollectionLeases } from './collection-leases.ts';
import { createCollectionRuns } from './collection-runs.ts';
import { createCollectionWindows } from './collection-windows.ts';
import { createFactsWriter } from './post-facts.ts';
import { createPostRowWriter } from './post-row-writer.ts';
import { createPostRows } from './post-rows.ts';

/** Returns a function that saves the objects of a page. A post whose content is unchanged keeps its row. */
function createPageWriter(db: DatabaseSync) {
  const saveFacts = createFactsWriter(db);
  const rows = createPostRows(db);
  const savePost = createPostRowWriter(db, rows, 'collected');
  const count = db.prepare(
    `UPDATE words SET total_posts = total_posts + ?, last_update_posts = ?,
       last_post_posts = max(coalesce(last_post_posts, 0), ?) WHERE word_id = ?`,
  );
  return async (tx: Db, { posts, owners, users, cities }: FoundPage, wordId: number, now: number): Promise<number> => {
    await saveOwners(tx, owners);
    await saveUsers(tx, users);
    await saveCities(tx, cities);
    const erased = await readErasedTargets(tx);
    const added = posts.filter(({ facts, ...post }) => {
      if (erased.hasPost(post)) return false;
      saveFacts(post.ownerId, post.postId, facts);
      const outcome = savePost({ ...post, wordId, updatedAt: now });
      // A row that was imported earlier has no facts until now.
      if (facts.repostOf && outcome === 'same') rows.joinReposts(post);
      return outcome === 'added';
    });
    rows.writeIndexes();
    const newest = Math.max(0, ...added.map(({ postedAt }) => postedAt));
    if (added.length > 0) count.run(added.length, now, newest, wordId);
    return added.length;
  };
}

export function createCollectionPages(db: DatabaseSync): (port: Db) => Pick<CollectionStore, 'savePage'> {
  const leases = createCollectionLeases(db);
  const runs = createCollectionRuns(db);
  const windows = createCollectionWindows(db);
  const writePage = createPageWriter(db);
  const setProgress = db.prepare(
    `UPDATE collection_phrases SET found = ?, cursor_from = ?, cursor_to = ?, cursor_start = ?, cursor_search = ?,
       cursor_unread = ? WHERE word_id = ?`,
  );
  const reach = db.prepare(
    'UPDATE collection_phrases SET collected_to = max(coalesce(collected_to, 0), ?) WHERE word_id = ?',
  );
  const endFullSearch = ['words', 'word_clients'].map((table) =>
    db.prepare(`UPDATE ${table} SET full_search = 0 WHERE word_id = ?`),
  );
  const nthNewest = db.prepare('SELECT id FROM posts WHERE word_id = ? AND id < ? ORDER BY id DESC LIMIT 1 OFFSET ?');

  function saveProgress({ wordId, fullSearch }: Claim, { found, window, cursor }: RunProgress): void {
    const { from = null, to = null, startFrom = null, search = 0, unread = null } = cursor ?? {};
    setProgress.run(found, from, to, startFrom, search, unread, wordId);
    if (window) {
      reach.run(window.to, wordId);
      windows.add(wordId, window);
    }
    if (fullSearch && cursor === null) for (const end of endFullSearch) end.run(wordId);
  }
  return (port) => ({
    savePage: (claim, page, progress, now) =>
      port.transaction(async (tx) => {
        if (!leases.isHeld(claim)) return null;
        const added = await writePage(tx, page, claim.wordId, now);
        saveProgress(claim, progress);
        runs.addPage(claim.runId, progress.found, added);
        const target = nthNewest.get(claim.wordId, boundPostId(now + 1), targetPosts - 1);
        return { added, targetPostAt: target ? timeOfPostId(Number(target.id)) : null };
      }),
  });
}

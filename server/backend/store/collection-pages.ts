/** Saves each page of found posts, with all related rows, in one transaction. Also deletes old posts. */

import { targetPosts } from '../rules/collection/quota.ts';
import { chunkOf } from '../rules/mark-bits.ts';
import { saveCities } from './cities.ts';
import { cursorColumns, holdsLease } from './collection-phrases.ts';
import { addRunPage, addWindow } from './collection-runs.ts';
import type { Claim, FoundPage, FoundPost, RunProgress, SavedPage } from './collection-store.ts';
import { readErasedTargets } from './erasures.ts';
import { type Author, recordChange } from './journal.ts';
import { saveOwners } from './owners.ts';
import { countRows } from './page.ts';
import { createMethods, type Db, updateRows } from './port.ts';
import { boundPostId, timeOfPostId } from './post-id.ts';
import type { PostEngine, WrittenPost } from './posts.ts';
import { saveUsers } from './users.ts';
import { showToAll } from './wall-rows.ts';

/** The post as the network returns it now. */
export function toWritten({ facts, ...post }: FoundPost, wordId: number, now: number): WrittenPost {
  const { views, likes, reposts, comments, isAd, editedAt, repostOf } = facts;
  const measures = [{ at: now, views, likes, reposts, comments }];
  return {
    ...post,
    wordId,
    updatedAt: now,
    facts: { isAd, editedAt, repostOf, measures, changedAt: null, deletedAt: null },
  };
}

/** Returns the number of added posts. A post whose content is unchanged keeps its row. */
async function writePage(db: Db, engine: PostEngine, page: FoundPage, wordId: number, now: number): Promise<number> {
  await saveOwners(db, page.owners);
  await saveUsers(db, page.users);
  await saveCities(db, page.cities);
  const erased = await readErasedTargets(db);
  const posts = page.posts.filter((post) => !erased.hasPost(post));
  const written = posts.map((post) => toWritten(post, wordId, now));
  const outcomes = await engine.write(db, written, 'collected', now);
  await engine.arriveAgain(db, await showToAll(db, posts, wordId), now);
  const added = outcomes.filter((outcome) => outcome === 'added').length;
  if (added > 0) await updateRows(db, 'words', { lastUpdatePosts: now }, { wordId });
  return added;
}

async function saveProgress(db: Db, { wordId, fullSearch }: Claim, { found, window, cursor }: RunProgress) {
  await updateRows(db, 'collection_phrases', { found, ...cursorColumns(cursor) }, { wordId });
  if (window) {
    const reach = `UPDATE collection_phrases SET collected_to = $1
      WHERE word_id = $2 AND (collected_to IS NULL OR collected_to < $1)`;
    await db.run(reach, window.to, wordId);
    await addWindow(db, wordId, window);
  }
  if (!fullSearch || cursor !== null) return;
  for (const table of ['words', 'word_clients']) {
    await db.run(`UPDATE ${table} SET full_search = false WHERE word_id = $1`, wordId);
  }
}

const countOldPosts = (db: Db, before: number): Promise<number> =>
  countRows(db, 'FROM posts WHERE id < $1', boundPostId(before));

/**
 * Deletes the chunks of marks below the oldest story. Marks of deleted stories in other chunks stay: their IDs are not reused,
 * and each takes one bit.
 */
async function deleteMarks(db: Db): Promise<void> {
  const oldest = await db.value<number>(
    `SELECT min(story_id) FROM (
       SELECT min(story_id) AS story_id FROM stories
       UNION ALL SELECT min(into_story) FROM joined_stories
       UNION ALL SELECT min(story_id) FROM separated_posts) AS oldest`,
  );
  if (oldest !== null) await db.run('DELETE FROM marks WHERE chunk < $1', chunkOf(oldest));
}

/** Records in the journal that posts older than `before` will be deleted, if there are any. Returns their number of rows. */
async function beginDeletion(db: Db, before: number, timeZone: string, by: Author): Promise<number> {
  const rows = await countOldPosts(db, before);
  if (rows > 0) await recordChange(db, by, 'data-erased', { of: 'old-posts', before, timeZone, rows });
  return rows;
}

export function createCollectionPages(db: Db, engine: PostEngine) {
  /**
   * Saves posts, sources, users, cities, facts, counters, the window and the cursor in one transaction. Returns null, and saves
   * nothing, when the lease was lost.
   */
  async function savePage(
    tx: Db,
    claim: Claim,
    page: FoundPage,
    progress: RunProgress,
    now: number,
  ): Promise<SavedPage | null> {
    await tx.lock('posts');
    if (!(await holdsLease(tx, claim))) return null;
    const added = await writePage(tx, engine, page, claim.wordId, now);
    await saveProgress(tx, claim, progress);
    await addRunPage(tx, claim.runId, progress.found, added);
    const target = await tx.value<number>(
      'SELECT id FROM posts WHERE word_id = $1 AND id < $2 ORDER BY id DESC LIMIT 1 OFFSET $3',
      claim.wordId,
      boundPostId(now + 1),
      targetPosts - 1,
    );
    return { added, targetPostAt: target === null ? null : timeOfPostId(target) };
  }

  /** Deletes up to `limit` rows of posts older than `before`, with counters and index. Returns the number. */
  async function deleteOldPosts(tx: Db, before: number, limit: number): Promise<number> {
    await tx.lock('posts');
    const removed = await engine.remove(tx, 'id < $1 ORDER BY id', boundPostId(before), limit);
    // This was the last batch.
    if (removed < limit) await deleteMarks(tx);
    return removed;
  }
  return createMethods(db, { countOldPosts }, { savePage, beginDeletion, deleteOldPosts });
}

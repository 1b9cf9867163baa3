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
import { boundPostId, idsPerSecond, timeOfPostId } from './post-id.ts';
import type { PostEngine, WrittenPost } from './posts.ts';
import { saveUsers } from './users.ts';
import { showToAll } from './wall-rows.ts';
import { isShownTo } from './wall-visibility.ts';

/** Row IDs of a day. */
const daySpan = 86_400 * idsPerSecond;

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
  await engine.arriveAgain(db, await showToAll(db, engine.repack, posts, wordId), now);
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

/**
 * SQL: rows of comments that no client keeps any more, as of `$1`, a row ID. A row that several clients see goes when none of them
 * keeps it. Without rows that are kept for fewer days than posts, the first condition ends the search.
 */
const unkeptComments = `
  posts.id < $1 - (SELECT min(keep_comments_days) FROM clients) * ${daySpan}
  AND posts.word_id IN (
    SELECT word_id FROM word_clients JOIN clients USING (client_id) WHERE keep_comments_days IS NOT NULL)
  AND EXISTS (
    SELECT 1 FROM post_facts facts
    WHERE facts.owner_id = posts.owner_id AND facts.post_id = posts.post_id AND parent_post_id IS NOT NULL)
  AND NOT EXISTS (
    SELECT 1 FROM word_clients l JOIN clients c ON c.client_id = l.client_id
    WHERE l.word_id = posts.word_id AND ${isShownTo('c.client_id')}
      AND (c.keep_comments_days IS NULL OR posts.id >= $1 - c.keep_comments_days * ${daySpan}))`;

/** Records in the journal that such comments will be deleted, if there are any. Returns their number of rows. */
async function beginCommentDeletion(db: Db, now: number, by: Author): Promise<number> {
  const rows = await countRows(db, `FROM posts WHERE ${unkeptComments}`, boundPostId(now));
  if (rows > 0) await recordChange(db, by, 'data-erased', { of: 'old-comments', rows });
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
  /** Deletes up to `limit` rows of comments that no client keeps any more. Returns the number. */
  async function deleteUnkeptComments(tx: Db, now: number, limit: number): Promise<number> {
    await tx.lock('posts');
    return engine.remove(tx, `${unkeptComments} ORDER BY id`, boundPostId(now), limit);
  }
  return createMethods(
    db,
    { countOldPosts },
    { savePage, beginDeletion, deleteOldPosts, beginCommentDeletion, deleteUnkeptComments },
  );
}

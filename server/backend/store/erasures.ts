/** Erases sources and authors on request. Their posts are not stored again until an operator allows it. */
import { randomUUID } from 'node:crypto';
import type { MuteKind } from '../../../shared/api/mutes.ts';
import { targetEvent } from '../rules/journal/events.ts';
import { type Author, recordChange } from './journal.ts';
import { createMethods, type Db } from './port.ts';
import { forgetModels } from './suggestions.ts';
import { renameWallWords } from './wall-phrases.ts';

/**
 * A source with all posts in it, or an author (`user`) with all posts by them and their own page. Posts of others that quote or
 * repost them stay.
 */
export type ErasureTarget = { kind: MuteKind; id: number };

/** A post of several phrases has a row for each. `name` is null when unknown. `erased`: it was erased before. */
export type ErasureScope = { name: string | null; posts: number; rows: number; erased: boolean };

/** Reads all erased targets, which are few. An erased author's own page is a source with the same ID. */
export async function readErasedTargets(db: Db) {
  const rows = await db.rows<{ kind: MuteKind; targetId: number }>('SELECT kind, target_id FROM erasures');
  const owners = new Set(rows.map(({ targetId }) => targetId));
  const users = new Set(rows.filter(({ kind }) => kind === 'user').map(({ targetId }) => targetId));
  const hasOwner = (ownerId: number) => owners.has(ownerId);
  const hasUser = (userId: number) => users.has(userId);
  const hasPost = (post: { ownerId: number; userId: number }) => hasOwner(post.ownerId) || hasUser(post.userId);
  return { hasOwner, hasUser, hasPost };
}

/**
 * The engine's function that deletes up to `limit` rows of posts that match `condition`, with all related data. Returns their
 * number.
 */
export type RemovePosts = (db: Db, condition: string, id: number, limit: number) => Promise<number>;

const conditions = { owner: 'owner_id = $1', user: '(user_id = $1 OR owner_id = $1)' } as const;

/** The numbers of posts and rows that an erasure would delete. */
async function scope(db: Db, { kind, id }: ErasureTarget): Promise<ErasureScope> {
  const counts = await db.row<{ posts: number; rows: number }>(
    `SELECT count(*) AS posts, coalesce(sum(n), 0) AS rows FROM (
       SELECT count(*) AS n FROM posts WHERE ${conditions[kind]} GROUP BY owner_id, post_id) AS counted`,
    id,
  );
  const owner = await db.value<string>('SELECT name FROM owners WHERE owner_id = $1', id);
  const user = kind === 'user' ? await db.value<string>('SELECT name FROM users WHERE user_id = $1', id) : null;
  const erased = await db.row('SELECT 1 FROM erasures WHERE kind = $1 AND target_id = $2', kind, id);
  return { name: user ?? owner, posts: 0, rows: 0, ...counts, erased: erased !== null };
}

/** Deletes the files of reports. Those that mails wait for are counted and made again, also if they are being made now. */
async function remakeReports(db: Db): Promise<void> {
  await db.run(
    `UPDATE report_sendings SET make_at = 0, claims = claims + 1, tries = 0
     WHERE sending_id IN (SELECT sending_id FROM deliveries WHERE state = 'waiting' AND sending_id IS NOT NULL)`,
  );
  await db.run('DELETE FROM report_parts');
}

/**
 * Deletes the contents of messages, which quote posts. A waiting message gets new content before its next try, and another key,
 * because its receiver may have the former content.
 */
async function clearQuotes(db: Db): Promise<void> {
  await forgetModels(db);
  const cleared = await db.rows<{ deliveryId: number; state: string }>(
    'UPDATE deliveries SET content = NULL WHERE content IS NOT NULL RETURNING delivery_id, state',
  );
  const mails = await db.column<number>(
    "SELECT delivery_id FROM deliveries WHERE state = 'waiting' AND sending_id IS NOT NULL ORDER BY delivery_id",
  );
  const waiting = cleared.filter(({ state }) => state === 'waiting').map(({ deliveryId }) => deliveryId);
  for (const deliveryId of [...waiting, ...mails]) {
    await db.run('UPDATE deliveries SET key = $1 WHERE delivery_id = $2', randomUUID(), deliveryId);
  }
  await remakeReports(db);
}

/**
 * Records the erasure, deletes name, domain and photo of the target and the contents of messages, and refuses its posts
 * from now on. The posts stay until `deletePosts`.
 */
async function begin(db: Db, target: ErasureTarget, now: number, by: Author): Promise<void> {
  const { kind, id } = target;
  // Keeps writers from storing a source or a post that they accepted before the erasure.
  await db.lock('owners');
  await db.lock('posts');
  const { posts } = await scope(db, target);
  await recordChange(db, by, 'data-erased', { of: 'target', kind, id, name: null, posts });
  await db.run(
    `INSERT INTO erasures (kind, target_id, erased_at) VALUES ($1, $2, $3)
     ON CONFLICT (kind, target_id) DO UPDATE SET erased_at = excluded.erased_at`,
    kind,
    id,
    now,
  );
  // Comments of others have the first words of the post that they stand below.
  await db.run(
    `UPDATE post_facts SET parent_text = '' WHERE parent_post_id IS NOT NULL AND (owner_id, parent_post_id) IN (
       SELECT owner_id, post_id FROM posts WHERE ${conditions[kind]})`,
    id,
  );
  // Also ends the collection of its wall.
  await db.run('DELETE FROM owners WHERE owner_id = $1', id);
  await renameWallWords(db, id, null);
  if (kind === 'user') {
    await db.run('DELETE FROM users WHERE user_id = $1', id);
    await db.run("UPDATE post_facts SET parent_text = '' WHERE parent_user_id = $1", id);
    // A reading that has the words loses its lease, and begins again without them.
    await db.run("UPDATE wall_posts SET text = '', lease = NULL, lease_until = NULL WHERE user_id = $1", id);
  }
  await clearQuotes(db);
}

/** Allows posts of the target to be stored again. Returns false if it is not erased. */
async function allow(db: Db, { kind, id }: ErasureTarget, by: Author): Promise<boolean> {
  if ((await db.run('DELETE FROM erasures WHERE kind = $1 AND target_id = $2', kind, id)) === 0) return false;
  await recordChange(db, by, 'erasure-lifted', targetEvent(kind, id, null));
  return true;
}

export function createErasuresStore(db: Db, removePosts: RemovePosts) {
  /**
   * Deletes up to `limit` rows with all related data. Returns their number: fewer than `limit` means that none is left, and
   * that the contents of messages were deleted again.
   */
  async function deletePosts(tx: Db, { kind, id }: ErasureTarget, limit: number): Promise<number> {
    await tx.lock('posts');
    const removed = await removePosts(tx, conditions[kind], id, limit);
    // The last batch. Messages composed during the erasure may quote posts that were still stored.
    if (removed < limit) await clearQuotes(tx);
    return removed;
  }
  return createMethods(db, { scope }, { begin, deletePosts, allow });
}

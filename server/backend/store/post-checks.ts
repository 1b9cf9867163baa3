/** Checks of stored posts: which ones are due, who asks for them, and what the network returned. Times are milliseconds. */
import { hourMs, minuteMs } from '../../../shared/durations.ts';
import { measureAges } from '../../../shared/rules/measures.ts';
import { nextCheckAt } from '../rules/measures.ts';
import { saveCities } from './cities.ts';
import { toWritten } from './collection-pages.ts';
import type { LookedUpPosts } from './collection-store.ts';
import { readErasedTargets } from './erasures.ts';
import { saveOwners } from './owners.ts';
import { createMethods, type Db, toRows } from './port.ts';
import { timeOfPostId } from './post-id.ts';
import { isOfPosts, keyOf, toKeys } from './post-life.ts';
import type { PostKey } from './post-tables.ts';
import type { PostEngine } from './posts.ts';
import { saveUsers } from './users.ts';

/** Fewer posts than a call can ask for wait this long for others. */
const patienceMs = 15 * minuteMs;
/** An absent post is deleted if it is still absent after this time. */
const confirmMs = 24 * hourMs;
/** Checks that are later than this are dropped, for example those of a time without keys. */
const latestMs = (measureAges.at(-1) ?? 0) * hourMs;

/** `absentSince`: when the network first did not return the post; null while it does. */
export type ClaimedCheck = PostKey & { dueAt: number; absentSince: number | null };

/** `most`: how many posts a call asks for. `leaseMs`: how long nobody else asks for them. */
type ClaimOptions = { now: number; leaseMs: number; most: number };

const isFree = '(claimed_until IS NULL OR claimed_until <= $1)';

const listDue = (db: Db, now: number, most: number): Promise<ClaimedCheck[]> =>
  db.rows<ClaimedCheck>(
    `SELECT owner_id, post_id, due_at, absent_since FROM post_checks WHERE due_at <= $1 AND ${isFree}
     ORDER BY due_at LIMIT $2 ${db.dialect.locking('UPDATE SKIP LOCKED')}`,
    now,
    most,
  );

/** Posts of deleted phrases are not shown, so nobody needs their figures. */
async function dropHidden(db: Db, checks: readonly ClaimedCheck[]): Promise<ClaimedCheck[]> {
  const shown = await db.rows<PostKey>(
    `SELECT DISTINCT owner_id, post_id FROM posts JOIN words USING (word_id)
     WHERE deleted_at IS NULL AND ${isOfPosts(db.dialect)}`,
    toKeys(checks),
  );
  const keys = new Set(shown.map(keyOf));
  const hidden = checks.filter((check) => !keys.has(keyOf(check)));
  if (hidden.length > 0) await db.run(`DELETE FROM post_checks WHERE ${isOfPosts(db.dialect)}`, toKeys(hidden));
  return checks.filter((check) => keys.has(keyOf(check)));
}

/** The checks that are due the longest, when they fill a call or the first has waited long enough; otherwise none. */
async function claimChecks(db: Db, { now, leaseMs, most }: ClaimOptions): Promise<ClaimedCheck[]> {
  const due = await listDue(db, now, most);
  const [first] = due;
  if (!first || (due.length < most && first.dueAt > now - patienceMs)) return [];
  if (first.dueAt < now - latestMs) await db.run('DELETE FROM post_checks WHERE due_at < $1', now - latestMs);
  const claimed = await dropHidden(
    db,
    due.filter(({ dueAt }) => dueAt >= now - latestMs),
  );
  await db.run(
    `UPDATE post_checks SET claimed_until = $2 WHERE ${isOfPosts(db.dialect)}`,
    toKeys(claimed),
    now + leaseMs,
  );
  return claimed;
}

const releaseChecks = (db: Db, checks: readonly PostKey[]): Promise<number> =>
  db.run(`UPDATE post_checks SET claimed_until = NULL WHERE ${isOfPosts(db.dialect)}`, toKeys(checks));

type StoredPost = PostKey & { id: number; wordId: number };

/** One row of each post. */
const readStored = (db: Db, posts: readonly PostKey[]): Promise<StoredPost[]> =>
  db.rows<StoredPost>(
    `SELECT owner_id, post_id, max(id) AS id, min(word_id) AS word_id FROM posts WHERE ${isOfPosts(db.dialect)}
     GROUP BY owner_id, post_id`,
    toKeys(posts),
  );

/** Saves the posts that the network returned. All rows of a post get its content. */
async function saveFound(db: Db, engine: PostEngine, found: LookedUpPosts, stored: readonly StoredPost[], now: number) {
  await saveOwners(db, found.owners);
  await saveUsers(db, found.users);
  await saveCities(db, found.cities);
  const wordOf = new Map(stored.map((post) => [keyOf(post), post.wordId]));
  const erased = await readErasedTargets(db);
  const posts = found.posts.flatMap((post) => {
    const wordId = wordOf.get(keyOf(post));
    return wordId === undefined || erased.hasPost(post) ? [] : [toWritten(post, wordId, now)];
  });
  await engine.write(db, posts, 'collected', now);
  return new Set(posts.map(keyOf));
}

type NextCheck = PostKey & { dueAt: number | null; absentSince: number | null };

/** A post that cannot be read is there. An absent one is asked for again a day later, whatever checks come in between. */
function nextCheck({ id, ...post }: StoredPost, check: ClaimedCheck, isAbsent: boolean, now: number): NextCheck {
  const next = nextCheckAt(timeOfPostId(id), now);
  if (!isAbsent) return { ...post, dueAt: next, absentSince: null };
  const absentSince = check.absentSince ?? now;
  return { ...post, dueAt: Math.min(next ?? Number.POSITIVE_INFINITY, absentSince + confirmMs), absentSince };
}

async function planNext(db: Db, checks: readonly NextCheck[]): Promise<void> {
  const [ended, planned] = [checks.filter(({ dueAt }) => dueAt === null), checks.filter(({ dueAt }) => dueAt !== null)];
  await db.run(`DELETE FROM post_checks WHERE ${isOfPosts(db.dialect)}`, toKeys(ended));
  await db.run(
    `UPDATE post_checks SET due_at = new.due_at, absent_since = new.absent_since, claimed_until = NULL
     FROM (SELECT CAST(value ->> 0 AS bigint) AS owner_id, CAST(value ->> 1 AS bigint) AS post_id,
       CAST(value ->> 2 AS bigint) AS due_at, CAST(value ->> 3 AS bigint) AS absent_since FROM ${db.dialect.rowsIn('$1')}) AS new
     WHERE post_checks.owner_id = new.owner_id AND post_checks.post_id = new.post_id`,
    toRows(planned, keyOf, ({ ownerId, postId, dueAt, absentSince }) => [ownerId, postId, dueAt, absentSince]),
  );
}

/** Numbers of posts. */
export type SavedChecks = { found: number; absent: number; deleted: number };

/** `due`: posts that are due. `lateMs`: for how long the first of them has been. */
export type CheckQueue = { due: number; lateMs: number };

async function checkQueue(db: Db, now: number): Promise<CheckQueue> {
  const sql = 'SELECT count(*) AS due, min(due_at) AS first FROM post_checks WHERE due_at <= $1';
  const row = await db.row<{ due: number; first: number | null }>(sql, now);
  return { due: row?.due ?? 0, lateMs: row?.first == null ? 0 : now - row.first };
}

export function createPostChecks(db: Db, engine: PostEngine) {
  /** Saves what the network returned for claimed checks, and plans the next ones. */
  async function saveChecks(
    tx: Db,
    checks: readonly ClaimedCheck[],
    found: LookedUpPosts,
    now: number,
  ): Promise<SavedChecks> {
    await tx.lock('posts');
    const stored = new Map((await readStored(tx, checks)).map((post) => [keyOf(post), post]));
    const saved = await saveFound(tx, engine, found, [...stored.values()], now);
    const [named, gone] = [new Set(found.named.map(keyOf)), new Set(found.deleted.map(keyOf))];
    const rest = checks.flatMap((check) => {
      const post = stored.get(keyOf(check));
      if (!post || saved.has(keyOf(check))) return [];
      const isAbsent = !named.has(keyOf(check));
      const isConfirmed = isAbsent && check.absentSince !== null && now >= check.absentSince + confirmMs;
      return [{ check, post, isAbsent, isDeleted: gone.has(keyOf(check)) || isConfirmed }];
    });
    const deleted = rest.filter(({ isDeleted }) => isDeleted).map(({ post }) => post);
    await engine.markDeleted(tx, deleted, now);
    const others = rest.filter(({ isDeleted }) => !isDeleted);
    await planNext(tx, [
      ...deleted.map((post) => ({ ...post, dueAt: null, absentSince: null })),
      ...others.map(({ post, check, isAbsent }) => nextCheck(post, check, isAbsent, now)),
    ]);
    return {
      found: saved.size,
      absent: others.filter(({ isAbsent }) => isAbsent).length,
      deleted: deleted.length,
    };
  }
  return createMethods(db, { checkQueue }, { claimChecks, releaseChecks, saveChecks });
}

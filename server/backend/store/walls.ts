/**
 * Walls that clients follow: who follows which, which is read next, and the pages that were read. Times are milliseconds since
 * 1970.
 */
import { randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { dayMs, hourMs } from '../../../shared/durations.ts';
import { clientAccount } from '../rules/account.ts';
import { targetEvent, wallEvent } from '../rules/journal/events.ts';
import { quotaMs, wallMethod } from './call-budget.ts';
import { saveCities } from './cities.ts';
import type { FoundPage } from './collection-store.ts';
import { readErasedTargets } from './erasures.ts';
import { type By, recordChange } from './journal.ts';
import { isVisibleOwner, saveWallOwner } from './owners.ts';
import { countRows } from './page.ts';
import { createMethods, type Db, insertRow } from './port.ts';
import { boundPostId } from './post-id.ts';
import type { PostEngine } from './posts.ts';
import { saveUsers } from './users.ts';
import { forgetWallPosts, noteWallPosts } from './wall-comments.ts';
import { followsWalls, renameWallWords } from './wall-phrases.ts';
import { type RepackRows, showStored } from './wall-rows.ts';
import { hasPhrases, readFollowers, type WallPost, wallPhrases, writeWallRows } from './wall-writer.ts';

/**
 * A wall under lease. `clientId`: the client whose turn it is. `newestAt`: the time of the newest post of the last complete
 * reading, 0 for an empty wall; null before the first.
 */
export type WallClaim = { ownerId: number; clientId: string; lease: number; newestAt: number | null };

export type WallPage = Pick<FoundPage, 'owners' | 'users' | 'cities'> & { posts: readonly WallPost[] };

export type WallRest = { until: number; code: number | null; message: string };

/** `comments`: also comments that match a phrase. `everyPost`: also posts that match none, under the phrase «Стена: имя». */
export type WallSwitches = { isFollowed: boolean; comments: boolean; everyPost: boolean };
const notFollowed: WallSwitches = { isFollowed: false, comments: false, everyPost: false };

/**
 * `comments`: a follower wants them. `rest`: why the network's refusal rests the wall. `isIdle`: no follower has a phrase or
 * wants every post.
 */
export type WallState = {
  ownerId: number;
  name: string | null;
  readAt: number | null;
  calls: number;
  comments: boolean;
  rest: WallRest | null;
  isIdle: boolean;
  clients: string[];
};

/** SQL on `f`, a row of `wall_follows`: it needs the posts. */
const isWanted = `(f.every_post OR ${hasPhrases})`;

const isFree = (now: string): string =>
  `(lease_until IS NULL OR lease_until <= ${now}) AND (rests_until IS NULL OR rests_until <= ${now})`;

/**
 * SQL on `walls`: a reading has begun and its lease has ended, or the wall is due. A claimed wall is due after the usual time, unless
 * somebody asks for it meanwhile. No wall waits for more than a day: such a time was set before the clock was set back.
 */
const isDue = (now: string): string => `(due_at <= ${now} OR due_at > ${now} + ${dayMs} OR lease_until <= ${now})`;

/** The `due_at` of a wall that an administrator has requested: it is read before all others. */
const requestedAt = -1;

type WallClaiming = { now: number; leaseMs: number; intervalMs: number };

/** SQL on `walls`. */
const followed = 'EXISTS (SELECT 1 FROM wall_follows f WHERE f.owner_id = walls.owner_id)';

/**
 * A requested wall comes first, then the client with the fewest calls in the last 24 hours, with the wall that has waited the
 * longest.
 */
async function claimWall(db: Db, { now, leaseMs, intervalMs }: WallClaiming): Promise<WallClaim | null> {
  // Claims are serialised, so that the shares stay fair.
  await db.lock('claims');
  const next = await db.row<Omit<WallClaim, 'lease'>>(
    `WITH shares AS (
       SELECT client_id, count(*) AS calls FROM collection_calls WHERE at > $2 AND method = $3 GROUP BY client_id)
     SELECT walls.owner_id, f.client_id, newest_at
     FROM walls JOIN wall_follows f USING (owner_id) LEFT JOIN shares ON shares.client_id = f.client_id
     WHERE ${isDue('$1')} AND ${isFree('$1')} AND ${isWanted}
     ORDER BY CASE due_at WHEN ${requestedAt} THEN 0 ELSE 1 END, coalesce(calls, 0), due_at, walls.owner_id, f.client_id
     LIMIT 1`,
    now,
    now - quotaMs,
    wallMethod,
  );
  if (!next) return null;
  const lease = randomInt(2 ** 47);
  const { ownerId } = next;
  const sql = 'UPDATE walls SET lease = $2, lease_until = $3, due_at = $4 WHERE owner_id = $1';
  await db.run(sql, ownerId, lease, now + leaseMs, now + intervalMs);
  return { ...next, lease };
}

const holdsLease = async (db: Db, { ownerId, lease }: WallClaim): Promise<boolean> =>
  (await db.row('SELECT 1 FROM walls WHERE owner_id = $1 AND lease = $2', ownerId, lease)) !== null;

/** Returns false if the lease was lost. */
const extendWall = async (db: Db, { ownerId, lease }: WallClaim, now: number, leaseMs: number): Promise<boolean> =>
  (await db.run(
    'UPDATE walls SET lease_until = $3 WHERE owner_id = $1 AND lease = $2',
    ownerId,
    lease,
    now + leaseMs,
  )) === 1;

/** The phrases «Стена: имя» of the followers that want every post. */
const everyPostWords = (db: Db, ownerId: number): Promise<number[]> =>
  db.column(
    `SELECT w.word_id FROM wall_follows f JOIN word_clients l USING (client_id) JOIN words w USING (word_id)
     WHERE f.owner_id = $1 AND f.every_post AND w.wall_id = $1 ORDER BY w.word_id`,
    ownerId,
  );

const endSql = `UPDATE walls SET read_at = $2, newest_at = $3, lease = NULL, lease_until = NULL,
  rests_until = NULL, code = NULL, message = NULL WHERE owner_id = $1`;

/** `keptSince`: older posts are not stored, because they would be deleted again; 0 for none. */
type SaveOptions = { now: number; daysBack: number; keptSince: number };

export function createWalls(db: Db, engine: PostEngine) {
  async function writeRows(tx: Db, ownerId: number, page: WallPage, { now, keptSince }: SaveOptions): Promise<number> {
    await saveWallOwner(tx, ownerId, page.owners);
    const owner = await tx.row<{ name: string | null }>('SELECT name FROM owners WHERE owner_id = $1', ownerId);
    if (owner) await renameWallWords(tx, ownerId, owner.name);
    const rows = {
      posts: page.posts,
      every: await everyPostWords(tx, ownerId),
      followers: await readFollowers(tx, ownerId, 'posts', now),
      keptSince,
      async saveOthers() {
        await saveUsers(tx, page.users);
        await saveCities(tx, page.cities);
      },
    };
    return writeWallRows(tx, engine, rows, now);
  }

  /**
   * Saves a page of a wall. `newestAt`: see `WallClaim`; null when more pages follow. Returns the number of added rows; null, and
   * saves nothing, when the lease was lost.
   */
  async function saveWallPage(
    tx: Db,
    claim: WallClaim,
    page: WallPage,
    newestAt: number | null,
    options: SaveOptions,
  ): Promise<number | null> {
    await tx.lock('posts');
    if (!(await holdsLease(tx, claim))) return null;
    const { now, daysBack } = options;
    const added = await writeRows(tx, claim.ownerId, page, options);
    const posts = page.posts.map(({ post }) => post);
    await noteWallPosts(tx, claim.ownerId, posts, daysBack, now);
    if (newestAt !== null) await tx.run(endSql, claim.ownerId, now, newestAt);
    return added;
  }

  const changes = {
    ...{ claimWall, extendWall, releaseWall, saveWallPage, requestWall },
    followWall: (tx: Db, wanted: Following, by: By) => followWall(tx, engine.repack, wanted, by),
  };
  return createMethods(db, { wallPhrases, listWalls, wallSwitches, followedWalls, followsWalls, wallState }, changes);
}

/** Ends a reading that failed. `rest`: the network refuses the wall; otherwise it is read again at `dueAt`. */
async function releaseWall(db: Db, { ownerId, lease }: WallClaim, end: WallRest | { dueAt: number }): Promise<number> {
  const [dueAt, rest] = 'dueAt' in end ? [end.dueAt, null] : [end.until, end];
  return db.run(
    `UPDATE walls SET lease = NULL, lease_until = NULL, due_at = $3, rests_until = $4, code = $5, message = $6
     WHERE owner_id = $1 AND lease = $2`,
    ownerId,
    lease,
    dueAt,
    rest?.until ?? null,
    rest?.code ?? null,
    rest?.message ?? null,
  );
}

const switchesSql = 'SELECT with_comments, every_post FROM wall_follows WHERE client_id = $1 AND owner_id = $2';

async function wallSwitches(db: Db, clientId: string, ownerId: number): Promise<WallSwitches> {
  const row = await db.row<{ withComments: boolean; everyPost: boolean }>(switchesSql, clientId, ownerId);
  return row ? { isFollowed: true, comments: row.withComments, everyPost: row.everyPost } : notFollowed;
}

/** Creates the phrase «Стена: имя» of the client, unless it exists. */
async function addWallWord(db: Db, clientId: string, ownerId: number, name: string | null): Promise<void> {
  const known = 'SELECT 1 FROM words JOIN word_clients USING (word_id) WHERE wall_id = $1 AND client_id = $2';
  if ((await db.row(known, ownerId, clientId)) !== null) return;
  const word = { text: '', textFolded: `\n${ownerId} ${clientId}`, state: 'ready', fullSearch: false, wallId: ownerId };
  const wordId = await insertRow(db, 'words', word, 'word_id');
  const link = { wordId, clientId, frozen: false, fullSearch: false, awaits: false };
  await insertRow(db, 'word_clients', { ...link, shownId: wordId, text: '' }, 'id');
  await renameWallWords(db, ownerId, name);
}

/** Deletes walls that nobody follows, so that a later follower begins anew. */
const forgetUnfollowed = (db: Db, ownerId: number): Promise<number> =>
  db.run(
    'DELETE FROM walls WHERE owner_id = $1 AND NOT EXISTS (SELECT 1 FROM wall_follows WHERE owner_id = $1)',
    ownerId,
  );

/**
 * A source that the client may follow; null for one that it does not see, and for an erased one. A source that is only known by
 * its posts gets a row.
 */
async function findSource(db: Db, clientId: string, ownerId: number): Promise<{ name: string | null } | null> {
  if ((await readErasedTargets(db)).hasOwner(ownerId)) return null;
  await db.run(
    `INSERT INTO owners (owner_id, owner_type, name_folded) SELECT CAST($1 AS bigint), CAST($2 AS text), ''
     WHERE EXISTS (SELECT 1 FROM posts WHERE owner_id = $1) ON CONFLICT DO NOTHING`,
    ownerId,
    ownerId < 0 ? 'group' : 'user',
  );
  const sql = `SELECT name FROM owners WHERE owner_id = $1 AND ${isVisibleOwner('CAST($2 AS text)')}`;
  return db.row(sql, ownerId, clientAccount(clientId));
}

/**
 * Switches that are missing stay. `max`: the limit of walls of a client. `storedSince`: from when on the client gets posts that are
 * stored for others.
 */
type Following = Partial<WallSwitches> & { clientId: string; ownerId: number; max: number; storedSince: number };

/** Comments and every post imply that the wall is followed. */
function afterChange(before: WallSwitches, wanted: Partial<WallSwitches>): WallSwitches {
  const { isFollowed = before.isFollowed, comments = before.comments, everyPost = before.everyPost } = wanted;
  return { isFollowed: isFollowed || comments || everyPost, comments, everyPost };
}

export type WallFollowed = 'done' | 'unknown' | 'too-many';

/** Sets the switches of a client for a wall. What was collected for it stays when it stops following. */
async function followWall(db: Db, repack: RepackRows, wanted: Following, by: By): Promise<WallFollowed> {
  const { clientId, ownerId, max, storedSince } = wanted;
  await db.lock('words');
  await db.lock('posts');
  const owner = await findSource(db, clientId, ownerId);
  if (!owner) return 'unknown';
  const before = await wallSwitches(db, clientId, ownerId);
  const after = afterChange(before, wanted);
  const { comments, everyPost } = after;
  if (isDeepStrictEqual(before, after)) return 'done';
  if (!after.isFollowed) {
    await db.run('DELETE FROM wall_follows WHERE client_id = $1 AND owner_id = $2', clientId, ownerId);
    await forgetUnfollowed(db, ownerId);
    await forgetWallPosts(db, ownerId);
    await recordChange(db, by, 'wall-unfollowed', targetEvent('owner', ownerId, owner.name, clientId));
    return 'done';
  }
  if (!before.isFollowed) {
    if ((await countRows(db, 'FROM wall_follows WHERE client_id = $1', clientId)) >= max) return 'too-many';
    const add = 'INSERT INTO walls (owner_id, due_at) VALUES ($1, 0) ON CONFLICT (owner_id) DO UPDATE SET due_at = 0';
    await db.run(add, ownerId);
    await showStored(db, repack, clientId, ownerId, boundPostId(storedSince), 'posts');
  }
  if (comments && !before.comments) {
    // Those of a client that was deleted may be left.
    await forgetWallPosts(db, ownerId);
    await showStored(db, repack, clientId, ownerId, boundPostId(storedSince), 'comments');
  }
  if (everyPost) await addWallWord(db, clientId, ownerId, owner.name);
  if (everyPost || comments) await db.run('UPDATE walls SET due_at = 0 WHERE owner_id = $1', ownerId);
  await db.run(
    `INSERT INTO wall_follows (client_id, owner_id, with_comments, every_post) VALUES ($1, $2, $3, $4)
     ON CONFLICT (client_id, owner_id) DO UPDATE
       SET with_comments = excluded.with_comments, every_post = excluded.every_post`,
    clientId,
    ownerId,
    comments,
    everyPost,
  );
  if (before.comments && !comments) await forgetWallPosts(db, ownerId);
  await recordChange(db, by, 'wall-followed', wallEvent(ownerId, owner.name, clientId, { comments, everyPost }));
  return 'done';
}

/** «Собрать сейчас»: the wall is read next, even if the network has refused it. Returns false when nobody follows it. */
async function requestWall(db: Db, ownerId: number, by: By): Promise<boolean> {
  const requested = await db.run(
    `UPDATE walls SET due_at = $2, rests_until = NULL, code = NULL, message = NULL WHERE owner_id = $1 AND ${followed}`,
    ownerId,
    requestedAt,
  );
  if (requested === 0) return false;
  const name = await db.value<string>('SELECT name FROM owners WHERE owner_id = $1', ownerId);
  await recordChange(db, by, 'collection-requested', targetEvent('owner', ownerId, name));
  return true;
}

type StoredWall = Omit<WallState, 'comments' | 'rest' | 'clients'> & {
  withComments: boolean;
  until: number | null;
  code: number | null;
  message: string | null;
  clients: string;
};

/** SQL on `walls`. */
const withComments = 'EXISTS (SELECT 1 FROM wall_follows f WHERE f.owner_id = walls.owner_id AND f.with_comments)';

/** SQL on `f`, a row of `wall_follows`: it is of the client $2, or of any if null. */
const isOfClient = '(CAST($2 AS text) IS NULL OR f.client_id = $2)';

const stateColumns = `walls.owner_id, owners.name, read_at, rests_until AS until, code, message,
  (SELECT count(*) FROM collection_calls WHERE owner_id = walls.owner_id AND at > $1) AS calls,
  ${withComments} AS with_comments,
  NOT EXISTS (
    SELECT 1 FROM wall_follows f WHERE f.owner_id = walls.owner_id AND ${isOfClient} AND ${isWanted}) AS is_idle,
  (SELECT string_agg(client_id, ',' ORDER BY client_id) FROM wall_follows f WHERE f.owner_id = walls.owner_id) AS clients`;

const toState = (
  { until, code, message, clients, withComments: comments, ...wall }: StoredWall,
  now: number,
): WallState => ({
  ...wall,
  comments,
  rest: until !== null && until > now ? { until, code, message: message ?? '' } : null,
  clients: clients.split(','),
});

/** The walls that are followed, those that were read the longest ago first. */
async function listWalls(db: Db, now: number): Promise<WallState[]> {
  const rows = await db.rows<StoredWall>(
    `SELECT ${stateColumns} FROM walls JOIN owners USING (owner_id) WHERE ${followed}
     ORDER BY coalesce(read_at, 0), walls.owner_id`,
    now - dayMs,
    null,
  );
  return rows.map((row) => toState(row, now));
}

/** Null when nobody follows the wall. With a client, `isIdle` means only this follower. */
async function wallState(
  db: Db,
  ownerId: number,
  now: number,
  clientId: string | null = null,
): Promise<WallState | null> {
  const row = await db.row<StoredWall>(
    `SELECT ${stateColumns} FROM walls JOIN owners USING (owner_id) WHERE walls.owner_id = $3 AND ${followed}`,
    now - dayMs,
    clientId,
    ownerId,
  );
  return row && toState(row, now);
}

/**
 * Of these sources, those whose wall the client follows, or any client if null. `isClosed`: the
 * network refuses it.
 */
const followedWalls = (db: Db, ownerIds: readonly number[], clientId: string | null, now: number) =>
  db.rows<{ ownerId: number; readAt: number | null; withComments: boolean; isClosed: boolean }>(
    `SELECT owner_id, read_at, rests_until IS NOT NULL AND rests_until > $3 AS is_closed, EXISTS (
         SELECT 1 FROM wall_follows f WHERE f.with_comments AND f.owner_id = walls.owner_id AND ${isOfClient}) AS with_comments
     FROM walls
     WHERE owner_id ${db.dialect.among('$1', 'bigint')} AND EXISTS (
       SELECT 1 FROM wall_follows f WHERE f.owner_id = walls.owner_id AND ${isOfClient})`,
    ownerIds,
    clientId,
    now,
  );

/** The network has refused a wall: it is tried again after this time. */
export const wallRestMs = 24 * hourMs;

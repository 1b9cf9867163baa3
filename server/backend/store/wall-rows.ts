/**
 * Rows of posts that walls have given. Of the clients with the phrase, only those of the row's audience see it: they followed
 * the wall when it was collected (docs/product/collection.md#walls). A row without an audience was found by search too, and all
 * clients of the phrase see it. The exported changes run in a transaction that holds the `posts` lock.
 */
import { createHash } from 'node:crypto';
import { type Db, toRows } from './port.ts';
import { isOfPosts, toKeys } from './post-life.ts';
import type { PostKey } from './post-tables.ts';

export type RowKey = PostKey & { wordId: number };

/** Called when audiences of rows of these posts have changed, which the packed columns of the rows contain. */
export type RepackRows = (db: Db, posts: readonly PostKey[]) => Promise<void>;

export const rowKeyOf = ({ ownerId, postId, wordId }: RowKey): string => `${ownerId} ${postId} ${wordId}`;

/** Some clients of a phrase. */
type Audience = { wordId: number; clientIds: readonly string[] };

const digestOf = (clientIds: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(clientIds)).digest('hex');

/** Returns the ID of the audience; creates it if it does not exist. */
async function audienceIdOf(db: Db, { wordId, clientIds }: Audience): Promise<number> {
  const key = digestOf(clientIds);
  const find = 'SELECT audience_id FROM wall_audiences WHERE word_id = $1 AND members_key = $2';
  const known = await db.value<number>(find, wordId, key);
  if (known !== null) return known;
  const id = (await db.value<number>('SELECT coalesce(max(audience_id), 0) + 1 FROM wall_audiences')) ?? 1;
  await db.run('INSERT INTO wall_audiences (audience_id, word_id, members_key) VALUES ($1, $2, $3)', id, wordId, key);
  await db.run(
    `INSERT INTO wall_audience_clients SELECT CAST($1 AS bigint), client_id FROM ${db.dialect.elements('$2', 'text', 'client_id')}`,
    id,
    clientIds,
  );
  return id;
}

type KnownRow = RowKey & { audienceId: number | null };

const readClients = async (db: Db, audienceId: number): Promise<string[]> =>
  db.column('SELECT client_id FROM wall_audience_clients WHERE audience_id = $1', audienceId);

const merged = (a: readonly string[], b: readonly string[]): string[] => [...new Set([...a, ...b])].sort();

async function save(db: Db, rows: readonly RowKey[], audienceId: number | null): Promise<void> {
  await db.run(
    `INSERT INTO wall_rows (owner_id, post_id, word_id, audience_id)
     SELECT CAST(value ->> 0 AS bigint), CAST(value ->> 1 AS bigint), CAST(value ->> 2 AS bigint), CAST($2 AS bigint)
     FROM ${db.dialect.rowsIn('$1')} WHERE true
     ON CONFLICT (owner_id, post_id, word_id) DO UPDATE SET audience_id = excluded.audience_id`,
    toRows(rows, rowKeyOf, ({ ownerId, postId, wordId }) => [ownerId, postId, wordId]),
    audienceId,
  );
}

/** The rows by audience, so that each is looked up once. */
async function assign(db: Db, rows: readonly (RowKey & { clientIds: readonly string[] })[]): Promise<void> {
  const groups = Map.groupBy(rows, ({ wordId, clientIds }) => `${wordId} ${clientIds.join()}`);
  for (const group of groups.values()) {
    const [first] = group;
    if (!first) continue;
    await save(db, group, await audienceIdOf(db, first));
  }
}

const listKnown = (db: Db, posts: readonly PostKey[]): Promise<KnownRow[]> =>
  db.rows<KnownRow>(
    `SELECT owner_id, post_id, word_id, audience_id FROM wall_rows WHERE ${isOfPosts(db.dialect)}`,
    toKeys(posts),
  );

/**
 * Rows that a wall has given are shown to more clients. `isNew`: the wall gives the row, which is added afterwards; one that was
 * found by search is seen by all clients of its phrase, and stays so.
 */
export async function showRows(
  db: Db,
  repack: RepackRows,
  rows: readonly (RowKey & { clientIds: readonly string[]; isNew: boolean })[],
): Promise<void> {
  const known = new Map((await listKnown(db, rows)).map((row) => [rowKeyOf(row), row.audienceId]));
  const members = new Map<number, string[]>();
  const changed: (RowKey & { clientIds: string[]; isNew: boolean })[] = [];
  const found: RowKey[] = [];
  for (const { isNew, clientIds, ...row } of rows) {
    const audienceId = known.get(rowKeyOf(row));
    if (audienceId === undefined) {
      if (isNew) changed.push({ ...row, isNew, clientIds: [...clientIds].sort() });
      else found.push(row);
      // A page may have a post twice.
      known.set(rowKeyOf(row), null);
      continue;
    }
    if (audienceId === null) continue;
    const before = members.get(audienceId) ?? (await readClients(db, audienceId));
    members.set(audienceId, before);
    const after = merged(before, clientIds);
    if (after.length > before.length) changed.push({ ...row, isNew, clientIds: after });
  }
  await assign(db, changed);
  if (found.length > 0) await save(db, found, null);
  // Those of search have no audience, as before.
  const stored = changed.filter(({ isNew }) => !isNew);
  if (stored.length > 0) await repack(db, stored);
}

/**
 * The rows were also found by search, so that all clients of the phrase see them. Returns the IDs of the rows that some of these
 * clients did not see before.
 */
export async function showToAll(
  db: Db,
  repack: RepackRows,
  posts: readonly PostKey[],
  wordId: number,
): Promise<number[]> {
  const ofPosts = `${isOfPosts(db.dialect, 'wall_rows.')} AND wall_rows.word_id = $2 AND audience_id IS NOT NULL`;
  const ids = await db.column<number>(
    `SELECT id FROM wall_rows JOIN posts ON posts.owner_id = wall_rows.owner_id AND posts.post_id = wall_rows.post_id
       AND posts.word_id = wall_rows.word_id
     WHERE ${ofPosts} AND EXISTS (
       SELECT 1 FROM word_clients l WHERE l.word_id = $2 AND l.client_id NOT IN (
         SELECT client_id FROM wall_audience_clients seen WHERE seen.audience_id = wall_rows.audience_id))
     ORDER BY id`,
    toKeys(posts),
    wordId,
  );
  const changed = await db.run(`UPDATE wall_rows SET audience_id = NULL WHERE ${ofPosts}`, toKeys(posts), wordId);
  if (changed > 0) await repack(db, posts);
  return ids;
}

/** SQL on `facts`, a row of `post_facts`. */
const isOf = { posts: 'facts.parent_post_id IS NULL', comments: 'facts.parent_post_id IS NOT NULL' } as const;

/** Shows a client the posts or comments of a wall from a row ID on, of its phrases that other followers of the wall have got. */
export async function showStored(
  db: Db,
  repack: RepackRows,
  clientId: string,
  ownerId: number,
  fromId: number,
  what: keyof typeof isOf,
): Promise<void> {
  const rows = await db.rows<RowKey>(
    `SELECT owner_id, post_id, word_id FROM wall_rows JOIN posts USING (owner_id, post_id, word_id)
       LEFT JOIN post_facts facts USING (owner_id, post_id)
     WHERE owner_id = $1 AND posts.id >= $2 AND ${isOf[what]} AND word_id IN (
       SELECT word_id FROM word_clients WHERE client_id = $3 AND NOT frozen)`,
    ownerId,
    fromId,
    clientId,
  );
  await showRows(
    db,
    repack,
    rows.map((row) => ({ ...row, clientIds: [clientId], isNew: false })),
  );
}

/** Forgets removed rows. */
export const forgetRows = (db: Db, rows: readonly RowKey[]): Promise<number> =>
  db.run(
    `DELETE FROM wall_rows WHERE (owner_id, post_id, word_id) IN (
       SELECT CAST(value ->> 0 AS bigint), CAST(value ->> 1 AS bigint), CAST(value ->> 2 AS bigint)
       FROM ${db.dialect.rowsIn('$1')})`,
    toRows(rows, rowKeyOf, ({ ownerId, postId, wordId }) => [ownerId, postId, wordId]),
  );

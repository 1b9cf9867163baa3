/**
 * Copies rows of PostgreSQL into a replica: all of them, or those with some keys. Posts get their index entries and packed
 * columns.
 */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { camelCase, type Db, type Row } from '../../store/port.ts';
import { createPostIndexer } from '../../store/sqlite/post-indexer.ts';
import { createRowColumns } from '../../store/sqlite/row-columns.ts';

export type Key = { key: string; part: number | null };

/**
 * `remove` gets the keys, `insert` the columns of `select`. A large table has the `order` in which its rows are copied.
 * `replacesRow`: the table has one row, which a new replica already has from its schema or from the copy of another table.
 */
type CopiedTable = {
  select: string;
  where: string;
  remove: string;
  insert: string;
  order?: string;
  replacesRow?: true;
};

/** A table whose columns have the same names in the replica. */
function copied(name: string, key: string, columns: string, more: Partial<CopiedTable> = {}) {
  const values = columns.replaceAll(/\w+/g, '?');
  const table: CopiedTable = {
    select: `SELECT ${columns} FROM ${name}`,
    where: `${key} = ANY ($1::bigint[])`,
    remove: `DELETE FROM ${name} WHERE ${key} = ?`,
    insert: `INSERT INTO ${name} (${columns}) VALUES (${values})`,
    ...more,
  };
  return { [name]: table };
}

/** For tables of posts. `order`: the columns of their key. */
const byPost = (name: string, order: string) => ({
  where: '(owner_id, post_id) IN (SELECT * FROM unnest($1::bigint[], $2::bigint[]))',
  remove: `DELETE FROM ${name} WHERE owner_id = ? AND post_id = ?`,
  order,
});

/** For tables with rows per client and story. */
const byClientStory = (name: string) => ({
  where: '(client_id, story_id) IN (SELECT * FROM unnest($1::text[], $2::bigint[]))',
  remove: `DELETE FROM ${name} WHERE client_id = ? AND story_id = ?`,
});

/**
 * Queries of posts read no other tables. `text_folded` gets a placeholder: queries of posts do not use it, and it is unique
 * among live phrases at all times only in the original.
 */
const tables: Record<string, CopiedTable> = {
  // `state` matters only while a phrase has no posts and no windows.
  ...copied('words', 'word_id', 'word_id, text, deleted_at, total_posts, last_post_posts, state, wall_id', {
    insert: `INSERT INTO words (word_id, text, deleted_at, total_posts, last_post_posts, state, wall_id, text_folded)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 'copy ' || ?1)`,
  }),
  ...copied('word_clients', 'word_id', 'id, word_id, client_id, shown_id, text, awaits, linked_at', {
    select: 'SELECT id, word_id, client_id, shown_id, text, awaits::int, linked_at FROM word_clients',
    insert:
      'INSERT OR REPLACE INTO word_clients (id, word_id, client_id, shown_id, text, awaits, linked_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  }),
  ...copied('word_health', 'word_id', 'word_id, computed_at, last_post_at', {
    insert: `INSERT INTO word_health (word_id, computed_at, last_post_at, gaps, left_out, week_stories, month_rows, month_stories)
      VALUES (?, ?, ?, 0, 0, 0, 0, 0)`,
  }),
  ...copied('collection_windows', 'word_id', 'word_id, from_at, to_at, complete', {
    select: 'SELECT word_id, from_at, to_at, complete::int FROM collection_windows',
  }),
  // Only the last run of each phrase.
  ...copied('collection_runs', 'word_id', 'run_id, word_id, started_at, outcome', {
    where: `word_id = ANY ($1::bigint[]) AND run_id = (SELECT max(run_id) FROM collection_runs run
      WHERE run.word_id = collection_runs.word_id AND outcome IS NOT NULL)`,
  }),
  ...copied('owners', 'owner_id', 'owner_id, owner_type, name, domain, photo_url'),
  ...copied('cities', 'city_id', 'city_id, name, country'),
  ...copied('stories', 'story_id', 'story_id, rows'),
  ...copied(
    'post_facts',
    'owner_id',
    `owner_id, post_id, likes, reposts, comments, views, is_ad, measured_at, views_age, changed_at, deleted_at, parent_post_id,
    parent_text, thread_id`,
    {
      select: `SELECT owner_id, post_id, likes, reposts, comments, views, is_ad::int AS is_ad, measured_at, views_age, changed_at,
        deleted_at, parent_post_id, parent_text, thread_id FROM post_facts`,
      ...byPost('post_facts', 'owner_id, post_id'),
    },
  ),
  ...copied(
    'post_measures',
    'owner_id',
    'owner_id, post_id, age, at, posted, views, likes, reposts, comments',
    byPost('post_measures', 'owner_id, post_id, age'),
  ),
  ...copied('source_usuals', 'owner_id', 'owner_id, age, edge_at, edge_views, pivot, below, equal, above, outside'),
  ...copied('wall_audiences', 'audience_id', 'audience_id, word_id, members_key'),
  ...copied('wall_audience_clients', 'audience_id', 'audience_id, client_id'),
  ...copied(
    'wall_rows',
    'owner_id',
    'owner_id, post_id, word_id, audience_id',
    byPost('wall_rows', 'owner_id, post_id, word_id'),
  ),
  ...copied('arrivals', 'first', 'first, at'),
  // Copied after the stories, whose insertion moves the sequence.
  arrival_counter: {
    select: 'SELECT newest FROM arrival_counter',
    where: '$1::text[] IS NOT NULL',
    remove: "DELETE FROM sqlite_sequence WHERE name = 'stories' AND ? IS NOT NULL",
    insert: "INSERT INTO sqlite_sequence (name, seq) VALUES ('stories', ?)",
    replacesRow: true,
  },
  ...copied('marks', 'account', 'account, chunk, bits', {
    where: '(account, chunk) IN (SELECT * FROM unnest($1::text[], $2::int[]))',
    remove: 'DELETE FROM marks WHERE account = ? AND chunk = ?',
  }),
  ...copied('mutes', 'account', 'mute_id, account, kind, target_id, created_by, created_at', {
    where: 'account = ANY ($1::text[])',
  }),
  ...copied(
    'story_work',
    'client_id',
    `client_id, story_id, version, state, assignee, until_at, until_copies, until_sources, reason,
    tone, notes, returned, overdue, hidden, changed_at, first_reaction_at, closed_at`,
    {
      select: `SELECT client_id, story_id, version, state, assignee, until_at, until_copies, until_sources, reason, tone, notes, returned,
      overdue::int, hidden::int, changed_at, first_reaction_at, closed_at FROM story_work`,
      ...byClientStory('story_work'),
    },
  ),
  ...copied('story_tags', 'client_id', 'client_id, tag_id, story_id', byClientStory('story_tags')),
  ...copied('joined_stories', 'client_id', 'client_id, story_id, into_story', byClientStory('joined_stories')),
  ...copied('separated_posts', 'client_id', 'client_id, story_id, owner_id, post_id', byClientStory('separated_posts')),
  ...copied('work_models', 'client_id', 'client_id, model, trained_at', {
    where: 'client_id = ANY ($1::text[])',
  }),
  service: {
    select: 'SELECT time_zone FROM service',
    where: '$1::text[] IS NOT NULL',
    remove: 'DELETE FROM time_zone WHERE ? IS NOT NULL',
    insert: 'INSERT INTO time_zone VALUES (?)',
    replacesRow: true,
  },
};

export const copiedTables = Object.keys(tables);

function insertAll(replica: DatabaseSync, { insert }: CopiedTable, rows: readonly Row[]): void {
  const statement = replica.prepare(insert);
  for (const row of rows) statement.run(...(Object.values(row) as SQLInputValue[]));
}

/** Rows of a large table that are read at a time. */
const pageRows = 20_000;

export async function copyTable(db: Db, replica: DatabaseSync, name: string): Promise<void> {
  const table = tables[name];
  if (!table) return;
  const { select, order, replacesRow } = table;
  if (replacesRow) replica.prepare(table.remove).run(name);
  if (order === undefined) return insertAll(replica, table, await db.rows(select));
  const places = order.split(', ').map((_, index) => `$${index + 1}`);
  let after: unknown[] | null = null;
  for (;;) {
    const where = after === null ? '' : ` WHERE (${order}) > (${places.join(', ')})`;
    const rows: Row[] = await db.rows(`${select}${where} ORDER BY ${order} LIMIT ${pageRows}`, ...(after ?? []));
    insertAll(replica, table, rows);
    const last = rows.at(-1);
    if (!last || rows.length < pageRows) return;
    after = order.split(', ').map((column) => last[camelCase(column)]);
  }
}

export type Fetched = { name: string; keys: readonly Key[]; rows: readonly Row[] };

export async function fetchKeys(db: Db, name: string, keys: readonly Key[]): Promise<Fetched> {
  const table = tables[name];
  // A newer program logs changes of tables that this one does not copy.
  if (!table) return { name, keys: [], rows: [] };
  const params = table.where.includes('$2') ? [keys.map(({ part }) => part)] : [];
  const rows = await db.rows(
    `${table.select} WHERE ${table.where}`,
    keys.map(({ key }) => key),
    ...params,
  );
  return { name, keys, rows };
}

/** Call it inside a transaction of the replica. */
export function replaceKeys(replica: DatabaseSync, { name, keys, rows }: Fetched): void {
  const table = tables[name];
  if (!table) return;
  const remove = replica.prepare(table.remove);
  for (const { key, part } of keys) remove.run(...(table.where.includes('$2') ? [key, part] : [key]));
  insertAll(replica, table, rows);
  if (packedTables.has(name)) repackRows(replica, keys);
}

/** The packed columns of rows have values of these tables. */
const packedTables = new Set(['post_facts', 'wall_rows']);

function repackRows(replica: DatabaseSync, posts: readonly Key[]): void {
  const known = replica.prepare('SELECT id FROM posts WHERE owner_id = ? AND post_id = ?');
  const columns = createRowColumns(replica);
  for (const { key, part } of posts) for (const { id } of known.all(key, part)) columns.touch(Number(id));
  columns.write();
}

type CopiedPost = Row & { id: number; ownerId: number; postId: number };

const postColumns = 'id, owner_id, post_id, word_id, user_id, update_dt, city_id, story_id, arrival';
const select = `SELECT ${postColumns}, found_by_vk::int AS found_by_vk, text, text_parts, photo_url FROM posts`;
/** Between two batches of a build the process answers calls. */
const batchSize = 1000;

function createPostCopier(replica: DatabaseSync) {
  const addPost = replica.prepare(
    `INSERT INTO posts (${postColumns}, found_by_vk) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const addText = replica.prepare('INSERT INTO post_texts (id, text, text_parts, photo_url) VALUES (?, ?, ?, ?)');
  return ({ text, textParts, photoUrl, ...post }: CopiedPost): void => {
    addPost.run(...(Object.values(post) as SQLInputValue[]));
    addText.run(post.id, ...([text, textParts, photoUrl] as (string | null)[]));
  };
}

/** `onBatch` gets the number of rows that are copied. */
export async function copyPosts(db: Db, replica: DatabaseSync, onBatch: (done: number) => void): Promise<void> {
  const add = createPostCopier(replica);
  const index = createPostIndexer(replica);
  const rowsOfPost = replica.prepare('SELECT id FROM posts WHERE owner_id = ? AND post_id = ?');
  let [done, last] = [0, -1];
  for (;;) {
    const rows = await db.rows<CopiedPost>(`${select} WHERE id > $1 ORDER BY id LIMIT ${batchSize}`, last);
    if (rows.length === 0) break;
    for (const row of rows) {
      add(row);
      // Rows of a post in an earlier batch get the term of posts with several phrases.
      for (const { id } of rowsOfPost.all(row.ownerId, row.postId)) index.touch(Number(id));
    }
    index.write();
    last = rows.at(-1)?.id ?? last;
    done += rows.length;
    onBatch(done);
  }
}

export const fetchPosts = (db: Db, keys: readonly Key[]): Promise<CopiedPost[]> =>
  db.rows<CopiedPost>(
    `${select} WHERE (owner_id, post_id) IN (SELECT * FROM unnest($1::bigint[], $2::bigint[]))`,
    keys.map(({ key }) => key),
    keys.map(({ part }) => part),
  );

/** Call it inside a transaction of the replica. Replaces all rows of a post, because its phrases share a term of the index. */
export function replacePosts(replica: DatabaseSync, keys: readonly Key[], rows: readonly CopiedPost[]): void {
  const known = replica.prepare('SELECT id FROM posts WHERE owner_id = ? AND post_id = ?');
  const remove = replica.prepare('DELETE FROM posts WHERE id = ?');
  const removeText = replica.prepare('DELETE FROM post_texts WHERE id = ?');
  const add = createPostCopier(replica);
  const index = createPostIndexer(replica);
  const columns = createRowColumns(replica);
  const touch = (id: number): void => {
    index.touch(id);
    columns.touch(id);
  };
  // Deletions first: a row may take the ID of a deleted one.
  for (const { key, part } of keys) {
    for (const row of known.all(key, part)) {
      const id = Number(row.id);
      removeText.run(id);
      remove.run(id);
      touch(id);
    }
  }
  for (const row of rows) {
    add(row);
    touch(row.id);
  }
  index.write();
  columns.write();
}

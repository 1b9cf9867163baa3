/** The stories that a client has joined or separated by hand (store/own-stories.ts), and the rows of posts with them. */
import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { placeOf } from '../store/sqlite/row-columns.ts';
import { allOf, type Condition, isOneOf, readArrays, readNumber } from '../store/sqlite/sql.ts';

/** How the stories of one viewer differ from automatic ones. */
export type OwnStories = {
  /** The rows whose story differs from automatic folding, in ascending order, and their stories. */
  ids: Float64Array;
  stories: Uint32Array;
  /** By story, the automatic stories that its moved rows come from. */
  parts: ReadonlyMap<number, ReadonlySet<number>>;
  /** By joined story, the story that contains it. */
  joined: ReadonlyMap<number, number>;
  /** Equal for equal `ids` and `stories`; '' without any. */
  key: string;
};

export const automaticStories: OwnStories = {
  ids: new Float64Array(),
  stories: new Uint32Array(),
  parts: new Map(),
  joined: new Map(),
  key: '',
};

/**
 * A separated post is in its own story, whatever automatic folding does; a story may be joined with another. A separated post of
 * a joined story is selected twice; its first row counts.
 */
const insertSql = `
  INSERT OR IGNORE INTO own_rows
  SELECT posts.id, coalesce(joined.into_story, own.story_id)
  FROM separated_posts own CROSS JOIN posts USING (owner_id, post_id) LEFT JOIN joined_stories joined USING (client_id, story_id)
  WHERE client_id = ?1
  UNION ALL
  SELECT posts.id, into_story FROM joined_stories joined CROSS JOIN posts USING (story_id) WHERE client_id = ?1`;

const readSql = 'SELECT id, own.story_id, posts.story_id FROM own_rows own JOIN posts USING (id) ORDER BY id';

function readOwnStories(db: DatabaseSync, clientId: string): OwnStories {
  db.prepare(insertSql).run(clientId);
  const rows = readArrays<[number, number, number]>(db, readSql, []);
  const parts = new Map<number, Set<number>>();
  for (const [, story, part] of rows) parts.set(story, (parts.get(story) ?? new Set()).add(part));
  const ids = Float64Array.from(rows, ([id]) => id);
  const stories = Uint32Array.from(rows, ([, story]) => story);
  const joinedSql = 'SELECT story_id, into_story FROM joined_stories WHERE client_id = ?';
  return {
    ids,
    stories,
    parts,
    joined: new Map(readArrays<[number, number]>(db, joinedSql, [clientId])),
    key: hash('sha1', Buffer.concat([new Uint8Array(ids.buffer), new Uint8Array(stories.buffer)])),
  };
}

const existsSql = `SELECT EXISTS (SELECT 1 FROM joined_stories WHERE client_id = ?1)
  OR EXISTS (SELECT 1 FROM separated_posts WHERE client_id = ?1)`;

/**
 * Runs a query with the stories of the client. `clientId` null: an administrator, who sees automatic stories. Until it ends,
 * the connection has the temporary table that `postsOf` reads.
 */
export function withOwnStories<T>(db: DatabaseSync, clientId: string | null, query: (own: OwnStories) => T): T {
  if (clientId === null || readNumber(db, existsSql, clientId) === 0) return query(automaticStories);
  db.exec('CREATE TEMP TABLE own_rows (id INTEGER PRIMARY KEY, story_id INTEGER NOT NULL)');
  try {
    return query(readOwnStories(db, clientId));
  } finally {
    db.exec('DROP TABLE temp.own_rows');
  }
}

/** `automatic_id` is the automatic story. One lookup by ID is faster than two in the client's lists. */
const ownPosts = `(
  SELECT id, owner_id, post_id, word_id, user_id, update_dt, city_id, arrival, found_by_vk, story_id AS automatic_id,
    coalesce((SELECT own.story_id FROM own_rows own WHERE own.id = stored.id), story_id) AS story_id
  FROM posts AS stored) AS posts`;

/** Automatic folding applies to all rows. */
export const isAutomatic = ({ ids }: OwnStories): boolean => ids.length === 0;

/** The part of FROM that reads rows of posts with the viewer's stories, under the name `posts`. */
export const postsOf = (own: OwnStories): string => (isAutomatic(own) ? 'posts' : ownPosts);

/** FROM and WHERE of the rows that meet the conditions. */
export function postsWhere(own: OwnStories, ...conditions: readonly Condition[]): Condition {
  const { sql, params } = allOf(conditions);
  return { sql: `${postsOf(own)} WHERE ${sql}`, params };
}

/** Whether the story has rows that automatic folding puts into another. */
export const isOwnStory = ({ parts }: OwnStories, storyId: number): boolean => parts.has(storyId);

/** The story that contains this one: itself, unless it was joined with another. */
export const storyNow = ({ joined }: OwnStories, storyId: number): number => joined.get(storyId) ?? storyId;

/** The automatic stories that rows of these stories may come from. */
export const listParts = ({ parts }: OwnStories, stories: readonly number[]): readonly number[] =>
  parts.size === 0 ? stories : [...new Set(stories.flatMap((story) => [story, ...(parts.get(story) ?? [])]))];

/**
 * Rows of the stories, among `postsOf`. A unary plus before the column forbids the use of its index, which own stories do not
 * have.
 */
export const inStories = (own: OwnStories, column: string, stories: readonly number[]): Condition[] => [
  isOneOf(column, stories),
  ...(isAutomatic(own) || column.startsWith('+') ? [] : [isOneOf('posts.automatic_id', listParts(own, stories))]),
];

/** The stories of a chunk's rows, with the client's own stories. */
export function replaceStories(own: OwnStories, ids: Float64Array, stories: Uint32Array): Uint32Array {
  const first = placeOf(own.ids, ids[0] ?? 0);
  const end = placeOf(own.ids, (ids.at(-1) ?? -1) + 1);
  if (first === end) return stories;
  const replaced = stories.slice();
  for (let row = first; row < end; row += 1) replaced[placeOf(ids, own.ids[row] ?? 0)] = own.stories[row] ?? 0;
  return replaced;
}

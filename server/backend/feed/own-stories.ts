/**
 * Applies the stories that a client has joined or separated by hand (store/own-stories.ts): while a query of the client runs, a
 * temporary view with these stories replaces the table `posts`, and the packed columns are read with them.
 */
import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { placeOf } from '../store/sqlite/row-columns.ts';
import { type Condition, isOneOf, readArrays, readNumber } from '../store/sqlite/sql.ts';
import { greatestOf } from './row-mask.ts';

/** The stories of the running query; a thread runs one at a time. Null: automatic stories. */
let current: ReturnType<typeof readOwnStories> | null = null;

/** A separated post is in its own story, whatever automatic folding does; a story may be joined with another. */
const rowsSql = `
  SELECT posts.id, coalesce(joined.into_story, own.story_id) AS story_id
  FROM separated_posts own CROSS JOIN main.posts AS posts USING (owner_id, post_id) LEFT JOIN joined_stories joined USING (client_id, story_id)
  WHERE client_id = ?1
  UNION ALL
  SELECT posts.id, into_story FROM joined_stories joined CROSS JOIN main.posts AS posts USING (story_id) WHERE client_id = ?1`;

const viewSql = `
  CREATE TEMP TABLE own_rows (id INTEGER PRIMARY KEY, story_id INTEGER NOT NULL);
  CREATE TEMP VIEW posts AS
    SELECT id, owner_id, post_id, word_id, user_id, update_dt, city_id, arrival, found_by_vk, story_id AS automatic_id,
      coalesce((SELECT story_id FROM own_rows WHERE own_rows.id = stored.id), story_id) AS story_id
    FROM main.posts AS stored`;

function readOwnStories(db: DatabaseSync, clientId: string) {
  // A separated post of a joined story is selected twice; its first row counts.
  db.prepare(`INSERT OR IGNORE INTO own_rows ${rowsSql}`).run(clientId);
  const rows = readArrays<[number, number, number]>(
    db,
    'SELECT id, own_rows.story_id, main.posts.story_id FROM own_rows JOIN main.posts USING (id) ORDER BY id',
    [],
  );
  const parts = new Map<number, Set<number>>();
  for (const [, story, part] of rows) parts.set(story, (parts.get(story) ?? new Set()).add(part));
  const ids = Float64Array.from(rows, ([id]) => id);
  const stories = Uint32Array.from(rows, ([, story]) => story);
  const joined = 'SELECT story_id, into_story FROM joined_stories WHERE client_id = ?';
  return {
    /** The rows whose story differs from automatic folding, in ascending order, and their stories. */
    ids,
    stories,
    /** By story, the automatic stories that its moved rows come from. */
    parts,
    /** By joined story, the story that contains it. */
    joined: new Map(readArrays<[number, number]>(db, joined, [clientId])),
    key: hash('sha1', Buffer.concat([new Uint8Array(ids.buffer), new Uint8Array(stories.buffer)])),
  };
}

const existsSql = `SELECT EXISTS (SELECT 1 FROM joined_stories WHERE client_id = ?1)
  OR EXISTS (SELECT 1 FROM separated_posts WHERE client_id = ?1)`;

/** Runs a query of posts with the stories of the client. `clientId` null: an administrator, who sees automatic stories. */
export function withOwnStories<T>(db: DatabaseSync, clientId: string | null, query: () => T): T {
  if (clientId === null || readNumber(db, existsSql, clientId) === 0) return query();
  db.exec(viewSql);
  try {
    current = readOwnStories(db, clientId);
    return query();
  } finally {
    current = null;
    db.exec('DROP VIEW temp.posts; DROP TABLE temp.own_rows');
  }
}

/** Whether the story has rows that automatic folding puts into another. */
export const isOwnStory = (storyId: number): boolean => current?.parts.has(storyId) ?? false;

/** The story that contains this one: itself, unless it was joined with another. */
export const storyNow = (storyId: number): number => current?.joined.get(storyId) ?? storyId;

/** The cache key of the client's stories; '' for automatic ones. */
export const ownStoriesKey = (): string => current?.key ?? '';

/** The automatic stories that rows of these stories may come from. */
export const listParts = (stories: readonly number[]): readonly number[] =>
  current === null ? stories : [...new Set(stories.flatMap((story) => [story, ...(current?.parts.get(story) ?? [])]))];

/** Rows of the stories. A unary plus before the column forbids the use of its index, which the view does not have. */
export const isOfStories = (column: string, stories: readonly number[]): Condition[] => [
  isOneOf(column, stories),
  ...(current === null || column.startsWith('+') ? [] : [isOneOf('posts.automatic_id', listParts(stories))]),
];

const newestStory = (db: DatabaseSync): number =>
  Math.max(readNumber(db, 'SELECT max(story_id) FROM stories'), current ? greatestOf(current.stories) : 0);

/** An empty set of stories (rules/bits.ts). */
export const createStorySet = (db: DatabaseSync): Uint8Array => new Uint8Array((newestStory(db) >> 3) + 1);

/** The stories of a chunk's rows, with the client's own stories. */
export function replaceStories(ids: Float64Array, stories: Uint32Array): Uint32Array {
  if (current === null) return stories;
  const first = placeOf(current.ids, ids[0] ?? 0);
  const end = placeOf(current.ids, (ids.at(-1) ?? -1) + 1);
  if (first === end) return stories;
  const replaced = stories.slice();
  for (let row = first; row < end; row += 1) replaced[placeOf(ids, current.ids[row] ?? 0)] = current.stories[row] ?? 0;
  return replaced;
}

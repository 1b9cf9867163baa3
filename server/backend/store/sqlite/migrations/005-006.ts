import type { DatabaseSync } from 'node:sqlite';
import { reading, textKeys } from '../../schema/reading.ts';
import { toSqlite } from '../../schema/to-sqlite.ts';

/**
 * Stories, and what an account keeps about the feed: marks, muted sources and authors, saved views (docs/product.md,
 * section 18). Times are integer milliseconds since 1970, UTC.
 *
 * A story is a post together with its copies: the rows of `posts` with the same `story_id`. IDs ascend in the order of
 * arrival. `post_search.terms` gains `u<user>`. It has no term for stories: FTS5 is slow when many of its rows have been replaced.
 *
 * Copies of stored posts are found, and their entries in the index replaced, while the service runs (catch-up.ts).
 */

const tables = `
-- rows: rows of posts.
CREATE TABLE stories (
  story_id INTEGER PRIMARY KEY AUTOINCREMENT,
  rows INTEGER NOT NULL,
  stored_at INTEGER NOT NULL
) STRICT;
ALTER TABLE posts ADD COLUMN story_id INTEGER NOT NULL DEFAULT 0;

-- One row: the console's time zone.
CREATE TABLE time_zone (name TEXT NOT NULL) STRICT;
INSERT INTO time_zone VALUES ('Europe/Moscow');

${toSqlite([...textKeys, ...reading])}
`;

/** The post under all its phrases is one story. The oldest post gets the lowest ID. No temporary table: those are in memory. */
const storiesByPost = [
  `CREATE TABLE post_stories AS
    SELECT row_number() OVER (ORDER BY min(id)) AS story_id, owner_id, post_id, count(*) AS rows, min(update_dt) AS stored_at
    FROM posts GROUP BY owner_id, post_id`,
  'CREATE UNIQUE INDEX post_stories_by_post ON post_stories (owner_id, post_id)',
  'INSERT INTO stories SELECT story_id, rows, stored_at FROM post_stories ORDER BY story_id',
  `UPDATE posts SET story_id = (SELECT story_id FROM post_stories
    WHERE post_stories.owner_id = posts.owner_id AND post_stories.post_id = posts.post_id)`,
  'DROP TABLE post_stories',
];

/** The table exists while posts from `next` to `last` have not been compared with others. */
const unarrangedPosts = `
CREATE TABLE unarranged_posts (next INTEGER NOT NULL, last INTEGER NOT NULL) STRICT;
INSERT INTO unarranged_posts SELECT min(id), max(id) FROM posts;
`;

export function stories(db: DatabaseSync, report: (part: number) => void): void {
  db.exec(tables);
  if (db.prepare('SELECT 1 FROM posts LIMIT 1').get() === undefined) return;
  for (const [index, sql] of storiesByPost.entries()) {
    db.exec(sql);
    report((index + 1) / storiesByPost.length);
  }
  db.exec(unarrangedPosts);
}

/** 006. Which plain search of a phrase with OR a full search continues, and the latest time that the earlier ones left unread. */
export const searchCursor = `
ALTER TABLE collection_phrases ADD COLUMN cursor_search INTEGER NOT NULL DEFAULT 0;
ALTER TABLE collection_phrases ADD COLUMN cursor_unread INTEGER;
`;

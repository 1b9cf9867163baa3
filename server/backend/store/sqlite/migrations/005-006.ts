import type { DatabaseSync } from 'node:sqlite';

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

-- Keys by which rows with equal and with similar texts are found.
CREATE TABLE text_keys (
  key INTEGER NOT NULL,
  id INTEGER NOT NULL,
  PRIMARY KEY (key, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX post_facts_by_repost ON post_facts (repost_owner_id, repost_post_id) WHERE repost_owner_id IS NOT NULL;

-- account: 'admin:<id>' or 'client:<client_id>'. bits: one bit per story; chunk = story_id >> 12; 512 bytes.
CREATE TABLE marks (
  account TEXT NOT NULL,
  chunk INTEGER NOT NULL,
  bits BLOB NOT NULL,
  PRIMARY KEY (account, chunk)
) STRICT, WITHOUT ROWID;

-- seen_story: the newest story at the current visit; since_story: at the one before.
CREATE TABLE visits (
  account TEXT PRIMARY KEY,
  used_at INTEGER NOT NULL,
  seen_story INTEGER NOT NULL,
  since_story INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- created_by: the account that muted. It differs from account when an administrator muted for a client.
CREATE TABLE mutes (
  mute_id INTEGER PRIMARY KEY AUTOINCREMENT,
  account TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('owner', 'user')),
  target_id INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (account, kind, target_id)
) STRICT;

-- account: whose view it is. client_id: the client that an administrator shares it with.
CREATE TABLE views (
  view_id INTEGER PRIMARY KEY AUTOINCREMENT,
  account TEXT NOT NULL,
  client_id TEXT,
  name TEXT NOT NULL,
  query TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX views_by_account ON views (account);
CREATE INDEX views_by_client ON views (client_id) WHERE client_id IS NOT NULL;
CREATE TABLE view_visits (
  view_id INTEGER NOT NULL REFERENCES views (view_id) ON DELETE CASCADE,
  account TEXT NOT NULL,
  seen_story INTEGER NOT NULL,
  PRIMARY KEY (view_id, account)
) STRICT, WITHOUT ROWID;
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

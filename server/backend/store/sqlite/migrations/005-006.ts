import type { DatabaseSync } from 'node:sqlite';
import { createLocalDay } from '../../../rules/days.ts';
import { foldPostText } from '../../../rules/stories/folded-text.ts';
import { timeOfPostId } from '../../post-id.ts';
import { createPostIndexer } from '../post-indexer.ts';
import { createStories } from '../stories.ts';
import { createTextKeys } from '../story-links.ts';

/**
 * Stories, days, and what an account keeps about the feed: marks, muted sources and authors, saved views
 * (docs/product.md, section 18). Times are integer milliseconds since 1970, UTC.
 *
 * A story is a post together with its copies: the rows of `posts` with the same `story_id`. IDs ascend in the order of
 * arrival. `copies` has every row of a story with several rows, and the story's row before it, so that the first row of each
 * story in a range of IDs is the one whose `previous` is not in the range. `day` is YYYYMMDD in the zone of `time_zone`.
 *
 * `post_search.terms` gains `u<user>`. It has no term for stories: FTS5 is slow when many of its rows have been replaced.
 */

const tables = `
-- rows: rows of posts.
CREATE TABLE stories (
  story_id INTEGER PRIMARY KEY AUTOINCREMENT,
  rows INTEGER NOT NULL,
  stored_at INTEGER NOT NULL
) STRICT;
-- id: of posts. previous: null in the story's first row.
CREATE TABLE copies (
  id INTEGER PRIMARY KEY,
  story_id INTEGER NOT NULL,
  previous INTEGER
) STRICT;
ALTER TABLE posts ADD COLUMN story_id INTEGER NOT NULL DEFAULT 0;
ALTER TABLE posts ADD COLUMN day INTEGER NOT NULL DEFAULT 0;

-- One row: the zone of posts.day and post_days.
CREATE TABLE time_zone (name TEXT NOT NULL) STRICT;
INSERT INTO time_zone VALUES ('Europe/Moscow');

-- Rows of posts for each phrase and day, deleted phrases included. word_id 0: all phrases.
CREATE TABLE post_days (
  word_id INTEGER NOT NULL,
  day INTEGER NOT NULL,
  posts INTEGER NOT NULL,
  PRIMARY KEY (word_id, day)
) STRICT, WITHOUT ROWID;

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

-- What belongs to an account goes with it. A view that was shared with the client stays the administrator's own.
CREATE TRIGGER clients_deleted AFTER DELETE ON clients BEGIN
  DELETE FROM marks WHERE account = 'client:' || old.client_id;
  DELETE FROM visits WHERE account = 'client:' || old.client_id;
  DELETE FROM mutes WHERE account = 'client:' || old.client_id;
  DELETE FROM views WHERE account = 'client:' || old.client_id;
  UPDATE views SET client_id = NULL WHERE client_id = old.client_id;
  DELETE FROM view_visits WHERE account = 'client:' || old.client_id;
END;
CREATE TRIGGER administrators_deleted AFTER DELETE ON administrators BEGIN
  DELETE FROM marks WHERE account = 'admin:' || old.admin_id;
  DELETE FROM visits WHERE account = 'admin:' || old.admin_id;
  DELETE FROM mutes WHERE account = 'admin:' || old.admin_id;
  DELETE FROM views WHERE account = 'admin:' || old.admin_id;
END;
`;

/** The post under all its phrases is one story. The oldest post gets the lowest ID. */
const storiesByPost = `
CREATE TEMP TABLE post_stories AS
  SELECT row_number() OVER (ORDER BY min(id)) AS story_id, owner_id, post_id, count(*) AS rows, min(update_dt) AS stored_at
  FROM posts GROUP BY owner_id, post_id;
CREATE INDEX temp.post_stories_by_post ON post_stories (owner_id, post_id);
INSERT INTO stories SELECT story_id, rows, stored_at FROM post_stories ORDER BY story_id;
UPDATE posts SET story_id = (SELECT story_id FROM post_stories
  WHERE post_stories.owner_id = posts.owner_id AND post_stories.post_id = posts.post_id);
DROP TABLE post_stories;
`;

const indexes = `
CREATE INDEX posts_by_story ON posts (story_id, id, word_id);
INSERT INTO copies SELECT id, story_id, lag(id) OVER (PARTITION BY story_id ORDER BY id)
  FROM posts JOIN stories USING (story_id) WHERE rows > 1;
DROP TABLE post_search;
CREATE VIRTUAL TABLE post_search USING fts5(text, terms, content = '', contentless_delete = 1, tokenize = 'ascii');
`;

/** The days of all posts and their counts in the stored zone, which migration 009 removes. */
function computeDays(db: DatabaseSync): void {
  const dayOf = createLocalDay(String(db.prepare('SELECT name FROM time_zone').get()?.name));
  db.function('local_day', (id) => dayOf(timeOfPostId(Number(id))));
  db.exec(`
    UPDATE posts SET day = local_day(id);
    INSERT INTO post_days SELECT word_id, day, count(*) FROM posts GROUP BY word_id, day;
    INSERT INTO post_days SELECT 0, day, count(*) FROM posts GROUP BY day;
  `);
}

/** Posts from which on the migration is announced, because it takes seconds. */
const announcedPosts = 10_000;
const loggedPosts = 100_000;
const batchSize = 5000;

/** Returns a function that arranges a stored post as if it arrived now. */
function createArranger(db: DatabaseSync) {
  const textOf = db.prepare('SELECT text FROM post_texts WHERE id = ?');
  const index = createPostIndexer(db, () => false);
  const stories = createStories(db, index);
  const keys = createTextKeys(db);
  return {
    arrange({ id, ownerId, postId }: StoredText): void {
      const text = foldPostText(textOf.get(id)?.text as string | null);
      stories.join({ ownerId, postId }, text);
      if (text) keys.add(id, text);
      index.touch(id);
    },
    writeIndex: index.write,
  };
}

type StoredText = { id: number; ownerId: number; postId: number };

/** Oldest first. A batch is read before its rows are changed. */
function arrangePosts(db: DatabaseSync, onPosts: (done: number) => void): void {
  const read = db.prepare(
    `SELECT id, owner_id AS ownerId, post_id AS postId FROM posts WHERE id > ? ORDER BY id LIMIT ${batchSize}`,
  );
  const { arrange, writeIndex } = createArranger(db);
  let done = 0;
  let rows = read.all(-1) as StoredText[];
  while (rows.length > 0) {
    rows.forEach(arrange);
    writeIndex();
    done += rows.length;
    onPosts(done);
    rows = read.all(rows.at(-1)?.id ?? 0) as StoredText[];
  }
}

export function stories(db: DatabaseSync, log: (message: string) => void): void {
  const posts = Number(db.prepare('SELECT count(*) AS posts FROM posts').get()?.posts);
  if (posts >= announcedPosts) log(`arranging ${posts} posts in stories: takes minutes for a million`);
  for (const sql of [tables, storiesByPost, indexes]) db.exec(sql);
  computeDays(db);
  arrangePosts(db, (done) => {
    if (done % loggedPosts === 0) log(`arranged ${done} of ${posts} posts in stories`);
  });
}

/** 006. Which plain search of a phrase with OR a full search continues, and the latest time that the earlier ones left unread. */
export const searchCursor = `
ALTER TABLE collection_phrases ADD COLUMN cursor_search INTEGER NOT NULL DEFAULT 0;
ALTER TABLE collection_phrases ADD COLUMN cursor_unread INTEGER;
`;

/** Posts and stories. */
export const posts = `
-- Sources of posts. added_by: the account that added a source, until a post confirms it.
CREATE TABLE owners (
  owner_id INTEGER PRIMARY KEY,
  owner_type TEXT NOT NULL,
  name TEXT,
  name_folded TEXT NOT NULL DEFAULT '',
  domain TEXT,
  photo_url TEXT,
  added_by TEXT
) STRICT;
CREATE INDEX owners_by_type ON owners (owner_type, owner_id);
CREATE INDEX owners_by_name ON owners (name_folded, owner_id);
CREATE INDEX owners_by_domain ON owners (domain, owner_id);
CREATE INDEX owners_added ON owners (added_by) WHERE added_by IS NOT NULL;

-- Accounts of the social network that write posts.
CREATE TABLE users (
  user_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  domain TEXT,
  photo_url TEXT
) STRICT;

CREATE TABLE cities (
  city_id INTEGER PRIMARY KEY,
  name TEXT,
  name_folded TEXT NOT NULL DEFAULT '',
  country TEXT
) STRICT;
CREATE INDEX cities_by_name ON cities (name_folded, city_id);

-- Rows of posts: one per post and phrase. id contains the time: whole seconds since 1970 times 2^20, plus a counter for
-- posts of the same second (post-id.ts). The newest page is therefore at the end of every index. The table is narrow,
-- so that filters and deep pages read little; texts are in another table. Indexes end in id (the order) and word_id
-- (the visibility), so that counting does not read the table. story_id: a post and its copies are a story. arrival: a
-- number of the sequence that also numbers stories; the first row of a story has the story's ID, and a row keeps its
-- number when it moves to another story (moved_posts).
CREATE TABLE posts (
  id INTEGER PRIMARY KEY,
  owner_id INTEGER NOT NULL,
  post_id INTEGER NOT NULL,
  word_id INTEGER NOT NULL REFERENCES words (word_id),
  user_id INTEGER NOT NULL,
  update_dt INTEGER NOT NULL,
  city_id INTEGER,
  story_id INTEGER NOT NULL DEFAULT 0,
  arrival INTEGER NOT NULL DEFAULT 0,
  found_by_vk INTEGER NOT NULL DEFAULT 0,
  UNIQUE (owner_id, post_id, word_id)
) STRICT;
CREATE INDEX posts_by_word ON posts (word_id, id, city_id);
CREATE INDEX posts_by_owner ON posts (owner_id, id, word_id);
CREATE INDEX posts_by_city ON posts (city_id, id, word_id);
CREATE INDEX posts_by_user ON posts (user_id, id, word_id);
CREATE INDEX posts_by_update ON posts (update_dt, id, word_id);
CREATE INDEX posts_by_arrival ON posts (arrival, story_id);
CREATE INDEX moved_posts ON posts (story_id, arrival) WHERE arrival < story_id;
CREATE INDEX posts_by_story ON posts (story_id, arrival, word_id);

CREATE TABLE post_texts (
  id INTEGER PRIMARY KEY REFERENCES posts (id) ON DELETE CASCADE,
  text TEXT,
  photo_url TEXT
) STRICT;

-- Stems of texts (rules/search) and terms for filters (post-indexer.ts) of the posts of all phrases, also of deleted
-- ones. It has no term for stories: FTS5 is slow when many of its rows have been replaced.
CREATE VIRTUAL TABLE post_search USING fts5(text, terms, content = '', contentless_delete = 1, tokenize = 'ascii');

-- Has one row while entries of the search index are older than 1.0.0.
CREATE TABLE post_search_reindex (below INTEGER NOT NULL) STRICT;

-- Post metadata other than text, shared by all its phrases. A number is null when unknown.
CREATE TABLE post_facts (
  owner_id INTEGER NOT NULL,
  post_id INTEGER NOT NULL,
  likes INTEGER,
  reposts INTEGER,
  comments INTEGER,
  views INTEGER,
  is_ad INTEGER NOT NULL,
  edited_at INTEGER,
  repost_owner_id INTEGER,
  repost_post_id INTEGER,
  PRIMARY KEY (owner_id, post_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX post_facts_by_repost ON post_facts (repost_owner_id, repost_post_id) WHERE repost_owner_id IS NOT NULL;

-- Keys by which rows with equal and with similar texts are found.
CREATE TABLE text_keys (
  key INTEGER NOT NULL,
  id INTEGER NOT NULL,
  PRIMARY KEY (key, id)
) STRICT, WITHOUT ROWID;

-- rows: rows of posts.
CREATE TABLE stories (story_id INTEGER PRIMARY KEY AUTOINCREMENT, rows INTEGER NOT NULL) STRICT;

-- The numbers from first on, up to the next entry, arrived at this second, in milliseconds.
CREATE TABLE arrivals (first INTEGER PRIMARY KEY, at INTEGER NOT NULL) STRICT;
CREATE VIEW arrival_counter AS
  SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'stories'), 0) AS newest;
CREATE TRIGGER arrival_numbers INSTEAD OF UPDATE ON arrival_counter BEGIN
  UPDATE sqlite_sequence SET seq = new.newest WHERE name = 'stories';
END;

-- Columns of all rows of posts in a few large values (row-columns.ts): a number per row, in the order of row IDs.
-- version: changes with the chunk. The index has versions and sizes without the values, which are long.
CREATE TABLE row_columns (
  chunk INTEGER PRIMARY KEY,
  version INTEGER NOT NULL,
  ids BLOB NOT NULL,
  stories BLOB NOT NULL,
  arrivals BLOB NOT NULL,
  words BLOB NOT NULL,
  cities BLOB NOT NULL,
  owners BLOB NOT NULL
) STRICT;
CREATE INDEX row_chunks ON row_columns (chunk, version, length(ids));

-- Sources and authors that were erased on request: their posts are not stored again.
CREATE TABLE erasures (
  kind TEXT NOT NULL CHECK (kind IN ('owner', 'user')),
  target_id INTEGER NOT NULL,
  erased_at INTEGER NOT NULL,
  PRIMARY KEY (kind, target_id)
) STRICT, WITHOUT ROWID;

-- One row: the console's time zone.
CREATE TABLE time_zone (name TEXT NOT NULL) STRICT;
INSERT INTO time_zone VALUES ('Europe/Moscow');
`;

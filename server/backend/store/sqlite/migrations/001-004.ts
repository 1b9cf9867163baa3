import { administrators, impersonations, sessions, sessionTokens } from '../../schema/accounts.ts';
import { callIndexes, collectionKeys, collectionRuns, wordClients } from '../../schema/phrases.ts';
import { postFacts, users } from '../../schema/reading.ts';
import { remake, toSqlite } from '../../schema/to-sqlite.ts';

/** total_posts: rows in posts; last_update_posts: when posts were last added; last_post_posts: the newest post's time. */
const words = `CREATE TABLE words (
  word_id INTEGER PRIMARY KEY AUTOINCREMENT,
  text TEXT NOT NULL,
  text_folded TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL DEFAULT 'ready' CHECK (state IN ('ready', 'freeze', 'pending', 'error')),
  full_search INTEGER NOT NULL DEFAULT 0,
  running INTEGER NOT NULL DEFAULT 0,
  update_dt INTEGER,
  total_posts INTEGER NOT NULL DEFAULT 0,
  last_update_posts INTEGER,
  last_post_posts INTEGER,
  deleted_at INTEGER
)`;

/**
 * 001. Accounts, sessions, phrases and their links to clients. Times are integer milliseconds since 1970, UTC. `text_folded` is
 * computed by `foldText` of shared/rules/word.ts, because SQLite folds ASCII only.
 */
export const core = `
${toSqlite([administrators, users])}

CREATE TABLE clients (
  client_no INTEGER PRIMARY KEY AUTOINCREMENT,
  client_id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  ipaddr TEXT NOT NULL,
  macaddr TEXT NOT NULL,
  email TEXT NOT NULL DEFAULT '',
  phone TEXT NOT NULL DEFAULT '',
  note TEXT NOT NULL DEFAULT '',
  export_access TEXT NOT NULL DEFAULT 'denied' CHECK (export_access IN ('allowed', 'denied')),
  password_hash TEXT,
  created_at INTEGER NOT NULL
) STRICT;
INSERT INTO sqlite_sequence (name, seq) VALUES ('clients', 1000);

${toSqlite([words, ...wordClients, ...impersonations, ...sessions, sessionTokens])}

-- Failed sign-ins, and those under way.
CREATE TABLE login_attempts (
  attempt_id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_type TEXT NOT NULL CHECK (user_type IN ('admin', 'client')),
  account TEXT NOT NULL,
  address TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX login_attempts_by_account ON login_attempts (address, user_type, account, at);
CREATE INDEX login_attempts_by_address ON login_attempts (address, at);
CREATE INDEX login_attempts_by_time ON login_attempts (at);
`;

/**
 * 002. Posts with their sources, cities and search index. A post's `id` contains its time: whole seconds since 1970 times 2^20,
 * plus a counter for posts of the same second (post-id.ts). The newest page is therefore at the end of every index, even after
 * an import of old posts. `posts` is narrow, so that filters and deep pages read little; texts are in another table. Every
 * index ends in id (the order) and word_id (the visibility), so that counting does not read the table.
 *
 * `post_search` contains the stems of texts (rules/search) and `terms` for filters: `all`, `w<word>`, `o<owner>`, `c<city>`,
 * `copy`. Migration 003 defines which posts it contains and which of them are copies.
 */
export const posts = `
CREATE TABLE owners (
  owner_id INTEGER PRIMARY KEY,
  owner_type TEXT NOT NULL,
  name TEXT,
  name_folded TEXT NOT NULL DEFAULT '',
  domain TEXT,
  photo_url TEXT
) STRICT;
CREATE INDEX owners_by_type ON owners (owner_type, owner_id);
CREATE INDEX owners_by_name ON owners (name_folded, owner_id);
CREATE INDEX owners_by_domain ON owners (domain, owner_id);

CREATE TABLE cities (
  city_id INTEGER PRIMARY KEY,
  name TEXT,
  name_folded TEXT NOT NULL DEFAULT '',
  country TEXT
) STRICT;
CREATE INDEX cities_by_name ON cities (name_folded, city_id);

CREATE TABLE posts (
  id INTEGER PRIMARY KEY,
  owner_id INTEGER NOT NULL,
  post_id INTEGER NOT NULL,
  word_id INTEGER NOT NULL REFERENCES words (word_id),
  user_id INTEGER NOT NULL,
  update_dt INTEGER NOT NULL,
  city_id INTEGER,
  is_copy INTEGER NOT NULL,
  UNIQUE (owner_id, post_id, word_id)
) STRICT;
CREATE INDEX posts_by_word ON posts (word_id, id, city_id);
CREATE INDEX posts_by_owner ON posts (owner_id, id, word_id);
CREATE INDEX posts_by_city ON posts (city_id, id, word_id);
CREATE INDEX posts_by_user ON posts (user_id, id, word_id);
CREATE INDEX posts_by_update ON posts (update_dt, id, word_id);

CREATE TABLE post_texts (
  id INTEGER PRIMARY KEY REFERENCES posts (id) ON DELETE CASCADE,
  text TEXT,
  photo_url TEXT
) STRICT;

CREATE VIRTUAL TABLE post_search USING fts5(text, terms, content = '', contentless_delete = 1, tokenize = 'ascii');
`;

/**
 * 003. After this migration, deleting or restoring a phrase changes one row.
 *
 * - A text is unique among the phrases that are not deleted, so that the text of a deleted phrase can be added again.
 * - `post_search` contains the posts of all phrases. Queries exclude the posts of deleted phrases.
 * - The term `copy` marks every row of a post with several phrases. Earlier, the first row had no mark and was the one
 *   that was counted, so deleting its phrase left the post uncounted.
 *
 * `stem_text` is `stemText` of rules/search/tokenise.ts. The table is replaced because SQLite cannot drop a UNIQUE constraint.
 */
export const livePhrases = `
${remake('words', words.replace(' UNIQUE', ''))}
CREATE UNIQUE INDEX words_by_text ON words (text_folded) WHERE deleted_at IS NULL;
CREATE INDEX words_by_state ON words (state, word_id) WHERE deleted_at IS NULL;
CREATE INDEX words_by_running ON words (running, word_id) WHERE deleted_at IS NULL;
CREATE INDEX words_by_full_search ON words (full_search, word_id) WHERE deleted_at IS NULL;
CREATE INDEX words_by_total_posts ON words (total_posts, word_id) WHERE deleted_at IS NULL;
CREATE INDEX words_by_update_dt ON words (update_dt, word_id) WHERE deleted_at IS NULL;
CREATE INDEX words_deleted ON words (word_id) WHERE deleted_at IS NOT NULL;

CREATE TEMP TABLE copies AS
  SELECT id FROM posts WHERE (owner_id, post_id) IN (SELECT owner_id, post_id FROM posts WHERE is_copy = 1);
CREATE TEMP TABLE outdated AS
  SELECT id FROM posts WHERE word_id IN (SELECT word_id FROM words WHERE deleted_at IS NOT NULL)
  UNION SELECT id FROM copies;
DELETE FROM post_search WHERE rowid IN (SELECT id FROM outdated);
INSERT INTO post_search (rowid, text, terms)
  SELECT id, stem_text(coalesce(text, '')),
    'all w' || word_id || iif(owner_id < 0, ' on' || -owner_id, ' o' || owner_id) ||
    iif(city_id IS NULL, '', ' c' || city_id) || iif(id IN (SELECT id FROM copies), ' copy', '')
  FROM posts JOIN post_texts USING (id) WHERE id IN (SELECT id FROM outdated);
DROP TABLE copies;
DROP TABLE outdated;
ALTER TABLE posts DROP COLUMN is_copy;
`;

/**
 * 004. Collection of posts: the state of every phrase, its runs and collected windows, the calls of the last 24 hours, keys,
 * and facts of posts. Times are integer milliseconds since 1970, UTC.
 */
export const collection = `
-- due_at 0: at once. run_id and lease_until: the run that holds the lease. found: null until a page was saved.
CREATE TABLE collection_phrases (
  word_id INTEGER PRIMARY KEY REFERENCES words (word_id) ON DELETE CASCADE,
  due_at INTEGER NOT NULL DEFAULT 0,
  requested_at INTEGER,
  run_id INTEGER,
  lease_until INTEGER,
  interval_ms INTEGER,
  collected_to INTEGER,
  cursor_from INTEGER,
  cursor_to INTEGER,
  cursor_start TEXT,
  found INTEGER,
  reason TEXT
) STRICT;
${toSqlite([...collectionRuns, collectionKeys, postFacts])}
INSERT INTO collection_phrases (word_id) SELECT word_id FROM words;

-- Calls of the last 24 hours. client_id is the run's.
CREATE TABLE collection_calls (
  call_id INTEGER PRIMARY KEY,
  key_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  client_id TEXT
) STRICT;
${toSqlite(callIndexes)}
`;

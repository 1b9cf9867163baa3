/**
 * Accounts, sessions, phrases and their links to clients. Times are integer milliseconds since 1970, UTC. `text_folded` is
 * computed by `foldText` of shared/rules/word.ts, because SQLite folds ASCII only.
 */
export const core = `
CREATE TABLE administrators (
  admin_id INTEGER PRIMARY KEY AUTOINCREMENT,
  username TEXT NOT NULL UNIQUE,
  password_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

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

-- Accounts of the social network that write posts.
CREATE TABLE users (
  user_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  domain TEXT,
  photo_url TEXT
) STRICT;

-- total_posts: rows in posts; last_update_posts: when posts were last added; last_post_posts: the newest post's time.
CREATE TABLE words (
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
) STRICT;
CREATE INDEX words_by_text ON words (text_folded, word_id) WHERE deleted_at IS NULL;
CREATE INDEX words_by_state ON words (state, word_id) WHERE deleted_at IS NULL;
CREATE INDEX words_by_running ON words (running, word_id) WHERE deleted_at IS NULL;
CREATE INDEX words_by_full_search ON words (full_search, word_id) WHERE deleted_at IS NULL;
CREATE INDEX words_by_total_posts ON words (total_posts, word_id) WHERE deleted_at IS NULL;
CREATE INDEX words_by_update_dt ON words (update_dt, word_id) WHERE deleted_at IS NULL;

CREATE TABLE word_clients (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  word_id INTEGER NOT NULL REFERENCES words (word_id) ON DELETE CASCADE,
  client_id TEXT NOT NULL REFERENCES clients (client_id) ON DELETE CASCADE,
  UNIQUE (client_id, word_id)
) STRICT;
CREATE INDEX word_clients_by_word ON word_clients (word_id, client_id);

-- The audit of «act as a client»: names are kept as text, so that it outlives those it names.
CREATE TABLE impersonations (
  impersonation_id INTEGER PRIMARY KEY AUTOINCREMENT,
  admin_id INTEGER NOT NULL,
  username TEXT NOT NULL,
  client_id TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  ended_at INTEGER,
  ending TEXT CHECK (ending IN ('stopped', 'expired', 'signed-out'))
) STRICT;
CREATE INDEX impersonations_open ON impersonations (expires_at) WHERE ended_at IS NULL;

-- One row a sign-in: exactly one of admin_id and client_id says whose.
CREATE TABLE sessions (
  session_id INTEGER PRIMARY KEY AUTOINCREMENT,
  admin_id INTEGER REFERENCES administrators (admin_id) ON DELETE CASCADE,
  client_id TEXT REFERENCES clients (client_id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  impersonation_id INTEGER REFERENCES impersonations (impersonation_id),
  CHECK ((admin_id IS NULL) <> (client_id IS NULL))
) STRICT;
CREATE INDEX sessions_by_admin ON sessions (admin_id) WHERE admin_id IS NOT NULL;
CREATE INDEX sessions_by_client ON sessions (client_id, used_at) WHERE client_id IS NOT NULL;
CREATE INDEX sessions_by_impersonation ON sessions (impersonation_id) WHERE impersonation_id IS NOT NULL;
CREATE INDEX sessions_by_end ON sessions (ends_at);

-- SHA-256 of every token given out. replaced_at: when a refresh token was exchanged for the next.
CREATE TABLE session_tokens (
  hash BLOB PRIMARY KEY,
  session_id INTEGER NOT NULL REFERENCES sessions (session_id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('access', 'refresh')),
  expires_at INTEGER NOT NULL,
  replaced_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX session_tokens_by_session ON session_tokens (session_id);
CREATE INDEX session_tokens_by_end ON session_tokens (expires_at);

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

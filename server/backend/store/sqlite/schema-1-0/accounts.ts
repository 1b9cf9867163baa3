/** Accounts, sessions and keys. */
export const accounts = `
-- observer: reads everything and changes nothing. source, subject: an account of a directory, which has disabled it.
CREATE TABLE administrators (
  admin_id INTEGER PRIMARY KEY AUTOINCREMENT,
  username TEXT NOT NULL UNIQUE,
  password_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  observer INTEGER NOT NULL DEFAULT 0,
  source TEXT,
  subject TEXT,
  disabled INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX administrators_by_subject ON administrators (source, subject) WHERE source IS NOT NULL;

-- name_folded: by foldText of shared/rules/word.ts, because SQLite folds ASCII only. account_signed_in_at: the last
-- sign-in of the client's own account.
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
  created_at INTEGER NOT NULL,
  name_folded TEXT NOT NULL DEFAULT '',
  search_text TEXT NOT NULL DEFAULT '',
  signed_in_at INTEGER,
  account_signed_in_at INTEGER
) STRICT;
INSERT INTO sqlite_sequence (name, seq) VALUES ('clients', 1000);

-- People who sign in for a client. invitation_hash: SHA-256 of the token of a link that sets the password, until it is
-- used. A login is unique among local people, and within a client. departed: the directory has disabled the person.
CREATE TABLE people (
  person_id INTEGER PRIMARY KEY AUTOINCREMENT,
  client_id TEXT NOT NULL REFERENCES clients (client_id) ON DELETE CASCADE,
  login TEXT NOT NULL,
  name TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('reader', 'editor', 'owner')),
  may_export INTEGER NOT NULL,
  disabled INTEGER NOT NULL DEFAULT 0,
  password_hash TEXT,
  invitation_hash BLOB UNIQUE,
  invited_until INTEGER,
  created_at INTEGER NOT NULL,
  signed_in_at INTEGER,
  source TEXT,
  subject TEXT,
  departed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX people_by_login ON people (login) WHERE source IS NULL;
CREATE UNIQUE INDEX people_by_client ON people (client_id, login);
CREATE UNIQUE INDEX people_by_subject ON people (source, subject, client_id) WHERE source IS NOT NULL;

-- The audit of «act as a client». Names are copied as text, so that it outlives the accounts.
CREATE TABLE impersonations (
  impersonation_id INTEGER PRIMARY KEY AUTOINCREMENT,
  admin_id INTEGER NOT NULL,
  username TEXT NOT NULL,
  client_id TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  ended_at INTEGER,
  ending TEXT CHECK (ending IN ('stopped', 'expired', 'signed-out')),
  reason TEXT,
  read_only INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX impersonations_open ON impersonations (expires_at) WHERE ended_at IS NULL;

-- One row per sign-in. Exactly one of admin_id and client_id is set. checked_at: when the directory last checked the
-- session.
CREATE TABLE sessions (
  session_id INTEGER PRIMARY KEY AUTOINCREMENT,
  admin_id INTEGER REFERENCES administrators (admin_id) ON DELETE CASCADE,
  client_id TEXT REFERENCES clients (client_id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  impersonation_id INTEGER REFERENCES impersonations (impersonation_id),
  person_id INTEGER REFERENCES people (person_id) ON DELETE CASCADE,
  directory_grant TEXT,
  checked_at INTEGER,
  CHECK ((admin_id IS NULL) <> (client_id IS NULL))
) STRICT;
CREATE INDEX sessions_by_admin ON sessions (admin_id) WHERE admin_id IS NOT NULL;
CREATE INDEX sessions_by_client ON sessions (client_id, used_at) WHERE client_id IS NOT NULL;
CREATE INDEX sessions_by_impersonation ON sessions (impersonation_id) WHERE impersonation_id IS NOT NULL;
CREATE INDEX sessions_by_end ON sessions (ends_at);
CREATE INDEX sessions_by_person ON sessions (person_id) WHERE person_id IS NOT NULL;

-- SHA-256 of every issued token. replaced_at: when a refresh token was exchanged for the next. A sign-in that waits for
-- its second step has a token of the kind pending.
CREATE TABLE session_tokens (
  hash BLOB PRIMARY KEY,
  session_id INTEGER NOT NULL REFERENCES sessions (session_id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('access', 'refresh', 'pending')),
  expires_at INTEGER NOT NULL,
  replaced_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX session_tokens_by_session ON session_tokens (session_id);
CREATE INDEX session_tokens_by_end ON session_tokens (expires_at);

-- Failed sign-ins, and sign-ins under way.
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

-- hash: SHA-256 of the key; checked_at: when a directory last confirmed the account.
CREATE TABLE api_keys (
  key_id INTEGER PRIMARY KEY AUTOINCREMENT,
  admin_id INTEGER REFERENCES administrators (admin_id) ON DELETE CASCADE,
  client_id TEXT REFERENCES clients (client_id) ON DELETE CASCADE,
  person_id INTEGER REFERENCES people (person_id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  scopes TEXT NOT NULL,
  hash BLOB NOT NULL UNIQUE,
  checked_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT;
CREATE INDEX api_keys_by_admin ON api_keys (admin_id);
CREATE INDEX api_keys_by_client ON api_keys (client_id, person_id);
CREATE INDEX api_keys_by_person ON api_keys (person_id);

-- secret: encrypted. last_step: the time step of the last used code.
CREATE TABLE second_factors (
  account TEXT PRIMARY KEY,
  secret TEXT NOT NULL,
  last_step INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE recovery_codes (
  account TEXT NOT NULL REFERENCES second_factors (account) ON DELETE CASCADE,
  hash BLOB NOT NULL,
  PRIMARY KEY (account, hash)
) STRICT, WITHOUT ROWID;
`;

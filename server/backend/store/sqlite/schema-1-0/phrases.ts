/** Phrases and their collection. */
export const phrases = `
-- Phrases. total_posts: rows in posts; last_update_posts: when posts were last added; last_post_posts: the time of the
-- newest post. A text is unique among the phrases that are not deleted.
CREATE TABLE words (
  word_id INTEGER PRIMARY KEY AUTOINCREMENT,
  text TEXT NOT NULL,
  text_folded TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'ready' CHECK (state IN ('ready', 'freeze', 'pending', 'error')),
  full_search INTEGER NOT NULL DEFAULT 0,
  running INTEGER NOT NULL DEFAULT 0,
  update_dt INTEGER,
  total_posts INTEGER NOT NULL DEFAULT 0,
  last_update_posts INTEGER,
  last_post_posts INTEGER,
  deleted_at INTEGER
) STRICT;
CREATE UNIQUE INDEX words_by_text ON words (text_folded) WHERE deleted_at IS NULL;
CREATE INDEX words_by_state ON words (state, word_id) WHERE deleted_at IS NULL;
CREATE INDEX words_by_running ON words (running, word_id) WHERE deleted_at IS NULL;
CREATE INDEX words_by_full_search ON words (full_search, word_id) WHERE deleted_at IS NULL;
CREATE INDEX words_by_total_posts ON words (total_posts, word_id) WHERE deleted_at IS NULL;
CREATE INDEX words_by_update_dt ON words (update_dt, word_id) WHERE deleted_at IS NULL;
CREATE INDEX words_deleted ON words (word_id) WHERE deleted_at IS NOT NULL;
INSERT INTO sqlite_sequence (name, seq) VALUES ('words', 0);

-- What a client sees of its phrases, independent of other clients: its own ID, spelling and settings. IDs come from the
-- sequence of phrases, so that they do not reveal whether the phrase is new. awaits: the phrase existed before the
-- link, and looks like a new one until collected_at, when it was next collected.
CREATE TABLE word_clients (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  word_id INTEGER NOT NULL REFERENCES words (word_id) ON DELETE CASCADE,
  client_id TEXT NOT NULL REFERENCES clients (client_id) ON DELETE CASCADE,
  shown_id INTEGER NOT NULL DEFAULT 0,
  text TEXT NOT NULL DEFAULT '',
  frozen INTEGER NOT NULL DEFAULT 0,
  full_search INTEGER NOT NULL DEFAULT 0,
  awaits INTEGER NOT NULL DEFAULT 0,
  collected_at INTEGER,
  UNIQUE (client_id, word_id)
) STRICT;
CREATE INDEX word_clients_by_word ON word_clients (word_id, client_id);
CREATE UNIQUE INDEX word_clients_by_shown_id ON word_clients (shown_id, client_id);
CREATE INDEX word_clients_awaiting ON word_clients (word_id) WHERE awaits;

-- due_at 0: at once. run_id, lease_until, leased_by: the run and the collector that hold the lease. found: null until a
-- page was saved. cursor_search: the plain search with which a full search of a phrase with OR continues.
-- cursor_unread: the latest time that the previous ones left unread.
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
  reason TEXT,
  cursor_search INTEGER NOT NULL DEFAULT 0,
  cursor_unread INTEGER,
  leased_by TEXT
) STRICT;
CREATE INDEX collection_phrases_due ON collection_phrases (due_at);
CREATE INDEX collection_phrases_requested ON collection_phrases (requested_at) WHERE requested_at IS NOT NULL;
CREATE INDEX collection_phrases_leased ON collection_phrases (lease_until) WHERE run_id IS NOT NULL;

-- client_id: the client on whose turn the phrase was claimed; null for «Собрать сейчас». outcome is null while the run
-- holds its lease.
CREATE TABLE collection_runs (
  run_id INTEGER PRIMARY KEY AUTOINCREMENT,
  word_id INTEGER NOT NULL REFERENCES words (word_id) ON DELETE CASCADE,
  client_id TEXT,
  started_at INTEGER NOT NULL,
  ended_at INTEGER,
  found INTEGER,
  added INTEGER NOT NULL DEFAULT 0,
  calls INTEGER NOT NULL DEFAULT 0,
  outcome TEXT CHECK (outcome IN ('done', 'partial', 'waiting', 'failed')),
  reason TEXT
) STRICT;
CREATE INDEX collection_runs_by_word ON collection_runs (word_id, run_id);
CREATE INDEX collection_runs_open ON collection_runs (run_id) WHERE outcome IS NULL;

-- Both bounds are included. Windows of a phrase do not overlap.
CREATE TABLE collection_windows (
  word_id INTEGER NOT NULL REFERENCES words (word_id) ON DELETE CASCADE,
  from_at INTEGER NOT NULL,
  to_at INTEGER NOT NULL,
  complete INTEGER NOT NULL,
  PRIMARY KEY (word_id, from_at)
) STRICT, WITHOUT ROWID;

-- Calls of the last 24 hours. client_id is the run's.
CREATE TABLE collection_calls (
  call_id INTEGER PRIMARY KEY,
  key_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  client_id TEXT
) STRICT;
CREATE INDEX collection_calls_by_key ON collection_calls (key_id, at);
CREATE INDEX collection_calls_by_time ON collection_calls (at, client_id);

-- key_id is derived from the key and does not reveal it. A key without a problem is working.
CREATE TABLE collection_keys (
  key_id TEXT PRIMARY KEY,
  state TEXT NOT NULL DEFAULT 'working' CHECK (state IN ('working', 'resting', 'broken')),
  until INTEGER,
  code INTEGER,
  message TEXT,
  redirect_uri TEXT
) STRICT, WITHOUT ROWID;

-- A collector reports its keys every minute. Without collectors nothing is collected, and new phrases are ready at
-- once.
CREATE TABLE collection_key_uses (
  collector TEXT NOT NULL,
  key_id TEXT NOT NULL,
  until INTEGER NOT NULL,
  PRIMARY KEY (collector, key_id)
) STRICT, WITHOUT ROWID;

-- Leases on jobs that only one process at a time may do.
CREATE TABLE jobs (
  job TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The health of phrases (store/word-health.ts), computed once a day. A phrase without a row was not measured yet.
-- left_out: the last run left posts out. Rows and stories are counted over the 7 and 30 days before computed_at.
CREATE TABLE word_health (
  word_id INTEGER PRIMARY KEY REFERENCES words (word_id) ON DELETE CASCADE,
  computed_at INTEGER NOT NULL,
  gaps INTEGER NOT NULL,
  left_out INTEGER NOT NULL,
  last_post_at INTEGER,
  week_stories INTEGER NOT NULL,
  month_rows INTEGER NOT NULL,
  month_stories INTEGER NOT NULL
) STRICT;

-- other_id: a phrase that nearly all stories of word_id match, too. stories: the number that match both.
CREATE TABLE word_overlaps (
  word_id INTEGER NOT NULL REFERENCES word_health (word_id) ON DELETE CASCADE,
  other_id INTEGER NOT NULL REFERENCES words (word_id) ON DELETE CASCADE,
  stories INTEGER NOT NULL,
  PRIMARY KEY (word_id, other_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX word_overlaps_by_other ON word_overlaps (other_id);
`;

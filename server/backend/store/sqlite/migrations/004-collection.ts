/**
 * Collection of posts: the state of every phrase, its runs and collected windows, the calls of the last 24 hours, keys, and
 * facts of posts. Times are integer milliseconds since 1970, UTC.
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
CREATE INDEX collection_phrases_due ON collection_phrases (due_at);
CREATE INDEX collection_phrases_requested ON collection_phrases (requested_at) WHERE requested_at IS NOT NULL;
CREATE INDEX collection_phrases_leased ON collection_phrases (lease_until) WHERE run_id IS NOT NULL;
INSERT INTO collection_phrases (word_id) SELECT word_id FROM words;

-- client_id: on whose turn the phrase was claimed; null for «Собрать сейчас». outcome is null while the run holds its lease.
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
  in_use INTEGER NOT NULL DEFAULT 0,
  state TEXT NOT NULL DEFAULT 'working' CHECK (state IN ('working', 'resting', 'broken')),
  until INTEGER,
  code INTEGER,
  message TEXT,
  redirect_uri TEXT
) STRICT, WITHOUT ROWID;

-- What is known of a post beside its text, for all its phrases together. A number is null when it is not known.
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
`;

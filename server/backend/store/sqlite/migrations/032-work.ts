/**
 * 032. Work on stories, per client, of which only stories that somebody dealt with have rows (store/work.ts). Times are milliseconds,
 * UTC. A person with the ID 0 is the client's own account.
 */
export const work = `
-- version: grows with each change. until_copies, until_sources: what is left of them. seen_arrival: the last one when the story was closed
-- or postponed. returned: rows since then, of a story that came back. overdue: it came back because until_at passed.
CREATE TABLE story_work (
  client_id TEXT NOT NULL REFERENCES clients (client_id) ON DELETE CASCADE,
  story_id INTEGER NOT NULL,
  version INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('new', 'in-progress', 'postponed', 'resolved', 'rejected')),
  assignee INTEGER,
  until_at INTEGER,
  until_copies INTEGER,
  until_sources INTEGER,
  reason TEXT,
  tone TEXT CHECK (tone IN ('positive', 'neutral', 'negative')),
  notes INTEGER NOT NULL DEFAULT 0,
  seen_arrival INTEGER,
  returned INTEGER NOT NULL DEFAULT 0,
  overdue INTEGER NOT NULL DEFAULT 0,
  first_reaction_at INTEGER,
  closed_at INTEGER,
  changed_at INTEGER NOT NULL,
  changed_by TEXT,
  PRIMARY KEY (client_id, story_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX story_work_by_story ON story_work (story_id);
CREATE INDEX story_work_due ON story_work (until_at) WHERE until_at IS NOT NULL;

CREATE TABLE work_tags (
  tag_id INTEGER PRIMARY KEY AUTOINCREMENT,
  client_id TEXT NOT NULL REFERENCES clients (client_id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL,
  color TEXT NOT NULL,
  UNIQUE (client_id, name_folded)
) STRICT;

CREATE TABLE story_tags (
  client_id TEXT NOT NULL REFERENCES clients (client_id) ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES work_tags (tag_id) ON DELETE CASCADE,
  story_id INTEGER NOT NULL,
  PRIMARY KEY (client_id, tag_id, story_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX story_tags_by_story ON story_tags (story_id, client_id);
CREATE INDEX story_tags_by_tag ON story_tags (tag_id);

CREATE TABLE work_reasons (
  reason_id INTEGER PRIMARY KEY AUTOINCREMENT,
  client_id TEXT NOT NULL REFERENCES clients (client_id) ON DELETE CASCADE,
  text TEXT NOT NULL,
  text_folded TEXT NOT NULL,
  UNIQUE (client_id, text_folded)
) STRICT;

-- person: who wrote it; null: an administrator.
CREATE TABLE story_notes (
  note_id INTEGER PRIMARY KEY AUTOINCREMENT,
  client_id TEXT NOT NULL REFERENCES clients (client_id) ON DELETE CASCADE,
  story_id INTEGER NOT NULL,
  text TEXT NOT NULL,
  person INTEGER,
  who TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX story_notes_by_story ON story_notes (story_id, client_id);
CREATE INDEX story_notes_by_client ON story_notes (client_id);

-- change: the change as JSON. stories: those that are still to be changed, as a list of four-byte integers. done: how many were handled.
-- rule_id: the rule that made it. taker: who takes stories in progress that nobody has. While it is undone, total and the other numbers are those of
-- the undo, and undone_change is the last change that was handled.
CREATE TABLE work_batches (
  batch_id INTEGER PRIMARY KEY AUTOINCREMENT,
  client_id TEXT NOT NULL REFERENCES clients (client_id) ON DELETE CASCADE,
  rule_id INTEGER,
  state TEXT NOT NULL CHECK (state IN ('running', 'done', 'stopped', 'undoing', 'undone')),
  change TEXT NOT NULL,
  stories BLOB,
  taker INTEGER,
  who TEXT,
  at INTEGER NOT NULL,
  total INTEGER NOT NULL,
  done INTEGER NOT NULL DEFAULT 0,
  changed INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  undone_by TEXT,
  undone_change INTEGER
) STRICT;
CREATE INDEX work_batches_by_client ON work_batches (client_id, batch_id);
CREATE INDEX work_batches_open ON work_batches (state) WHERE state IN ('running', 'undoing');

-- The history of a story, and what an undo needs. version: of the work after the change. who: null for what came back by itself.
CREATE TABLE work_changes (
  change_id INTEGER PRIMARY KEY AUTOINCREMENT,
  batch_id INTEGER,
  client_id TEXT NOT NULL REFERENCES clients (client_id) ON DELETE CASCADE,
  story_id INTEGER NOT NULL,
  version INTEGER NOT NULL,
  at INTEGER NOT NULL,
  who TEXT,
  before TEXT NOT NULL,
  after TEXT NOT NULL
) STRICT;
CREATE INDEX work_changes_by_story ON work_changes (story_id, client_id);
CREATE INDEX work_changes_by_batch ON work_changes (batch_id, change_id) WHERE batch_id IS NOT NULL;
CREATE INDEX work_changes_by_client ON work_changes (client_id);
`;

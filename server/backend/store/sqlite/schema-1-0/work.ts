/** Work on stories. */
export const work = `
-- Work on stories, per client (store/work.ts). Only stories that somebody has dealt with have rows. The person with the
-- ID 0 is the client's own account. version: grows with each change. until_copies, until_sources: how many are still
-- awaited. seen_arrival: the story's last arrival when it was closed or postponed. returned: rows since then, if it
-- came back. overdue: it came back because until_at passed. hidden: a work rule hides the story from the client's feed.
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
  hidden INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (client_id, story_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX story_work_by_story ON story_work (story_id);
CREATE INDEX story_work_due ON story_work (until_at) WHERE until_at IS NOT NULL;
CREATE INDEX story_work_hidden ON story_work (client_id, story_id) WHERE hidden = 1;

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

-- person: the author; null for an administrator.
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

-- change: the change as JSON. stories: those that a running batch changes, as a list of four-byte integers. done: how
-- many were handled. rule_id: the rule that made it. taker: who gets unassigned stories that become in progress. During
-- an undo, total and the other numbers belong to the undo, and undone_change is the last change that was handled.
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

-- The history of a story, and what an undo needs. version: of the work after the change. who: null for automatic
-- changes.
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

-- A rule whose view, tag or person is gone is paused. fault: why the service has paused it. evaluated: the newest
-- arrival that it has evaluated.
CREATE TABLE work_rules (
  rule_id INTEGER PRIMARY KEY AUTOINCREMENT,
  client_id TEXT NOT NULL REFERENCES clients (client_id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  view_id INTEGER NOT NULL,
  tag_id INTEGER,
  assignee INTEGER,
  state TEXT CHECK (state IN ('in-progress', 'resolved', 'rejected')),
  reason TEXT,
  paused INTEGER NOT NULL,
  fault TEXT,
  evaluated INTEGER NOT NULL,
  fired INTEGER NOT NULL DEFAULT 0,
  hidden INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX work_rules_by_client ON work_rules (client_id);

-- Models that suggest marks (rules/suggestions.ts). change_id: the newest change of work that was used. model: JSON;
-- null with too few marks. checked, correct: how many suggestions were compared with what people set without seeing
-- them, and how many were right. With a rowid, because its rows are long.
CREATE TABLE work_models (
  client_id TEXT PRIMARY KEY REFERENCES clients (client_id) ON DELETE CASCADE,
  change_id INTEGER NOT NULL DEFAULT 0,
  model TEXT,
  trained_at INTEGER NOT NULL,
  checked INTEGER NOT NULL DEFAULT 0,
  correct INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Stories that a client has joined (store/own-stories.ts). into_story is never joined itself.
CREATE TABLE joined_stories (
  client_id TEXT NOT NULL REFERENCES clients (client_id) ON DELETE CASCADE,
  story_id INTEGER NOT NULL,
  into_story INTEGER NOT NULL,
  PRIMARY KEY (client_id, story_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX joined_stories_by_story ON joined_stories (story_id);
CREATE INDEX joined_stories_by_target ON joined_stories (into_story);

-- Posts that a client has separated from their stories. The ID of such a story comes from the arrival counter; it has
-- no row in stories.
CREATE TABLE separated_posts (
  client_id TEXT NOT NULL REFERENCES clients (client_id) ON DELETE CASCADE,
  story_id INTEGER NOT NULL,
  owner_id INTEGER NOT NULL,
  post_id INTEGER NOT NULL,
  PRIMARY KEY (client_id, story_id),
  UNIQUE (owner_id, post_id, client_id)
) STRICT, WITHOUT ROWID;

-- Filters by work keep the work of a client in memory (feed/work-columns.ts), by chunks of 4,096 stories, until the
-- version of a chunk changes. Versions are random, so that none that was rolled back comes again. Triggers change them,
-- because a replica writes rows without the store.
CREATE TABLE work_versions (
  client_id TEXT NOT NULL REFERENCES clients (client_id) ON DELETE CASCADE,
  chunk INTEGER NOT NULL,
  version INTEGER NOT NULL,
  PRIMARY KEY (client_id, chunk)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER story_work_added AFTER INSERT ON story_work BEGIN
  INSERT INTO work_versions VALUES (new.client_id, new.story_id >> 12, random() >> 11)
    ON CONFLICT (client_id, chunk) DO UPDATE SET version = excluded.version;
END;
CREATE TRIGGER story_work_changed AFTER UPDATE ON story_work BEGIN
  UPDATE work_versions SET version = random() >> 11 WHERE client_id = new.client_id AND chunk = new.story_id >> 12;
END;
CREATE TRIGGER story_work_removed AFTER DELETE ON story_work BEGIN
  UPDATE work_versions SET version = random() >> 11 WHERE client_id = old.client_id AND chunk = old.story_id >> 12;
END;
CREATE TRIGGER story_tags_added AFTER INSERT ON story_tags BEGIN
  INSERT INTO work_versions VALUES (new.client_id, new.story_id >> 12, random() >> 11)
    ON CONFLICT (client_id, chunk) DO UPDATE SET version = excluded.version;
END;
CREATE TRIGGER story_tags_changed AFTER UPDATE ON story_tags BEGIN
  UPDATE work_versions SET version = random() >> 11 WHERE client_id = new.client_id AND chunk = new.story_id >> 12;
END;
CREATE TRIGGER story_tags_removed AFTER DELETE ON story_tags BEGIN
  UPDATE work_versions SET version = random() >> 11 WHERE client_id = old.client_id AND chunk = old.story_id >> 12;
END;
`;

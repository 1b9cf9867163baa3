/** What an account keeps about the feed, and the journal. */
export const reading = `
-- account: 'admin:<id>' or 'client:<client_id>' (rules/account.ts). bits: one bit per story; chunk = story_id >> 12;
-- 512 bytes.
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

-- pinned_at: when the account pinned the view, which comes before the others.
CREATE TABLE view_visits (
  view_id INTEGER NOT NULL REFERENCES views (view_id) ON DELETE CASCADE,
  account TEXT NOT NULL,
  seen_story INTEGER NOT NULL,
  pinned_at INTEGER,
  PRIMARY KEY (view_id, account)
) STRICT, WITHOUT ROWID;

-- Names are text, so that a record outlives the accounts. event: what the record states, as JSON
-- (rules/journal/events.ts); earlier records have only their text, object. Records of one action have the same batch;
-- part: 0 for the first of them and for single records, 1 for the others. The indexes include the name, so that the
-- filter by name reads only them.
CREATE TABLE journal (
  record_id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  who TEXT NOT NULL,
  who_folded TEXT NOT NULL,
  on_behalf_of TEXT,
  action TEXT NOT NULL,
  object TEXT NOT NULL,
  address TEXT NOT NULL,
  event TEXT,
  batch TEXT,
  part INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX journal_by_batch ON journal (batch, record_id) WHERE batch IS NOT NULL;
CREATE INDEX journal_by_time ON journal (at, record_id, who_folded, part);
CREATE INDEX journal_by_action ON journal (action, at, record_id, who_folded, part);

-- Sources of refused sign-ins in the last minute. more: refusals after the recorded one.
CREATE TABLE journal_refusals (
  source TEXT PRIMARY KEY,
  since INTEGER NOT NULL,
  more INTEGER NOT NULL DEFAULT 0,
  who TEXT NOT NULL,
  object TEXT NOT NULL,
  address TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX journal_refusals_by_time ON journal_refusals (since);

-- One row. Records from this time on cannot be deleted.
CREATE TABLE journal_retention (deletable_before INTEGER NOT NULL) STRICT;
INSERT INTO journal_retention VALUES (0);
CREATE TRIGGER journal_unchanged BEFORE UPDATE ON journal BEGIN
  SELECT RAISE(ABORT, 'A record of the journal cannot be changed');
END;
CREATE TRIGGER journal_kept BEFORE DELETE ON journal
WHEN OLD.at >= (SELECT deletable_before FROM journal_retention) BEGIN
  SELECT RAISE(ABORT, 'This record of the journal cannot be deleted yet');
END;
`;

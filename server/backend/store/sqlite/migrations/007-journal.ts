/** The journal, the refusals that it sums up, and the reason and the mode of an impersonation. Times are milliseconds, UTC. */
export const journal = `
-- Names are text, so that a record outlives those it names. who_folded: see foldText of shared/rules/word.ts.
CREATE TABLE journal (
  record_id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  who TEXT NOT NULL,
  who_folded TEXT NOT NULL,
  on_behalf_of TEXT,
  action TEXT NOT NULL,
  object TEXT NOT NULL,
  address TEXT NOT NULL
) STRICT;
-- With the name, so that the filter by name reads the index alone.
CREATE INDEX journal_by_time ON journal (at, record_id, who_folded);
CREATE INDEX journal_by_action ON journal (action, at, record_id, who_folded);

-- One row. Records from this time on cannot be deleted.
CREATE TABLE journal_retention (deletable_before INTEGER NOT NULL) STRICT;
INSERT INTO journal_retention VALUES (0);
CREATE TRIGGER journal_unchanged BEFORE UPDATE ON journal
BEGIN SELECT RAISE(ABORT, 'A record of the journal cannot be changed'); END;
CREATE TRIGGER journal_kept BEFORE DELETE ON journal
WHEN OLD.at >= (SELECT deletable_before FROM journal_retention)
BEGIN SELECT RAISE(ABORT, 'This record of the journal cannot be deleted yet'); END;

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

ALTER TABLE impersonations ADD COLUMN reason TEXT;
ALTER TABLE impersonations ADD COLUMN read_only INTEGER NOT NULL DEFAULT 0;
`;

import type { DatabaseSync } from 'node:sqlite';
import { packRows } from '../row-columns.ts';

/** 007. The journal, the refusals that it sums up, and the reason and the mode of an impersonation. Times are milliseconds, UTC. */
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

/**
 * 008. Alerts (docs/product.md, section 21): rules on saved views, the outbox of their messages, and Atom feeds. Times are
 * milliseconds, UTC.
 */
export const alerts = `
-- address: '' for the channel atom. quiet_from, quiet_to: minutes since midnight in the console's time zone.
-- evaluated, fired: story IDs. fired_hour: a time. See AlertRule of store/alerts-store.ts.
CREATE TABLE alert_rules (
  rule_id INTEGER PRIMARY KEY AUTOINCREMENT,
  account TEXT NOT NULL,
  view_id INTEGER NOT NULL REFERENCES views (view_id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  condition TEXT NOT NULL CHECK (condition IN ('every', 'least', 'spike')),
  least INTEGER NOT NULL CHECK (least > 0),
  period TEXT NOT NULL CHECK (period IN ('hour', 'day', 'week')),
  channel TEXT NOT NULL CHECK (channel IN ('email', 'webhook', 'chat', 'atom')),
  address TEXT NOT NULL,
  secret TEXT,
  schedule TEXT NOT NULL CHECK (schedule IN ('now', 'hourly', 'daily', 'weekly')),
  quiet_from INTEGER,
  quiet_to INTEGER,
  paused INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  evaluated INTEGER NOT NULL,
  fired INTEGER NOT NULL,
  fired_hour INTEGER NOT NULL
) STRICT;

-- The outbox and the log of deliveries. The names and the view's query are copied, so that a message outlives its rule.
-- findings: JSON of Finding[] (store/alerts-store.ts). content: what is sent, fixed before the first try. claimed: a sender is
-- trying; due_at is then the end of its lease.
CREATE TABLE deliveries (
  delivery_id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('alert', 'trial')),
  rule_id INTEGER REFERENCES alert_rules (rule_id) ON DELETE SET NULL,
  rule_name TEXT NOT NULL,
  query TEXT NOT NULL,
  account TEXT NOT NULL,
  channel TEXT NOT NULL,
  findings TEXT NOT NULL,
  content TEXT,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'failed', 'cancelled')),
  tries INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  claimed INTEGER NOT NULL DEFAULT 0,
  ended_at INTEGER,
  error TEXT
) STRICT;
CREATE INDEX deliveries_by_rule ON deliveries (rule_id, state);
CREATE INDEX deliveries_by_time ON deliveries (coalesce(ended_at, created_at), delivery_id);
CREATE INDEX deliveries_by_account ON deliveries (account, coalesce(ended_at, created_at), delivery_id);
CREATE INDEX deliveries_ended ON deliveries (ended_at) WHERE ended_at IS NOT NULL;

-- A view as one account sees it, or a rule. The token of its link is computed from nonce and the session secret.
CREATE TABLE atom_feeds (
  feed_id INTEGER PRIMARY KEY AUTOINCREMENT,
  account TEXT NOT NULL,
  view_id INTEGER REFERENCES views (view_id) ON DELETE CASCADE,
  rule_id INTEGER REFERENCES alert_rules (rule_id) ON DELETE CASCADE,
  nonce BLOB NOT NULL,
  used_at INTEGER,
  UNIQUE (account, view_id),
  UNIQUE (rule_id),
  CHECK ((view_id IS NULL) <> (rule_id IS NULL))
) STRICT;
CREATE INDEX atom_feeds_by_view ON atom_feeds (view_id);

-- Every view has a feed for each account that has it in its list, and so has every rule of the channel atom.
INSERT INTO atom_feeds (account, view_id, nonce) SELECT account, view_id, randomblob(16) FROM views;
INSERT INTO atom_feeds (account, view_id, nonce)
  SELECT 'client:' || client_id, view_id, randomblob(16) FROM views WHERE client_id IS NOT NULL;
`;

/** 009. Drops what an earlier migration 005 made, and what migration 010 replaces: the days of posts, and their copies. */
export function rowStories(db: DatabaseSync): void {
  db.exec('DROP TABLE IF EXISTS copies; DROP TABLE IF EXISTS post_days');
  const hasDays = db.prepare("SELECT 1 FROM pragma_table_info('posts') WHERE name = 'day'").get() !== undefined;
  if (hasDays) db.exec('ALTER TABLE posts DROP COLUMN day');
}

/**
 * The number by which each row of posts arrived, and columns of all rows in a few large values (row-columns.ts).
 *
 * `arrival` is a number of the sequence that also numbers stories: the first row of a story has the story's ID, and later ones
 * have numbers that no story has. A row keeps it when it moves to another story. All old rows get the number of their story:
 * they are as new as the story. `stories.stored_at` becomes `arrivals`, which dates all rows.
 */

const arrivalsOfPosts = [
  'ALTER TABLE posts ADD COLUMN arrival INTEGER NOT NULL DEFAULT 0; UPDATE posts SET arrival = story_id',
  'CREATE INDEX posts_by_arrival ON posts (arrival, story_id)',
  // Rows that moved to a story that is newer than they are.
  'CREATE INDEX moved_posts ON posts (story_id, arrival) WHERE arrival < story_id',
  'DROP INDEX IF EXISTS posts_by_story; CREATE INDEX posts_by_story ON posts (story_id, arrival, word_id)',
  `-- The numbers from \`first\` on, up to the next entry, arrived at this second, in milliseconds.
  CREATE TABLE arrivals (
    first INTEGER PRIMARY KEY,
    at INTEGER NOT NULL
  ) STRICT;
  INSERT INTO arrivals SELECT story_id, at FROM (
    SELECT story_id, at, lag(at) OVER (ORDER BY story_id) AS previous
    FROM (SELECT story_id, stored_at / 1000 * 1000 AS at FROM stories)
  ) WHERE at IS NOT previous;
  ALTER TABLE stories DROP COLUMN stored_at;`,
  `DROP TABLE IF EXISTS row_stories;
  -- Each column has a number per row, in the order of row IDs. version: changes with the chunk.
  CREATE TABLE row_columns (
    chunk INTEGER PRIMARY KEY,
    version INTEGER NOT NULL,
    ids BLOB NOT NULL,
    stories BLOB NOT NULL,
    arrivals BLOB NOT NULL,
    words BLOB NOT NULL,
    cities BLOB NOT NULL,
    owners BLOB NOT NULL
  ) STRICT;`,
];

export function rowColumns(db: DatabaseSync, report: (part: number) => void): void {
  for (const [index, sql] of arrivalsOfPosts.entries()) {
    db.exec(sql);
    report((index + 1) / (arrivalsOfPosts.length + 1));
  }
  packRows(db);
}

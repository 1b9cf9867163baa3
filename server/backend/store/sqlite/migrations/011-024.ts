import type { DatabaseSync } from 'node:sqlite';
import { foldText } from '../../../../../shared/rules/word.ts';
import { searchTextOf } from '../../clients.ts';

/**
 * 011. The health of phrases (word-health-store.ts), computed once a day. Times are milliseconds, UTC. A phrase without a row is not
 * computed yet.
 */
export const cards = `
-- left_out: the last run left posts out. Rows and stories are those of the 7 and 30 days before computed_at.
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

-- other_id: the phrase under which nearly all stories of word_id are too. stories: those under both.
CREATE TABLE word_overlaps (
  word_id INTEGER NOT NULL REFERENCES word_health (word_id) ON DELETE CASCADE,
  other_id INTEGER NOT NULL REFERENCES words (word_id) ON DELETE CASCADE,
  stories INTEGER NOT NULL,
  PRIMARY KEY (word_id, other_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX word_overlaps_by_other ON word_overlaps (other_id);
`;

/** Columns of clients for sorting and searching, and the time of their last sign-in. */

export function clientLists(db: DatabaseSync): void {
  db.exec(`
    ALTER TABLE clients ADD COLUMN name_folded TEXT NOT NULL DEFAULT '';
    ALTER TABLE clients ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
    ALTER TABLE clients ADD COLUMN signed_in_at INTEGER;
    UPDATE clients SET signed_in_at = last.at
    FROM (
      SELECT who, max(at) AS at FROM (
        SELECT client_id AS who, created_at AS at FROM sessions WHERE client_id IS NOT NULL
        UNION ALL
        SELECT who, at FROM journal WHERE action = 'sign-in'
      ) GROUP BY who
    ) AS last
    WHERE last.who = clients.client_id;
  `);
  const update = db.prepare('UPDATE clients SET name_folded = ?, search_text = ? WHERE client_no = ?');
  for (const row of db.prepare('SELECT client_no, name, ipaddr, macaddr, email, phone FROM clients').all()) {
    const fields = row as { client_no: number } & Parameters<typeof searchTextOf>[0];
    update.run(foldText(fields.name), searchTextOf(fields), fields.client_no);
  }
}

/** 013. Sources and authors that were erased on request: their posts are not stored again. Times are milliseconds, UTC. */
export const erasures = `
CREATE TABLE erasures (
  kind TEXT NOT NULL CHECK (kind IN ('owner', 'user')),
  target_id INTEGER NOT NULL,
  erased_at INTEGER NOT NULL,
  PRIMARY KEY (kind, target_id)
) STRICT, WITHOUT ROWID;
`;

/** 014. Several processes on one database: who does which job, and which collector uses which key. Times are milliseconds, UTC. */
export const processes = `
-- The process that does a job which one at a time may do, and until when.
CREATE TABLE jobs (job TEXT PRIMARY KEY, owner TEXT NOT NULL, until INTEGER NOT NULL) STRICT, WITHOUT ROWID;

-- A collector says every minute which keys it uses. Without collectors nothing is collected: new phrases are ready at once.
CREATE TABLE collection_key_uses (
  collector TEXT NOT NULL,
  key_id TEXT NOT NULL,
  until INTEGER NOT NULL,
  PRIMARY KEY (collector, key_id)
) STRICT, WITHOUT ROWID;
DROP TABLE IF EXISTS collector;
ALTER TABLE collection_keys DROP COLUMN in_use;

-- A message that a sender has claimed is due again when its lease ends.
ALTER TABLE deliveries DROP COLUMN claimed;
`;

/** 015. Versions and sizes of the packed columns (migration 010) without reading their rows, which are long. */
export const rowChunks = `
CREATE INDEX row_chunks ON row_columns (chunk, version, length(ids));
`;

/** 016. Parallel sending, and uses of Atom links. */
export const outbox = `
-- claims: how often a sender has taken the message; it identifies the claim. tries: without those that were broken off.
ALTER TABLE deliveries ADD COLUMN claims INTEGER NOT NULL DEFAULT 0;
UPDATE deliveries SET claims = tries;
DROP INDEX IF EXISTS deliveries_due;
CREATE INDEX deliveries_due ON deliveries (due_at, delivery_id) WHERE state = 'waiting';
-- PostgreSQL had messages that waited without a rule.
UPDATE deliveries SET state = 'cancelled', ended_at = unixepoch() * 1000 WHERE rule_id IS NULL AND state = 'waiting';
`;

/** 017. Which collector holds the lease of a phrase, and which posts VK found although the query of the phrase does not match them. */
export const collectors = `
ALTER TABLE collection_phrases ADD COLUMN leased_by TEXT;
ALTER TABLE posts ADD COLUMN found_by_vk INTEGER NOT NULL DEFAULT 0;
`;

/**
 * 018. What a client sees of its phrases, whoever else tracks them: its own ID and spelling, and what it has chosen. Earlier links have
 * what everyone saw. IDs come from the sequence of phrases, so that they do not reveal whether the phrase is new.
 */
export const ownPhrases = `
-- awaits: the phrase existed before the link. It looks like a new one until collected_at, when the collector has come to it.
ALTER TABLE word_clients ADD COLUMN shown_id INTEGER NOT NULL DEFAULT 0;
ALTER TABLE word_clients ADD COLUMN text TEXT NOT NULL DEFAULT '';
ALTER TABLE word_clients ADD COLUMN frozen INTEGER NOT NULL DEFAULT 0;
ALTER TABLE word_clients ADD COLUMN full_search INTEGER NOT NULL DEFAULT 0;
ALTER TABLE word_clients ADD COLUMN awaits INTEGER NOT NULL DEFAULT 0;
ALTER TABLE word_clients ADD COLUMN collected_at INTEGER;
UPDATE word_clients SET shown_id = w.word_id, text = w.text, frozen = w.state = 'freeze', full_search = w.full_search
  FROM words w WHERE w.word_id = word_clients.word_id;
CREATE UNIQUE INDEX word_clients_by_shown_id ON word_clients (shown_id, client_id);
CREATE INDEX word_clients_awaiting ON word_clients (word_id) WHERE awaits;
`;

/**
 * 019. The search index gets other stems (server/backend/rules/search/russian-stem.ts). Entries are replaced while the service runs, from the
 * newest post to the oldest (catch-up.ts). Until then the terms of a new entry contain `form2`.
 *
 * `post_search_reindex` has one row while entries of posts with an ID below `below` may have the former stems.
 */
export const wordForms = `
CREATE TABLE post_search_reindex (below INTEGER NOT NULL) STRICT;
INSERT INTO post_search_reindex SELECT id + 1 FROM posts ORDER BY id DESC LIMIT 1;
`;

/** 020. Whose account added a source that no post has confirmed. Sources from before are confirmed. */
export const unconfirmedOwners = `
ALTER TABLE owners ADD COLUMN added_by TEXT;
CREATE INDEX owners_added ON owners (added_by) WHERE added_by IS NOT NULL;
`;

/** 021. Revoked Atom links, and who else has used them. */
export const atomUses = `
-- revoked: the link no longer works, and there is no new one yet.
ALTER TABLE atom_feeds ADD COLUMN revoked INTEGER NOT NULL DEFAULT 0;
-- address: the key under which addresses are counted. day: the last one with a use, in days since 1970.
CREATE TABLE atom_uses (
  feed_id INTEGER NOT NULL REFERENCES atom_feeds (feed_id) ON DELETE CASCADE,
  address TEXT NOT NULL,
  day INTEGER NOT NULL,
  PRIMARY KEY (feed_id, address)
) STRICT, WITHOUT ROWID;
`;

/**
 * 023. What triggers did is done by the stores, as in PostgreSQL: revoking Atom links with a password, adding the feeds of a view, and
 * deleting what belongs to a client. `arrival_counter` has the same name there.
 */
export const commonStores = `
DROP TRIGGER IF EXISTS client_links_revoked;
DROP TRIGGER IF EXISTS administrator_links_revoked;
DROP TRIGGER IF EXISTS views_added;
DROP TRIGGER IF EXISTS clients_deleted;
DROP TRIGGER IF EXISTS client_alerts_deleted;
DROP TRIGGER IF EXISTS administrators_deleted;
DROP TRIGGER IF EXISTS administrator_alerts_deleted;
CREATE VIEW arrival_counter AS
  SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'stories'), 0) AS newest;
`;

/** 024. The code states which channels there are, adds and removes the feeds of rules, and cancels the messages of deleted ones. */
export const alertChannels = `
-- The table without the check of its channel. Its triggers go with it.
PRAGMA legacy_alter_table = ON;
CREATE TABLE new_alert_rules (
  rule_id INTEGER PRIMARY KEY AUTOINCREMENT,
  account TEXT NOT NULL,
  view_id INTEGER NOT NULL REFERENCES views (view_id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  condition TEXT NOT NULL CHECK (condition IN ('every', 'least', 'spike')),
  least INTEGER NOT NULL CHECK (least > 0),
  period TEXT NOT NULL CHECK (period IN ('hour', 'day', 'week')),
  channel TEXT NOT NULL,
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
-- IDs of deleted rules are not used again.
INSERT INTO sqlite_sequence (name, seq) SELECT 'new_alert_rules', seq FROM sqlite_sequence WHERE name = 'alert_rules';
INSERT INTO new_alert_rules SELECT * FROM alert_rules;
DROP TABLE alert_rules;
ALTER TABLE new_alert_rules RENAME TO alert_rules;
CREATE INDEX alert_rules_by_account ON alert_rules (account);
CREATE INDEX alert_rules_by_view ON alert_rules (view_id);
PRAGMA legacy_alter_table = OFF;
`;

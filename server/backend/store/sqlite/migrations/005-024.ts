import type { DatabaseSync } from 'node:sqlite';
import { foldText } from '../../../../../shared/rules/word.ts';
import { searchTextOf } from '../../clients.ts';
import { alertRules, atomFeeds, claims, deliveries, ruleIndexes } from '../../schema/alerts.ts';
import { jobs, keyUses } from '../../schema/phrases.ts';
import { journal as journalTables, reading, textKeys } from '../../schema/reading.ts';
import { remake, toSqlite } from '../../schema/to-sqlite.ts';
import { firstColumns, packRows } from '../row-columns.ts';
import { dropColumn } from '../sql.ts';

/**
 * 005. Stories, and what an account keeps about the feed: marks, muted sources and authors, saved views (docs/product/stories.md). Times are integer milliseconds since 1970, UTC.
 *
 * A story is a post together with its copies: the rows of `posts` with the same `story_id`. IDs ascend in the order of arrival.
 * `post_search.terms` gains `u<user>`. It has no term for stories: FTS5 is slow when many of its rows have been replaced.
 *
 * Copies of stored posts are found, and their entries in the index replaced, while the service runs (catch-up.ts).
 */

const tables = `
-- rows: rows of posts.
CREATE TABLE stories (
  story_id INTEGER PRIMARY KEY AUTOINCREMENT,
  rows INTEGER NOT NULL,
  stored_at INTEGER NOT NULL
) STRICT;
ALTER TABLE posts ADD COLUMN story_id INTEGER NOT NULL DEFAULT 0;

-- One row: the console's time zone.
CREATE TABLE time_zone (name TEXT NOT NULL) STRICT;
INSERT INTO time_zone VALUES ('Europe/Moscow');

${toSqlite([...textKeys, ...reading])}
`;

/**
 * A post with all its phrases is one story. The oldest post gets the lowest ID. Not a temporary table, because those are in
 * memory.
 */
const storiesByPost = [
  `CREATE TABLE post_stories AS
    SELECT row_number() OVER (ORDER BY min(id)) AS story_id, owner_id, post_id, count(*) AS rows, min(update_dt) AS stored_at
    FROM posts GROUP BY owner_id, post_id`,
  'CREATE UNIQUE INDEX post_stories_by_post ON post_stories (owner_id, post_id)',
  'INSERT INTO stories SELECT story_id, rows, stored_at FROM post_stories ORDER BY story_id',
  `UPDATE posts SET story_id = (SELECT story_id FROM post_stories
    WHERE post_stories.owner_id = posts.owner_id AND post_stories.post_id = posts.post_id)`,
  'DROP TABLE post_stories',
];

/** The table exists while posts from `next` to `last` have not been compared with others. */
const unarrangedPosts = `
CREATE TABLE unarranged_posts (next INTEGER NOT NULL, last INTEGER NOT NULL) STRICT;
INSERT INTO unarranged_posts SELECT min(id), max(id) FROM posts;
`;

export function stories(db: DatabaseSync, report: (part: number) => void): void {
  db.exec(tables);
  if (db.prepare('SELECT 1 FROM posts LIMIT 1').get() === undefined) return;
  for (const [index, sql] of storiesByPost.entries()) {
    db.exec(sql);
    report((index + 1) / storiesByPost.length);
  }
  db.exec(unarrangedPosts);
}

/**
 * 006. The plain search with which a full search of a phrase with OR continues, and the latest time that the previous ones left
 * unread.
 */
export const searchCursor = `
ALTER TABLE collection_phrases ADD COLUMN cursor_search INTEGER NOT NULL DEFAULT 0;
ALTER TABLE collection_phrases ADD COLUMN cursor_unread INTEGER;
`;

/**
 * 007. The journal, the refusals that it sums up, and the reason and the mode of an impersonation. Times are milliseconds, UTC.
 */
export const journal = `
${toSqlite(journalTables)}

-- One row. Records from this time on cannot be deleted.
CREATE TABLE journal_retention (deletable_before INTEGER NOT NULL) STRICT;
INSERT INTO journal_retention VALUES (0);
CREATE TRIGGER journal_unchanged BEFORE UPDATE ON journal
BEGIN SELECT RAISE(ABORT, 'A record of the journal cannot be changed'); END;
CREATE TRIGGER journal_kept BEFORE DELETE ON journal
WHEN OLD.at >= (SELECT deletable_before FROM journal_retention)
BEGIN SELECT RAISE(ABORT, 'This record of the journal cannot be deleted yet'); END;

ALTER TABLE impersonations ADD COLUMN reason TEXT;
ALTER TABLE impersonations ADD COLUMN read_only INTEGER NOT NULL DEFAULT 0;
`;

/** 008. Alerts. */
export const alerts = `
${toSqlite([alertRules, ...deliveries, ...atomFeeds])}
-- Every view has a feed for each account that has it in its list, and so has every rule of the channel atom.
INSERT INTO atom_feeds (account, view_id, nonce) SELECT account, view_id, randomblob(16) FROM views;
INSERT INTO atom_feeds (account, view_id, nonce)
  SELECT 'client:' || client_id, view_id, randomblob(16) FROM views WHERE client_id IS NOT NULL;
`;

/** 009. Drops what an earlier migration 005 made, and what migration 010 replaces: the days of posts, and their copies. */
export function rowStories(db: DatabaseSync): void {
  db.exec('DROP TABLE IF EXISTS copies; DROP TABLE IF EXISTS post_days');
  dropColumn(db, 'posts', 'day');
}

/**
 * 010. The arrival number of each row of posts, and columns of all rows in a few large values (row-columns.ts).
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
  packRows(db, firstColumns);
}

/** 012. Columns of clients for sorting and searching, and the time of their last sign-in. */
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

/**
 * 014. Several processes on one database: who does which job, and which collector uses which key. Times are milliseconds, UTC.
 */
export function processes(db: DatabaseSync): void {
  db.exec(`${toSqlite([jobs, keyUses])} DROP TABLE IF EXISTS collector;`);
  dropColumn(db, 'collection_keys', 'in_use');
  // A message that a sender has claimed is due again when its lease ends.
  dropColumn(db, 'deliveries', 'claimed');
}

/** 015. Versions and sizes of the packed columns (migration 010) without reading their rows, which are long. */
export const rowChunks = `
CREATE INDEX row_chunks ON row_columns (chunk, version, length(ids));
`;

/** 016. Parallel sending. */
export const outbox = `
${toSqlite(claims)}
-- PostgreSQL had messages that waited without a rule.
UPDATE deliveries SET state = 'cancelled', ended_at = unixepoch() * 1000 WHERE rule_id IS NULL AND state = 'waiting';
`;

/**
 * 019. The search index gets other stems (server/backend/rules/search/russian-stem.ts). Entries are replaced while the service
 * runs, from the newest post to the oldest (catch-up.ts). Until then the terms of a new entry contain `form2`.
 *
 * `post_search_reindex` has one row while entries of posts with an ID below `below` may have the former stems.
 */
export const wordForms = `
CREATE TABLE post_search_reindex (below INTEGER NOT NULL) STRICT;
INSERT INTO post_search_reindex SELECT id + 1 FROM posts ORDER BY id DESC LIMIT 1;
`;

/**
 * 023. What triggers did is done by the stores, as in PostgreSQL: revoking Atom links with a password, adding the feeds of a
 * view, and deleting what belongs to a client. `arrival_counter` has the same name there.
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

/** 024. The code defines the channels, adds and removes the feeds of rules, and cancels the messages of deleted ones. */
export const alertChannels = `
-- The table without the check of its channel. Its triggers go with it.
PRAGMA legacy_alter_table = ON;
${remake('alert_rules', alertRules.replace(/ CHECK \(channel .*\)/, ''))}
${toSqlite(ruleIndexes)}
PRAGMA legacy_alter_table = OFF;
`;

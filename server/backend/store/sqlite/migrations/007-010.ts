import type { DatabaseSync } from 'node:sqlite';
import { alertRules, atomFeeds, deliveries } from '../../schema/alerts.ts';
import { journal as journalTables } from '../../schema/reading.ts';
import { toSqlite } from '../../schema/to-sqlite.ts';
import { packRows } from '../row-columns.ts';
import { dropColumn } from '../sql.ts';

/** 007. The journal, the refusals that it sums up, and the reason and the mode of an impersonation. Times are milliseconds, UTC. */
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

/**
 * The number by which each row of posts arrived, and columns of all rows in a few large values (row-columns.ts).
 *
 * `arrival` is a number of the sequence that also numbers stories: the first row of a story has the story's ID, and later ones
 * have numbers that no story has. A row keeps it when it moves to another story. All old rows get the number of their story:
 * they are as new as the story. `stories.stored_at` becomes `arrivals`, which dates all rows.
 */
import type { DatabaseSync } from 'node:sqlite';
import { packRows } from '../row-columns.ts';

export function rowColumns(db: DatabaseSync): void {
  db.exec(`
    ALTER TABLE posts ADD COLUMN arrival INTEGER NOT NULL DEFAULT 0;
    UPDATE posts SET arrival = story_id;
    CREATE INDEX posts_by_arrival ON posts (arrival, story_id);
    -- Rows that moved to a story that is newer than they are.
    CREATE INDEX moved_posts ON posts (story_id, arrival) WHERE arrival < story_id;
    DROP INDEX posts_by_story;
    CREATE INDEX posts_by_story ON posts (story_id, arrival, word_id);

    -- The numbers from \`first\` on, up to the next entry, arrived at this second, in milliseconds.
    CREATE TABLE arrivals (
      first INTEGER PRIMARY KEY,
      at INTEGER NOT NULL
    ) STRICT;
    INSERT INTO arrivals SELECT story_id, at FROM (
      SELECT story_id, at, lag(at) OVER (ORDER BY story_id) AS previous
      FROM (SELECT story_id, stored_at / 1000 * 1000 AS at FROM stories)
    ) WHERE at IS NOT previous;
    ALTER TABLE stories DROP COLUMN stored_at;

    DROP TABLE row_stories;
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
    ) STRICT;
  `);
  packRows(db);
}

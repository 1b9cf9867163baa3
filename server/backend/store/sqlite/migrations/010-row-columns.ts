/**
 * The number by which each row of posts arrived, and columns of all rows in a few large values (row-columns.ts).
 *
 * `arrival` is a number of the sequence that also numbers stories, so that the first row of a story has the story's ID. All
 * old rows get the number of their story: they are as new as the story.
 */
import type { DatabaseSync } from 'node:sqlite';
import { packRows } from '../row-columns-writer.ts';

export function rowColumns(db: DatabaseSync): void {
  db.exec(`
    ALTER TABLE posts ADD COLUMN arrival INTEGER NOT NULL DEFAULT 0;
    UPDATE posts SET arrival = story_id;
    CREATE INDEX posts_by_arrival ON posts (arrival, story_id);

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

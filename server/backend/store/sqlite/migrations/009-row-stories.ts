/**
 * The story of every row in a few large values, from which all counts of stories and of bars follow. `copies` and the days of
 * posts of migration 005 are not needed with it. Migration 010 replaces the table and fills it.
 */
export const rowStories = `
CREATE TABLE row_stories (
  chunk INTEGER PRIMARY KEY,
  version INTEGER NOT NULL,
  pairs BLOB NOT NULL
) STRICT;
DROP TABLE copies;
DROP TABLE post_days;
ALTER TABLE posts DROP COLUMN day;
`;

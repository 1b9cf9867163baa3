/**
 * The health of phrases (word-health-store.ts), computed once a day. Times are milliseconds, UTC. A phrase without a row is not
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

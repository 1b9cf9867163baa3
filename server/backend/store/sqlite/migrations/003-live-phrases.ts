/**
 * After this migration, deleting or restoring a phrase changes one row.
 *
 * - A text is unique among the phrases that are not deleted, so that the text of a deleted phrase can be added again.
 * - `post_search` contains the posts of all phrases. Queries exclude those of deleted phrases.
 * - The term `copy` marks every row of a post with several phrases. Earlier, the first row had no mark and was the one
 *   that was counted, so deleting its phrase left the post uncounted.
 *
 * `stem_text` is `stemText` of server/backend/search. The table is replaced because SQLite cannot drop a UNIQUE constraint.
 */
export const livePhrases = `
CREATE TABLE new_words (
  word_id INTEGER PRIMARY KEY AUTOINCREMENT,
  text TEXT NOT NULL,
  text_folded TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'ready' CHECK (state IN ('ready', 'freeze', 'pending', 'error')),
  full_search INTEGER NOT NULL DEFAULT 0,
  running INTEGER NOT NULL DEFAULT 0,
  update_dt INTEGER,
  total_posts INTEGER NOT NULL DEFAULT 0,
  last_update_posts INTEGER,
  last_post_posts INTEGER,
  deleted_at INTEGER
) STRICT;
INSERT INTO new_words SELECT word_id, text, text_folded, state, full_search, running, update_dt, total_posts,
  last_update_posts, last_post_posts, deleted_at FROM words;
DROP TABLE words;
ALTER TABLE new_words RENAME TO words;
CREATE UNIQUE INDEX words_by_text ON words (text_folded) WHERE deleted_at IS NULL;
CREATE INDEX words_by_state ON words (state, word_id) WHERE deleted_at IS NULL;
CREATE INDEX words_by_running ON words (running, word_id) WHERE deleted_at IS NULL;
CREATE INDEX words_by_full_search ON words (full_search, word_id) WHERE deleted_at IS NULL;
CREATE INDEX words_by_total_posts ON words (total_posts, word_id) WHERE deleted_at IS NULL;
CREATE INDEX words_by_update_dt ON words (update_dt, word_id) WHERE deleted_at IS NULL;
CREATE INDEX words_deleted ON words (word_id) WHERE deleted_at IS NOT NULL;

CREATE TEMP TABLE copies AS
  SELECT id FROM posts WHERE (owner_id, post_id) IN (SELECT owner_id, post_id FROM posts WHERE is_copy = 1);
CREATE TEMP TABLE outdated AS
  SELECT id FROM posts WHERE word_id IN (SELECT word_id FROM words WHERE deleted_at IS NOT NULL)
  UNION SELECT id FROM copies;
DELETE FROM post_search WHERE rowid IN (SELECT id FROM outdated);
INSERT INTO post_search (rowid, text, terms)
  SELECT id, stem_text(coalesce(text, '')),
    'all w' || word_id || iif(owner_id < 0, ' on' || -owner_id, ' o' || owner_id) ||
    iif(city_id IS NULL, '', ' c' || city_id) || iif(id IN (SELECT id FROM copies), ' copy', '')
  FROM posts JOIN post_texts USING (id) WHERE id IN (SELECT id FROM outdated);
DROP TABLE copies;
DROP TABLE outdated;
ALTER TABLE posts DROP COLUMN is_copy;
`;

/**
 * Posts with their sources, cities and search index. A post's `id` contains its time: whole seconds since 1970 times 2^20,
 * plus a counter for posts of the same second (post-id.ts). The newest page is therefore at the end of every index, even
 * after an import of old posts. `posts` is narrow, so that filters and deep pages read little; texts are in another table.
 * Every index ends in id (the order) and word_id (the visibility), so that counting does not read the table.
 *
 * `post_search` contains the stems of texts (server/backend/search) and `terms` for filters: `all`, `w<word>`, `o<owner>`,
 * `c<city>`, `copy`. Migration 003 defines which posts it contains and which of them are copies.
 */
export const posts = `
CREATE TABLE owners (
  owner_id INTEGER PRIMARY KEY,
  owner_type TEXT NOT NULL,
  name TEXT,
  name_folded TEXT NOT NULL DEFAULT '',
  domain TEXT,
  photo_url TEXT
) STRICT;
CREATE INDEX owners_by_type ON owners (owner_type, owner_id);
CREATE INDEX owners_by_name ON owners (name_folded, owner_id);
CREATE INDEX owners_by_domain ON owners (domain, owner_id);

CREATE TABLE cities (
  city_id INTEGER PRIMARY KEY,
  name TEXT,
  name_folded TEXT NOT NULL DEFAULT '',
  country TEXT
) STRICT;
CREATE INDEX cities_by_name ON cities (name_folded, city_id);

CREATE TABLE posts (
  id INTEGER PRIMARY KEY,
  owner_id INTEGER NOT NULL,
  post_id INTEGER NOT NULL,
  word_id INTEGER NOT NULL REFERENCES words (word_id),
  user_id INTEGER NOT NULL,
  update_dt INTEGER NOT NULL,
  city_id INTEGER,
  is_copy INTEGER NOT NULL,
  UNIQUE (owner_id, post_id, word_id)
) STRICT;
CREATE INDEX posts_by_word ON posts (word_id, id, city_id);
CREATE INDEX posts_by_owner ON posts (owner_id, id, word_id);
CREATE INDEX posts_by_city ON posts (city_id, id, word_id);
CREATE INDEX posts_by_user ON posts (user_id, id, word_id);
CREATE INDEX posts_by_update ON posts (update_dt, id, word_id);

CREATE TABLE post_texts (
  id INTEGER PRIMARY KEY REFERENCES posts (id) ON DELETE CASCADE,
  text TEXT,
  photo_url TEXT
) STRICT;

CREATE VIRTUAL TABLE post_search USING fts5(text, terms, content = '', contentless_delete = 1, tokenize = 'ascii');

CREATE INDEX words_deleted ON words (word_id) WHERE deleted_at IS NOT NULL;
`;

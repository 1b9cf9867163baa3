/**
 * The search index gets other stems (server/backend/rules/search/russian-stem.ts). Entries are replaced while the service runs, from the
 * newest post to the oldest (reindexing.ts). Until then the terms of a new entry contain `form2`.
 *
 * `post_search_reindex` has one row while entries of posts with an ID below `below` may have the former stems.
 */
export const wordForms = `
CREATE TABLE post_search_reindex (below INTEGER NOT NULL) STRICT;
INSERT INTO post_search_reindex SELECT id + 1 FROM posts ORDER BY id DESC LIMIT 1;
`;

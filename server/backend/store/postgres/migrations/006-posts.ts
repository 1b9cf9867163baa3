/**
 * Posts, stories and facts. `id` contains the time, as in SQLite (post-id.ts). `arrival` and `story_id` are numbers of one
 * counter, which a writer takes while it holds the lock of posts, so that they are visible in ascending order.
 *
 * When the database is distributed (Citus), `posts` and `post_facts` are distributed by `owner_id`, the first part of what
 * identifies a post, `text_keys` by `key` and `stories` by `story_id`: each is in every unique key of its table.
 */
export const posts = [
  // The newest number of an arrival. A sequence would give numbers that are not committed.
  `CREATE TABLE arrival_counter (id int PRIMARY KEY CHECK (id = 1), newest bigint NOT NULL)`,
  `INSERT INTO arrival_counter VALUES (1, 0)`,
  // The numbers from first on, up to the next entry, arrived at this second, in milliseconds.
  `CREATE TABLE arrivals (first bigint PRIMARY KEY, at bigint NOT NULL)`,
  `CREATE TABLE stories (
    story_id bigint PRIMARY KEY,
    rows int NOT NULL
  )`,
  `CREATE TABLE posts (
    id bigint NOT NULL,
    owner_id bigint NOT NULL,
    post_id bigint NOT NULL,
    word_id bigint NOT NULL REFERENCES words,
    user_id bigint NOT NULL,
    update_dt bigint NOT NULL,
    city_id bigint,
    story_id bigint NOT NULL,
    arrival bigint NOT NULL,
    text text,
    photo_url text,
    PRIMARY KEY (owner_id, post_id, word_id)
  )`,
  `CREATE INDEX posts_by_id ON posts (id)`,
  // With the city, so that the cities of a client are read from the index.
  `CREATE INDEX posts_by_word ON posts (word_id, id) INCLUDE (city_id)`,
  `CREATE INDEX posts_by_owner ON posts (owner_id, id)`,
  `CREATE INDEX posts_by_user ON posts (user_id, id)`,
  `CREATE INDEX posts_by_story ON posts (story_id, id)`,
  `CREATE INDEX posts_by_arrival ON posts (arrival, story_id)`,
  `CREATE TABLE text_keys (
    key bigint NOT NULL,
    id bigint NOT NULL,
    PRIMARY KEY (key, id)
  )`,
  `CREATE TABLE post_facts (
    owner_id bigint NOT NULL,
    post_id bigint NOT NULL,
    likes bigint,
    reposts bigint,
    comments bigint,
    views bigint,
    is_ad boolean NOT NULL,
    edited_at bigint,
    repost_owner_id bigint,
    repost_post_id bigint,
    PRIMARY KEY (owner_id, post_id)
  )`,
  `CREATE INDEX post_facts_by_repost ON post_facts (repost_owner_id, repost_post_id) WHERE repost_owner_id IS NOT NULL`,
  // Sources and authors that were erased on request: their posts are not stored again.
  `CREATE TABLE erasures (
    kind text NOT NULL CHECK (kind IN ('owner', 'user')),
    target_id bigint NOT NULL,
    erased_at bigint NOT NULL,
    PRIMARY KEY (kind, target_id)
  )`,
];

/** Posts and stories. */
export const posts = [
  `CREATE TABLE owners (
    owner_id bigint PRIMARY KEY,
    owner_type text COLLATE "C" NOT NULL,
    name text,
    name_folded text COLLATE "C" NOT NULL,
    domain text COLLATE "C",
    photo_url text,
    added_by text COLLATE "C"
  )`,
  'CREATE INDEX owners_by_type ON owners (owner_type, owner_id)',
  'CREATE INDEX owners_by_name ON owners (name_folded, owner_id)',
  'CREATE INDEX owners_by_domain ON owners (domain NULLS FIRST, owner_id)',
  'CREATE INDEX owners_added ON owners (added_by) WHERE added_by IS NOT NULL',
  'CREATE TABLE users (user_id bigint PRIMARY KEY, name text NOT NULL, domain text, photo_url text)',
  `CREATE TABLE cities (
    city_id bigint PRIMARY KEY,
    name text,
    name_folded text COLLATE "C" NOT NULL,
    country text
  )`,
  `CREATE TABLE posts (
    id bigint NOT NULL,
    owner_id bigint NOT NULL,
    post_id bigint NOT NULL,
    word_id bigint NOT NULL REFERENCES words (word_id),
    user_id bigint NOT NULL,
    update_dt bigint NOT NULL,
    city_id bigint,
    story_id bigint NOT NULL,
    arrival bigint NOT NULL,
    text text,
    photo_url text,
    found_by_vk boolean NOT NULL DEFAULT false,
    PRIMARY KEY (owner_id, post_id, word_id)
  )`,
  'CREATE INDEX posts_by_id ON posts (id)',
  'CREATE INDEX posts_by_word ON posts (word_id, id) INCLUDE (city_id)',
  'CREATE INDEX posts_by_owner ON posts (owner_id, id)',
  'CREATE INDEX posts_by_user ON posts (user_id, id)',
  'CREATE INDEX posts_by_story ON posts (story_id, id)',
  'CREATE INDEX posts_by_arrival ON posts (arrival, story_id)',
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
  'CREATE INDEX post_facts_by_repost ON post_facts (repost_owner_id, repost_post_id) WHERE repost_owner_id IS NOT NULL',
  'CREATE TABLE text_keys (key bigint NOT NULL, id bigint NOT NULL, PRIMARY KEY (key, id))',
  'CREATE TABLE stories (story_id bigint PRIMARY KEY, rows int NOT NULL)',
  // The newest arrival number. A sequence would also return numbers that are not committed.
  'CREATE TABLE arrival_counter (id int PRIMARY KEY CHECK (id = 1), newest bigint NOT NULL)',
  'INSERT INTO arrival_counter VALUES (1, 0)',
  'CREATE TABLE arrivals (first bigint PRIMARY KEY, at bigint NOT NULL)',
  `CREATE TABLE erasures (
    kind text NOT NULL CHECK (kind IN ('owner', 'user')),
    target_id bigint NOT NULL,
    erased_at bigint NOT NULL,
    PRIMARY KEY (kind, target_id)
  )`,
];

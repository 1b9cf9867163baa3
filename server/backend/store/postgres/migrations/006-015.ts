/**
 * 006. Posts, stories and facts. `id` contains the time, as in SQLite (post-id.ts). `arrival` and `story_id` are numbers of one
 * counter, which a writer takes while it holds the lock of posts, so that they are visible in ascending order.
 *
 * When the database is distributed (Citus), `posts` and `post_facts` are distributed by `owner_id`, the first part of what
 * identifies a post, `text_keys` by `key` and `stories` by `story_id`: each is in every unique key of its table.
 */
export const posts = [
  // The newest number of an arrival. A sequence would return numbers that are not committed.
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

/**
 * The log of changes that the search copies follow (copy/search-copy.ts). A row says which key has changed, and in which
 * transaction; what is stored under the key is read when it is copied.
 */

export const logged = (table: string, key: readonly string[], updates = 'UPDATE'): string[] => {
  const of = (row: string) => key.map((column) => `${row}.${column}`).join(', ');
  const insert = (row: string) =>
    `INSERT INTO changes (kind, ${key.length === 1 ? 'key' : 'key, part'}) VALUES ('${table}', ${of(row)});`;
  return [
    `CREATE FUNCTION log_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP <> 'INSERT' THEN ${insert('old')} END IF;
        IF TG_OP = 'INSERT' THEN ${insert('new')} END IF;
        IF TG_OP = 'UPDATE' AND (${of('new')}) IS DISTINCT FROM (${of('old')}) THEN ${insert('new')} END IF;
        RETURN NULL;
      END $$`,
    `CREATE TRIGGER logged AFTER INSERT OR DELETE OR ${updates} ON ${table} FOR EACH ROW EXECUTE FUNCTION log_${table}()`,
  ];
};

export const changes = [
  // A database that was restored from a dump is in another place, and gets another history (history.ts).
  `ALTER TABLE service ADD COLUMN history uuid NOT NULL DEFAULT gen_random_uuid(),
     ADD COLUMN placed_in text NOT NULL DEFAULT ''`,
  `CREATE TABLE changes (
    change_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
    at timestamptz NOT NULL DEFAULT now(),
    kind text NOT NULL,
    key text NOT NULL,
    part bigint
  )`,
  `CREATE INDEX changes_by_xid ON changes (xid)`,
  `CREATE INDEX changes_by_time ON changes (at)`,
  ...logged('posts', ['owner_id', 'post_id']),
  ...logged('stories', ['story_id']),
  ...logged('arrivals', ['first']),
  ...logged('arrival_counter', ['id']),
  ...logged('words', ['word_id'], 'UPDATE OF text, deleted_at, total_posts, last_post_posts'),
  ...logged('word_clients', ['word_id']),
  ...logged('word_health', ['word_id']),
  ...logged('collection_windows', ['word_id']),
  ...logged('collection_runs', ['word_id'], 'UPDATE OF outcome'),
  ...logged('owners', ['owner_id']),
  ...logged('cities', ['city_id']),
  ...logged('marks', ['account', 'chunk']),
  ...logged('mutes', ['account']),
  ...logged('service', ['id'], 'UPDATE OF time_zone'),
];

/** 008. The journal cannot be truncated, and without a limit in `journal_retention` nothing of it can be deleted. */
export const journalTruncation = [
  `CREATE OR REPLACE FUNCTION keep_journal() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'UPDATE' THEN RAISE EXCEPTION 'A record of the journal cannot be changed'; END IF;
      IF old.at >= coalesce((SELECT deletable_before FROM journal_retention), 0) THEN
        RAISE EXCEPTION 'This record of the journal cannot be deleted yet';
      END IF;
      RETURN old;
    END $$`,
  `CREATE OR REPLACE TRIGGER journal_kept BEFORE UPDATE OR DELETE ON journal FOR EACH ROW EXECUTE FUNCTION keep_journal()`,
  `CREATE FUNCTION keep_whole_journal() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'The journal cannot be truncated';
    END $$`,
  `CREATE TRIGGER journal_not_truncated BEFORE TRUNCATE ON journal FOR EACH STATEMENT EXECUTE FUNCTION keep_whole_journal()`,
];

/** 009. Parallel sending, and uses of Atom links. See migration 016 of SQLite for the columns. */
export const outbox = [
  `ALTER TABLE deliveries ADD COLUMN claims int NOT NULL DEFAULT 0`,
  `UPDATE deliveries SET claims = tries`,
  `DROP INDEX IF EXISTS deliveries_due`,
  `CREATE INDEX deliveries_due ON deliveries (due_at, delivery_id) WHERE state = 'waiting'`,
  `UPDATE deliveries SET state = 'cancelled', ended_at = (extract(epoch FROM now()) * 1000)::bigint
    WHERE rule_id IS NULL AND state = 'waiting'`,
];

/** 010. See migration 017 of SQLite. */
export const collectors = [
  `ALTER TABLE collection_phrases ADD COLUMN leased_by text`,
  `ALTER TABLE posts ADD COLUMN found_by_vk boolean NOT NULL DEFAULT false`,
];

/** 011. What a client sees of its phrases. See migration 018 of SQLite. */
export const ownPhrases = [
  `ALTER TABLE word_clients
    ADD COLUMN shown_id bigint NOT NULL DEFAULT 0,
    ADD COLUMN text text NOT NULL DEFAULT '',
    ADD COLUMN frozen boolean NOT NULL DEFAULT false,
    ADD COLUMN full_search boolean NOT NULL DEFAULT false,
    ADD COLUMN awaits boolean NOT NULL DEFAULT false,
    ADD COLUMN collected_at bigint`,
  `UPDATE word_clients SET shown_id = w.word_id, text = w.text, frozen = w.state = 'freeze', full_search = w.full_search
    FROM words w WHERE w.word_id = word_clients.word_id`,
  `CREATE UNIQUE INDEX word_clients_by_shown_id ON word_clients (shown_id, client_id)`,
  `CREATE INDEX word_clients_awaiting ON word_clients (word_id) WHERE awaits`,
];

/** 012. Whose account added a source that no post has confirmed. See migration 020 of SQLite. */
export const unconfirmedOwners = [
  'ALTER TABLE owners ADD COLUMN added_by text COLLATE "C"',
  'CREATE INDEX owners_added ON owners (added_by) WHERE added_by IS NOT NULL',
];

/** 013. Revoked Atom links, and who else has used them. See migration 021 of SQLite for the columns. */
export const atomUses = [
  `ALTER TABLE atom_feeds ADD COLUMN revoked boolean NOT NULL DEFAULT false`,
  `CREATE TABLE atom_uses (
    feed_id bigint NOT NULL REFERENCES atom_feeds ON DELETE CASCADE,
    address text COLLATE "C" NOT NULL,
    day bigint NOT NULL,
    PRIMARY KEY (feed_id, address)
  )`,
];

/** 015. See migration 023 of SQLite. */
export const alertChannels = [
  `ALTER TABLE alert_rules DROP CONSTRAINT alert_rules_channel_check`,
  `DROP TRIGGER IF EXISTS alert_rules_deleted ON alert_rules`,
  `DROP FUNCTION IF EXISTS cancel_messages`,
];

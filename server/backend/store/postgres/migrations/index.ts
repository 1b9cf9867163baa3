/**
 * All migrations of the schema, oldest first. Append only: a released migration is never edited, except that it may leave out
 * what a later one removes or replaces. Short ones are inline. None removes or renames what the previous version reads, because
 * both run side by side during an upgrade.
 */
import type { Db } from '../../port.ts';
import {
  apiKeys,
  directoryAccounts,
  directoryPeople,
  people,
  secondFactors,
  sessionsOfPeople,
} from '../../schema/accounts.ts';
import { atomUses, claims } from '../../schema/alerts.ts';
import { changesOfVersion11 } from '../../schema/changes-1-1.ts';
import { collectors, ownPhrases } from '../../schema/phrases.ts';
import { erasures, journalBatches, postFacts, textKeys, unconfirmedOwners } from '../../schema/reading.ts';
import { rewriteClients, type StoredClient, storedClients } from '../../schema/stored-clients.ts';
import { rewriteSearches, type StoredSearches, storedSearches } from '../../schema/stored-searches.ts';
import { hiddenStories, ownStories, work, workModels, workRules } from '../../schema/work.ts';
import { postgresDialect } from '../dialect.ts';
import { accounts, alerts, journal, reading, words } from './001-005.ts';

/**
 * 006. Posts, stories and facts. `id` contains the time, as in SQLite (post-id.ts). `arrival` and `story_id` are numbers of one
 * counter, taken under the `posts` lock, so that they become visible in ascending order.
 *
 * When the database is distributed (Citus), `posts` and `post_facts` are distributed by `owner_id`, the first column of a
 * post's key, `text_keys` by `key` and `stories` by `story_id`: each is in every unique key of its table.
 */
const posts = [
  // The newest arrival number. A sequence would also return numbers that are not committed.
  `CREATE TABLE arrival_counter (id int PRIMARY KEY CHECK (id = 1), newest bigint NOT NULL)`,
  `INSERT INTO arrival_counter VALUES (1, 0)`,
  // Arrivals from the number first up to the next entry came at this second, in milliseconds.
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
  // Includes the city, so that the cities of a client are read from the index.
  `CREATE INDEX posts_by_word ON posts (word_id, id) INCLUDE (city_id)`,
  `CREATE INDEX posts_by_owner ON posts (owner_id, id)`,
  `CREATE INDEX posts_by_user ON posts (user_id, id)`,
  `CREATE INDEX posts_by_story ON posts (story_id, id)`,
  `CREATE INDEX posts_by_arrival ON posts (arrival, story_id)`,
  postFacts,
  ...textKeys,
  erasures,
];

/**
 * The log of changes that replicas follow (feed/replica). A row says which key has changed, and in which transaction; what is
 * stored under the key is read when it is copied.
 */

const logged = (table: string, key: readonly string[], updates = 'UPDATE'): string[] => {
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

const changes = [
  // placed_in identifies server and table: a database that was restored from a dump gets another history (history.ts).
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

/** 008. The journal cannot be truncated, and without a limit in `journal_retention` no record can be deleted. */
const journalTruncation = [
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

/** 009. Parallel sending. */
export const outbox = [
  ...claims,
  `UPDATE deliveries SET state = 'cancelled', ended_at = (extract(epoch FROM now()) * 1000)::bigint
    WHERE rule_id IS NULL AND state = 'waiting'`,
];

/** 015. See migration 024 of SQLite. */
const alertChannels = [
  `ALTER TABLE alert_rules DROP CONSTRAINT alert_rules_channel_check`,
  `DROP TRIGGER IF EXISTS alert_rules_deleted ON alert_rules`,
  `DROP FUNCTION IF EXISTS cancel_messages`,
];

async function rewriteStoredSearches(db: Db): Promise<void> {
  const { words, links, views, waiting } = storedSearches;
  const stored = {
    words: await db.rows(words),
    links: await db.rows(links),
    views: await db.rows(views),
    waiting: await db.rows(waiting),
  };
  const clients = await db.rows<StoredClient>(storedClients);
  for (const [sql, ...values] of [...rewriteSearches(stored as StoredSearches), ...rewriteClients(clients)])
    await db.run(sql, ...values);
}

/** Statements of one transaction, and functions that also compute what SQL cannot. */
export type Migration = readonly (string | ((db: Db) => Promise<void>))[];

/** The version of the schema of 1.0.0. */
export const firstVersion = 28;

export const migrations: readonly Migration[] = [
  accounts,
  words,
  reading,
  journal,
  alerts,
  posts,
  changes,
  journalTruncation,
  outbox,
  collectors, // 010
  ownPhrases, // 011
  unconfirmedOwners, // 012
  atomUses, // 013
  // 014. See migration 022 of SQLite.
  ['ALTER TABLE journal ADD COLUMN event text'],
  alertChannels,
  // 016. See migration 025 of SQLite.
  ['ALTER TABLE view_visits ADD COLUMN pinned_at bigint'],
  journalBatches, // 017
  // 018. See migration 027 of SQLite.
  ['ALTER TABLE administrators ADD COLUMN observer boolean NOT NULL DEFAULT false'],
  [people, ...sessionsOfPeople], // 019
  // 020. A login is no longer unique.
  [
    ...directoryAccounts,
    'ALTER TABLE people DROP CONSTRAINT people_login_key',
    'DROP INDEX IF EXISTS people_by_client',
    ...directoryPeople,
  ],
  apiKeys, // 021
  // 022. A token may be of the kind `pending`.
  [
    ...secondFactors,
    'ALTER TABLE session_tokens DROP CONSTRAINT session_tokens_kind_check',
    `ALTER TABLE session_tokens ADD CHECK (kind IN ('access', 'refresh', 'pending'))`,
  ],
  // 023.
  [...work, ...logged('story_work', ['client_id', 'story_id']), ...logged('story_tags', ['client_id', 'story_id'])],
  workRules, // 024
  hiddenStories, // 025
  // 026. The index finds the newest change of a client.
  [
    workModels,
    'CREATE INDEX work_changes_newest ON work_changes (client_id, change_id)',
    'DROP INDEX IF EXISTS work_changes_by_client',
    ...logged('work_models', ['client_id']),
  ],
  // 027.
  [
    ...ownStories,
    ...logged('joined_stories', ['client_id', 'story_id']),
    ...logged('separated_posts', ['client_id', 'story_id']),
  ],
  // 028. Filters by work read the search copy.
  ['DROP INDEX IF EXISTS story_work_filters'],
  [...changesOfVersion11({ types: postgresDialect.types, textTable: 'posts' }), rewriteStoredSearches], // 029
];

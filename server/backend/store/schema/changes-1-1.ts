/** The schema changes of version 1.1.0: one migration of each engine. Times are milliseconds since 1970, UTC. */
import { hourMs } from '../../../../shared/durations.ts';
import { measureAges } from '../../../../shared/rules/measures.ts';
import type { Dialect } from '../port.ts';
import { firstPostId, idsPerSecond } from '../post-id.ts';

/** What two people may change at the same time. */
const versionedTables = [
  'clients',
  'people',
  'alert_rules',
  'work_rules',
  'views',
  'work_tags',
  'words',
  'word_clients',
] as const;

type ColumnTypes = Dialect['types'];

/** version: grows with each change by a person, a directory or the command line. changed_at, changed_by: the newest change. */
const versions = ({ integer, text }: ColumnTypes) =>
  versionedTables.flatMap((table) => [
    `ALTER TABLE ${table} ADD COLUMN version ${integer} NOT NULL DEFAULT 1`,
    `ALTER TABLE ${table} ADD COLUMN changed_at ${integer}`,
    `ALTER TABLE ${table} ADD COLUMN changed_by ${text}`,
  ]);

/**
 * Figures, edits and deletions of posts. views_age: the age of the post, in hours, when its views were measured (0 below one
 * hour), null when that is unknown. changed_at: when its text last changed. deleted_at: when the network no longer had it.
 */
const lives = ({ integer, text }: ColumnTypes): string[] => [
  ...['measured_at', 'views_age', 'changed_at', 'deleted_at'].map(
    (column) => `ALTER TABLE post_facts ADD COLUMN ${column} ${integer}`,
  ),
  // The last measure of each age of a post. posted: the second of posting, which orders the posts of a source.
  `CREATE TABLE post_measures (
    owner_id ${integer} NOT NULL,
    post_id ${integer} NOT NULL,
    age ${integer} NOT NULL,
    at ${integer} NOT NULL,
    posted ${integer} NOT NULL,
    views ${integer},
    likes ${integer},
    reposts ${integer},
    comments ${integer},
    PRIMARY KEY (owner_id, post_id, age)
  )`,
  'CREATE INDEX post_measures_by_source ON post_measures (owner_id, age, posted, views) WHERE views IS NOT NULL',
  // The usual views of a source at an age (rules/measures.ts), of the posts that are stored now.
  `CREATE TABLE source_usuals (
    owner_id ${integer} NOT NULL,
    age ${integer} NOT NULL,
    edge_at ${integer} NOT NULL,
    edge_views ${integer} NOT NULL,
    pivot ${integer} NOT NULL,
    below ${integer} NOT NULL,
    equal ${integer} NOT NULL,
    above ${integer} NOT NULL,
    outside ${integer},
    PRIMARY KEY (owner_id, age)
  )`,
  // Earlier texts of a post. until_at: when the next one replaced it.
  `CREATE TABLE post_versions (
    owner_id ${integer} NOT NULL,
    post_id ${integer} NOT NULL,
    until_at ${integer} NOT NULL,
    text ${text},
    text_parts ${text},
    PRIMARY KEY (owner_id, post_id, until_at)
  )`,
  // Posts that the network will be asked about again. absent_since: when it first did not return the post.
  `CREATE TABLE post_checks (
    owner_id ${integer} NOT NULL,
    post_id ${integer} NOT NULL,
    due_at ${integer} NOT NULL,
    claimed_until ${integer},
    absent_since ${integer},
    PRIMARY KEY (owner_id, post_id)
  )`,
  'CREATE INDEX post_checks_by_time ON post_checks (due_at)',
];

/**
 * method: of the VK API; each has its own quota. owner_id: the wall that the call read. look_ups_until, walls_until,
 * comments_until: until when a key looks no posts up, or reads no walls or comments, with VK's error.
 */
const callsByMethod = ({ integer, text, code }: ColumnTypes): string[] => [
  `ALTER TABLE collection_calls ADD COLUMN method ${code} NOT NULL DEFAULT 'newsfeed.search'`,
  `ALTER TABLE collection_calls ADD COLUMN owner_id ${integer}`,
  'CREATE INDEX collection_calls_by_wall ON collection_calls (owner_id, at) WHERE owner_id IS NOT NULL',
  // A key makes tens of thousands of calls a day, which are counted before each of them.
  'CREATE INDEX collection_calls_by_method ON collection_calls (key_id, method, at)',
  'CREATE INDEX collection_calls_by_client ON collection_calls (method, client_id, at)',
  ...['look_ups', 'walls', 'comments'].flatMap((use) => [
    `ALTER TABLE collection_keys ADD COLUMN ${use}_until ${integer}`,
    `ALTER TABLE collection_keys ADD COLUMN ${use}_code ${integer}`,
    `ALTER TABLE collection_keys ADD COLUMN ${use}_message ${text}`,
  ]),
];

/**
 * Walls that clients follow (store/walls.ts). wall_id of a phrase: it is «Стена: имя», which gets every post of this wall.
 * newest_at: the time of the newest post when the wall was last read to the end, at read_at. lease: of the collector that reads
 * it until lease_until. rests_until: the network refused the wall, with its error. comments_at: the last turn of its comments.
 */
const walls = ({ integer, text, code, flag }: ColumnTypes): string[] => [
  `ALTER TABLE words ADD COLUMN wall_id ${integer}`,
  'CREATE INDEX words_of_walls ON words (wall_id) WHERE wall_id IS NOT NULL',
  `CREATE TABLE walls (
    owner_id ${integer} PRIMARY KEY REFERENCES owners (owner_id) ON DELETE CASCADE,
    due_at ${integer} NOT NULL,
    lease ${integer},
    lease_until ${integer},
    newest_at ${integer},
    read_at ${integer},
    rests_until ${integer},
    code ${integer},
    message ${text},
    comments_at ${integer}
  )`,
  'CREATE INDEX walls_due ON walls (due_at)',
  `CREATE TABLE wall_follows (
    client_id ${code} NOT NULL REFERENCES clients (client_id) ON DELETE CASCADE,
    owner_id ${integer} NOT NULL REFERENCES walls (owner_id) ON DELETE CASCADE,
    with_comments ${flag},
    every_post ${flag},
    PRIMARY KEY (client_id, owner_id)
  )`,
  'CREATE INDEX wall_follows_by_owner ON wall_follows (owner_id)',
  // Posts whose comments are collected (store/wall-comments.ts). total: their number, as last seen at seen_at. read_total: the number
  // for which they were read to the end, at read_at. progress: where the reading goes on. count_at: when the number is asked for.
  `CREATE TABLE wall_posts (
    owner_id ${integer} NOT NULL REFERENCES walls (owner_id) ON DELETE CASCADE,
    post_id ${integer} NOT NULL,
    user_id ${integer} NOT NULL,
    city_id ${integer},
    posted_at ${integer} NOT NULL,
    text ${text} NOT NULL,
    total ${integer} NOT NULL,
    read_total ${integer},
    read_at ${integer},
    due_at ${integer},
    count_at ${integer},
    seen_at ${integer} NOT NULL,
    progress ${text},
    lease ${integer},
    lease_until ${integer},
    PRIMARY KEY (owner_id, post_id)
  )`,
  'CREATE INDEX wall_posts_due ON wall_posts (owner_id, due_at) WHERE due_at IS NOT NULL',
  'CREATE INDEX wall_posts_counts ON wall_posts (count_at) WHERE count_at IS NOT NULL',
  // Rows that walls have given. Of the clients with the phrase, only those of the audience see a row; without an audience search
  // has found it too, and all see it. members_key: a digest of the clients that the audience was made for.
  `CREATE TABLE wall_audiences (
    audience_id ${integer} PRIMARY KEY,
    word_id ${integer} NOT NULL REFERENCES words (word_id) ON DELETE CASCADE,
    members_key ${code} NOT NULL,
    UNIQUE (word_id, members_key)
  )`,
  `CREATE TABLE wall_audience_clients (
    audience_id ${integer} NOT NULL REFERENCES wall_audiences (audience_id) ON DELETE CASCADE,
    client_id ${code} NOT NULL REFERENCES clients (client_id) ON DELETE CASCADE,
    PRIMARY KEY (audience_id, client_id)
  )`,
  'CREATE INDEX wall_audiences_by_client ON wall_audience_clients (client_id)',
  `CREATE TABLE wall_rows (
    owner_id ${integer} NOT NULL,
    post_id ${integer} NOT NULL,
    word_id ${integer} NOT NULL,
    audience_id ${integer} REFERENCES wall_audiences (audience_id),
    PRIMARY KEY (owner_id, post_id, word_id)
  )`,
  'CREATE INDEX wall_rows_by_audience ON wall_rows (audience_id)',
];

/**
 * How many posts of a phrase walls have given, and search too (store/word-recalls.ts): for administrators in word_health, for the
 * clients that follow the walls in word_recalls. search_capped: search has not read all of that time.
 */
const recalls = ({ integer, code, flag }: ColumnTypes): string[] => [
  `ALTER TABLE word_health ADD COLUMN wall_posts ${integer} NOT NULL DEFAULT 0`,
  `ALTER TABLE word_health ADD COLUMN found_posts ${integer} NOT NULL DEFAULT 0`,
  `ALTER TABLE word_health ADD COLUMN search_capped ${flag}`,
  `CREATE TABLE word_recalls (
    word_id ${integer} NOT NULL REFERENCES word_health (word_id) ON DELETE CASCADE,
    client_id ${code} NOT NULL REFERENCES clients (client_id) ON DELETE CASCADE,
    wall_posts ${integer} NOT NULL,
    found_posts ${integer} NOT NULL,
    PRIMARY KEY (word_id, client_id)
  )`,
  'CREATE INDEX word_recalls_by_client ON word_recalls (client_id)',
];

/**
 * Reports (rules/reports/report.ts). Lists are JSON. author_account: the account whose right counts. stopped: why it was stopped.
 * next_at: the next date; null without one. report_views: its saved filters, in order. A row of report_sendings is the plan of a
 * sending (ReportPlan): make_at: when its files are made next, null when they are made or nobody waits for them. report_parts: the
 * files, until the last mail has left. deliveries: a mail to one recipient has an address.
 */
const reports = ({ id, integer, text, code, flag, bytes }: ColumnTypes): string[] => [
  `CREATE TABLE reports (
    report_id ${id},
    account ${code} NOT NULL,
    name ${text} NOT NULL,
    period ${text} NOT NULL,
    from_day ${text},
    to_day ${text},
    sections ${text} NOT NULL,
    formats ${text} NOT NULL,
    weekdays ${text} NOT NULL,
    minute ${integer} NOT NULL,
    author_account ${code} NOT NULL,
    author ${text} NOT NULL,
    paused ${flag},
    stopped ${text},
    next_at ${integer},
    created_at ${integer} NOT NULL,
    version ${integer} NOT NULL DEFAULT 1,
    changed_at ${integer},
    changed_by ${text}
  )`,
  'CREATE INDEX reports_by_account ON reports (account)',
  'CREATE INDEX reports_due ON reports (next_at) WHERE next_at IS NOT NULL',
  `CREATE TABLE report_views (
    report_id ${integer} NOT NULL REFERENCES reports (report_id) ON DELETE CASCADE,
    position ${integer} NOT NULL,
    view_id ${integer} NOT NULL REFERENCES views (view_id) ON DELETE CASCADE,
    PRIMARY KEY (report_id, position)
  )`,
  'CREATE INDEX report_views_by_view ON report_views (view_id)',
  `CREATE TABLE report_recipients (
    recipient_id ${id},
    report_id ${integer} NOT NULL REFERENCES reports (report_id) ON DELETE CASCADE,
    position ${integer} NOT NULL,
    address ${text} NOT NULL,
    token ${bytes} NOT NULL UNIQUE,
    stopped_at ${integer}
  )`,
  'CREATE INDEX report_recipients_by_report ON report_recipients (report_id)',
  `CREATE TABLE report_sendings (
    sending_id ${id},
    report_id ${integer} NOT NULL REFERENCES reports (report_id) ON DELETE CASCADE,
    trial ${flag},
    skipped ${integer} NOT NULL,
    plan ${text} NOT NULL,
    created_at ${integer} NOT NULL,
    make_at ${integer},
    claims ${integer} NOT NULL DEFAULT 0,
    tries ${integer} NOT NULL DEFAULT 0,
    sent ${integer} NOT NULL DEFAULT 0,
    failed ${integer} NOT NULL DEFAULT 0
  )`,
  'CREATE INDEX report_sendings_by_report ON report_sendings (report_id)',
  'CREATE INDEX report_sendings_due ON report_sendings (make_at) WHERE make_at IS NOT NULL',
  `CREATE TABLE report_parts (
    sending_id ${integer} NOT NULL REFERENCES report_sendings (sending_id) ON DELETE CASCADE,
    name ${code} NOT NULL,
    content ${bytes} NOT NULL,
    PRIMARY KEY (sending_id, name)
  )`,
  `ALTER TABLE deliveries ADD COLUMN sending_id ${integer} REFERENCES report_sendings (sending_id) ON DELETE SET NULL`,
  `ALTER TABLE deliveries ADD COLUMN recipient_id ${integer} REFERENCES report_recipients (recipient_id) ON DELETE SET NULL`,
  `ALTER TABLE deliveries ADD COLUMN address ${text}`,
  'CREATE INDEX deliveries_by_sending ON deliveries (sending_id) WHERE sending_id IS NOT NULL',
  'CREATE INDEX deliveries_by_recipient ON deliveries (recipient_id) WHERE recipient_id IS NOT NULL',
  // A delivery may also be of the kind `report`.
  'ALTER TABLE deliveries RENAME COLUMN kind TO former_kind',
  `ALTER TABLE deliveries ADD COLUMN kind ${text} NOT NULL DEFAULT 'alert' CHECK (kind IN ('alert', 'trial', 'report'))`,
  'UPDATE deliveries SET kind = former_kind',
  'ALTER TABLE deliveries DROP COLUMN former_kind',
];

/**
 * Comments (docs/product/collection.md#comments). parent_post_id: the post of a comment; null for a post. parent_text: its first
 * words. parent_user_id: its author, if that is not the source itself. thread_id: the top comment in whose thread it stands.
 */
const comments = ({ integer, text }: ColumnTypes): string[] => [
  `ALTER TABLE post_facts ADD COLUMN parent_post_id ${integer}`,
  `ALTER TABLE post_facts ADD COLUMN parent_text ${text}`,
  `ALTER TABLE post_facts ADD COLUMN parent_user_id ${integer}`,
  `ALTER TABLE post_facts ADD COLUMN thread_id ${integer}`,
  'CREATE INDEX post_facts_by_parent ON post_facts (owner_id, parent_post_id) WHERE parent_post_id IS NOT NULL',
];

/** For how many days a client keeps comments; null: as long as posts. */
const retention = ({ integer }: ColumnTypes) => `ALTER TABLE clients ADD COLUMN keep_comments_days ${integer}`;

/** Posts of the last week are checked at the ages that they will reach. */
function plannedChecks(now: number): string {
  const age = `(${now} - posted_at)`;
  const next = measureAges.map((hours) => `WHEN ${age} < ${hours * hourMs} THEN posted_at + ${hours * hourMs}`);
  const oldest = now - (measureAges.at(-1) ?? 0) * hourMs;
  return `INSERT INTO post_checks (owner_id, post_id, due_at)
    SELECT owner_id, post_id, CASE ${next.join(' ')} END FROM (
      SELECT owner_id, post_id, max(id) / ${idsPerSecond} * 1000 AS posted_at FROM posts
      WHERE id >= ${firstPostId(oldest + 1000)} GROUP BY owner_id, post_id) AS recent`;
}

type Engine = { types: ColumnTypes; textTable: 'posts' | 'post_texts' };

/** `textTable`: the table that contains the texts of posts. text_parts: JSON of TextPart[]; null for the author's own words. */
export const changesOfVersion11 = ({ types, textTable }: Engine): readonly string[] => [
  ...versions(types),
  ...lives(types),
  ...callsByMethod(types),
  ...reports(types),
  ...walls(types),
  ...comments(types),
  retention(types),
  ...recalls(types),
  plannedChecks(Date.now()),
  // Alert rules may also have the conditions `silence`, `views`, `ratio`, `edited` and `deleted`.
  'ALTER TABLE alert_rules RENAME COLUMN condition TO former_condition',
  `ALTER TABLE alert_rules ADD COLUMN condition ${types.text} NOT NULL DEFAULT 'every'
    CHECK (condition IN ('every', 'least', 'spike', 'silence', 'views', 'ratio', 'edited', 'deleted'))`,
  'UPDATE alert_rules SET condition = former_condition',
  'ALTER TABLE alert_rules DROP COLUMN former_condition',
  // linked_at: when the client added the phrase; null for older links.
  `ALTER TABLE word_clients ADD COLUMN linked_at ${types.integer}`,
  // account: the batch ends with the access of this account. It, on_behalf_of and address belong to the person who changes
  // the stories, later to the person who undoes that. The last step writes the record. skipped_by: JSON of the names of people
  // who have set what an undo leaves.
  `ALTER TABLE work_batches ADD COLUMN account ${types.code}`,
  `ALTER TABLE work_batches ADD COLUMN on_behalf_of ${types.code}`,
  `ALTER TABLE work_batches ADD COLUMN address ${types.text}`,
  `ALTER TABLE work_batches ADD COLUMN skipped_by ${types.text}`,
  // undone: the story is as it was before the change.
  `ALTER TABLE work_changes ADD COLUMN undone ${types.flag}`,
  `ALTER TABLE ${textTable} ADD COLUMN text_parts ${types.text}`,
  // The filter «С фото» finds posts whose photo browsers may show.
  `UPDATE ${textTable} SET photo_url = NULL WHERE photo_url NOT LIKE 'https://%' AND photo_url NOT LIKE 'http://%'`,
  // confirmed_at: when a directory has last confirmed the account; before, each key had this time.
  ...(['administrators', 'people'] as const).map(
    (table) => `ALTER TABLE ${table} ADD COLUMN confirmed_at ${types.integer}`,
  ),
  `UPDATE administrators SET confirmed_at =
    (SELECT max(checked_at) FROM api_keys WHERE api_keys.admin_id = administrators.admin_id)`,
  'UPDATE people SET confirmed_at = (SELECT max(checked_at) FROM api_keys WHERE api_keys.person_id = people.person_id)',
  'ALTER TABLE api_keys DROP COLUMN checked_at',
  // is_code: of the second factor.
  `ALTER TABLE login_attempts ADD COLUMN is_code ${types.flag}`,
  'CREATE INDEX login_attempts_of_codes ON login_attempts (account, at) WHERE is_code',
];

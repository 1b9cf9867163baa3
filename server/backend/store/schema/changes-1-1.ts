/** The schema changes of version 1.1.0: one migration of each engine. Times are milliseconds since 1970, UTC. */
import type { Dialect } from '../port.ts';

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

type Engine = { types: ColumnTypes; textTable: 'posts' | 'post_texts' };

/** `textTable`: the table that contains the texts of posts. text_parts: JSON of TextPart[]; null for the author's own words. */
export const changesOfVersion11 = ({ types, textTable }: Engine): readonly string[] => [
  ...versions(types),
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

/**
 * All migrations of the schema, oldest first. Append only: a released migration is never edited, except that it may leave out what a
 * later one removes or replaces. A short one stands in the list itself. None removes or renames what the program before reads, which
 * runs beside this one during an upgrade.
 */
import {
  apiKeys,
  directoryAccounts,
  directoryPeople,
  people,
  secondFactors,
  sessionsOfPeople,
} from '../../schema/accounts.ts';
import { atomUses } from '../../schema/alerts.ts';
import { collectors, ownPhrases } from '../../schema/phrases.ts';
import { journalBatches, unconfirmedOwners } from '../../schema/reading.ts';
import { hiddenStories, ownStories, work, workModels, workRules } from '../../schema/work.ts';
import { accounts, alerts, journal, reading, words } from './001-005.ts';
import { alertChannels, changes, journalTruncation, logged, outbox, posts } from './006-015.ts';

/** Statements of one transaction. */
export type Migration = readonly string[];

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
];

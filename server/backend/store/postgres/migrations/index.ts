/**
 * All migrations of the schema, oldest first. Append only: a released migration is never edited. A short one stands in
 * the list itself. None removes or renames what the program before reads, which runs beside this one during an upgrade.
 */
import { accounts, words } from './001-002.ts';
import { alerts, journal, reading } from './003-005.ts';
import {
  alertChannels,
  atomUses,
  changes,
  collectors,
  journalTruncation,
  outbox,
  ownPhrases,
  posts,
  unconfirmedOwners,
} from './006-015.ts';

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
  collectors,
  ownPhrases,
  unconfirmedOwners,
  atomUses,
  // 014. See migration 022 of SQLite.
  ['ALTER TABLE journal ADD COLUMN event text'],
  alertChannels,
  // 016. See migration 025 of SQLite.
  ['ALTER TABLE view_visits ADD COLUMN pinned_at bigint'],
  // 017. See migration 026 of SQLite.
  [
    'ALTER TABLE journal ADD COLUMN batch text',
    'ALTER TABLE journal ADD COLUMN part int NOT NULL DEFAULT 0',
    'CREATE INDEX journal_by_batch ON journal (batch, record_id) WHERE batch IS NOT NULL',
    'DROP INDEX journal_by_time',
    'DROP INDEX journal_by_action',
    'CREATE INDEX journal_by_time ON journal (at, record_id) INCLUDE (who_folded, part)',
    'CREATE INDEX journal_by_action ON journal (action, at, record_id) INCLUDE (who_folded, part)',
  ],
  // 018. See migration 027 of SQLite.
  ['ALTER TABLE administrators ADD COLUMN observer boolean NOT NULL DEFAULT false'],
];

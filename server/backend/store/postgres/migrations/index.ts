/** All migrations of the schema, oldest first. Append only: a released migration is never edited. */
import { accounts, words } from './001-002.ts';
import { alerts, journal, reading } from './003-005.ts';
import {
  alertChannels,
  atomUses,
  changes,
  collectors,
  journalEvents,
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
  journalEvents,
  alertChannels,
];

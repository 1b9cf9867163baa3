/** All migrations of the schema, oldest first. Append only: a released migration is never edited. */
import { accounts } from './001-accounts.ts';
import { words } from './002-words.ts';
import { reading } from './003-reading.ts';
import { journal } from './004-journal.ts';
import { alerts } from './005-alerts.ts';
import { posts } from './006-posts.ts';
import { changes } from './007-changes.ts';
import { journalTruncation } from './008-journal-truncation.ts';
import { outbox } from './009-outbox.ts';
import { collectors } from './010-collectors.ts';
import { ownPhrases } from './011-own-phrases.ts';
import { unconfirmedOwners } from './012-unconfirmed-owners.ts';
import { atomUses } from './013-atom-uses.ts';
import { journalEvents } from './014-journal-events.ts';
import { alertChannels } from './015-alert-channels.ts';

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

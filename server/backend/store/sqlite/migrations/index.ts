/** All migrations of the database schema, oldest first. Append only: a released migration is never edited. */
import type { DatabaseSync } from 'node:sqlite';
import { core } from './001-core.ts';
import { posts } from './002-posts.ts';
import { livePhrases } from './003-live-phrases.ts';
import { collection } from './004-collection.ts';
import { stories } from './005-stories.ts';
import { searchCursor } from './006-search-cursor.ts';
import { journal } from './007-journal.ts';
import { alerts } from './008-alerts.ts';
import { rowStories } from './009-row-stories.ts';
import { rowColumns } from './010-row-columns.ts';
import { cards } from './011-cards.ts';
import { clientLists } from './012-client-lists.ts';
import { erasures } from './013-erasures.ts';
import { processes } from './014-processes.ts';
import { rowChunks } from './015-row-chunks.ts';
import { outbox } from './016-outbox.ts';
import { collectors } from './017-collectors.ts';
import { ownPhrases } from './018-own-phrases.ts';
import { wordForms } from './019-word-forms.ts';
import { unconfirmedOwners } from './020-unconfirmed-owners.ts';
import { atomUses } from './021-atom-uses.ts';
import { journalEvents } from './022-journal-events.ts';
import { commonStores } from './023-common-stores.ts';
import { alertChannels } from './024-alert-channels.ts';

/** SQL, or a function that also computes what SQL cannot. It logs when it may take long. */
export type Migration = string | ((db: DatabaseSync, log: (message: string) => void) => void);

export const migrations: readonly Migration[] = [
  core,
  posts,
  livePhrases,
  collection,
  stories,
  searchCursor,
  journal,
  alerts,
  rowStories,
  rowColumns,
  cards,
  clientLists,
  erasures,
  processes,
  rowChunks,
  outbox,
  collectors,
  ownPhrases,
  wordForms,
  unconfirmedOwners,
  atomUses,
  journalEvents,
  commonStores,
  alertChannels,
];

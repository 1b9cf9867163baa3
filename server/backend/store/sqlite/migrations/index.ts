/**
 * All migrations of the database schema, oldest first. Append only: a released migration is never edited, except that it may
 * leave out what a later one removes or computes again. Short ones are inline.
 */
import type { DatabaseSync } from 'node:sqlite';
import {
  apiKeys,
  directoryAccounts,
  directoryPeople,
  people,
  secondFactors,
  sessionsOfPeople,
  sessionTokens,
  tokenIndexes,
} from '../../schema/accounts.ts';
import { atomUses } from '../../schema/alerts.ts';
import { collectors, health, ownPhrases } from '../../schema/phrases.ts';
import { erasures, journalBatches, unconfirmedOwners } from '../../schema/reading.ts';
import { remake, toSqlite } from '../../schema/to-sqlite.ts';
import { hiddenStories, ownStories, work, workModels, workRules } from '../../schema/work.ts';
import { collection, core, livePhrases, posts } from './001-004.ts';
import {
  alertChannels,
  alerts,
  clientLists,
  commonStores,
  journal,
  outbox,
  processes,
  rowChunks,
  rowColumns,
  rowStories,
  searchCursor,
  stories,
  wordForms,
} from './005-024.ts';
import { version11 } from './038-version-1-1.ts';

/** SQL, or a function that also computes what SQL cannot. A long one reports the fraction that is done. */
export type Migration = string | ((db: DatabaseSync, report: (part: number) => void) => void);

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
  toSqlite(health), // 011
  clientLists,
  toSqlite([erasures]), // 013
  processes,
  rowChunks,
  outbox,
  toSqlite(collectors), // 017
  toSqlite(ownPhrases), // 018
  wordForms,
  toSqlite(unconfirmedOwners), // 020
  toSqlite(atomUses), // 021
  // 022. What a record of the journal states, as JSON (rules/journal/events.ts). Earlier records have only their text,
  // `object`.
  'ALTER TABLE journal ADD COLUMN event TEXT;',
  commonStores,
  alertChannels,
  // 025. When the account pinned a view, which comes before the others.
  'ALTER TABLE view_visits ADD COLUMN pinned_at INTEGER;',
  toSqlite(journalBatches), // 026
  // 027. Administrators who read everything and change nothing.
  'ALTER TABLE administrators ADD COLUMN observer INTEGER NOT NULL DEFAULT 0;',
  toSqlite([people, ...sessionsOfPeople]), // 028
  // 029. A login is no longer unique. Replacing the table would delete the sessions of people.
  `${toSqlite(directoryAccounts)}
   CREATE TEMP TABLE kept_sessions AS SELECT session_id, person_id FROM sessions WHERE person_id IS NOT NULL;
   UPDATE sessions SET person_id = NULL WHERE person_id IS NOT NULL;
   ${remake('people', people.replace('login text COLLATE "C" NOT NULL UNIQUE', 'login text NOT NULL'))}
   ${toSqlite(directoryPeople)}
   UPDATE sessions SET person_id = (SELECT person_id FROM kept_sessions kept WHERE kept.session_id = sessions.session_id)
     WHERE session_id IN (SELECT session_id FROM kept_sessions);
   DROP TABLE kept_sessions;`,
  toSqlite(apiKeys), // 030
  // 031. A token may be of the kind `pending`.
  `${toSqlite(secondFactors)}
   ${remake('session_tokens', sessionTokens.replace("'refresh'", "'refresh', 'pending'"))}
   ${toSqlite(tokenIndexes)}`,
  `${toSqlite(work)} CREATE INDEX work_changes_by_client ON work_changes (client_id);`, // 032
  toSqlite(workRules), // 033
  `${toSqlite(hiddenStories)}
   CREATE INDEX story_work_hidden ON story_work (client_id, story_id) WHERE hidden = 1;`, // 034
  // 035. With a rowid, because its rows are long.
  toSqlite([workModels]).replace(', WITHOUT ROWID', ''),
  // 036. Numbers of the counter of arrivals for separated posts.
  `${toSqlite(ownStories)}
   CREATE TRIGGER arrival_numbers INSTEAD OF UPDATE ON arrival_counter BEGIN
     UPDATE sqlite_sequence SET seq = new.newest WHERE name = 'stories';
   END;`,
  // 037. Filters by work keep the work of a client in memory (feed/work-columns.ts), by chunks of 4,096 stories, until the
  // version of a chunk changes. Versions are random, so that none that was rolled back comes again. Triggers change them,
  // because a replica writes rows without the store.
  `DROP INDEX IF EXISTS story_work_filters;
   CREATE TABLE work_versions (
     client_id TEXT NOT NULL REFERENCES clients (client_id) ON DELETE CASCADE,
     chunk INTEGER NOT NULL,
     version INTEGER NOT NULL,
     PRIMARY KEY (client_id, chunk)
   ) STRICT, WITHOUT ROWID;
   INSERT INTO work_versions SELECT client_id, story_id >> 12, random() >> 11 FROM story_work GROUP BY 1, 2;
   ${['story_work', 'story_tags']
     .map(
       (table) => `
   CREATE TRIGGER ${table}_added AFTER INSERT ON ${table} BEGIN
     INSERT INTO work_versions VALUES (new.client_id, new.story_id >> 12, random() >> 11)
       ON CONFLICT (client_id, chunk) DO UPDATE SET version = excluded.version;
   END;
   CREATE TRIGGER ${table}_changed AFTER UPDATE ON ${table} BEGIN
     UPDATE work_versions SET version = random() >> 11 WHERE client_id = new.client_id AND chunk = new.story_id >> 12;
   END;
   CREATE TRIGGER ${table}_removed AFTER DELETE ON ${table} BEGIN
     UPDATE work_versions SET version = random() >> 11 WHERE client_id = old.client_id AND chunk = old.story_id >> 12;
   END;`,
     )
     .join('')}`,
  version11, // 038
];

/**
 * All migrations of the database schema, oldest first. Append only: a released migration is never edited, except that it may leave out
 * what a later one removes or computes again. A short one stands in the list itself.
 */
import type { DatabaseSync } from 'node:sqlite';
import { core, livePhrases, posts } from './001-003.ts';
import { collection } from './004-collection.ts';
import { searchCursor, stories } from './005-006.ts';
import { alerts, journal, rowColumns, rowStories } from './007-010.ts';
import {
  alertChannels,
  atomUses,
  cards,
  clientLists,
  collectors,
  commonStores,
  erasures,
  outbox,
  ownPhrases,
  processes,
  rowChunks,
  unconfirmedOwners,
  wordForms,
} from './011-024.ts';
import { work } from './032-work.ts';

/** SQL, or a function that also computes what SQL cannot. A long one reports which part of it is done. */
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
  // 022. What a record of the journal states, as JSON (rules/journal/events.ts). Earlier records have only their text, `object`.
  'ALTER TABLE journal ADD COLUMN event TEXT;',
  commonStores,
  alertChannels,
  // 025. When the account pinned a view, which comes before the others.
  'ALTER TABLE view_visits ADD COLUMN pinned_at INTEGER;',
  // 026. Records of changes that were one action have the same batch, and all but the first of them are parts (1, else 0).
  `ALTER TABLE journal ADD COLUMN batch TEXT;
   ALTER TABLE journal ADD COLUMN part INTEGER NOT NULL DEFAULT 0;
   CREATE INDEX journal_by_batch ON journal (batch, record_id) WHERE batch IS NOT NULL;
   DROP INDEX IF EXISTS journal_by_time;
   DROP INDEX IF EXISTS journal_by_action;
   -- With the name, so that the filter by name reads the index alone.
   CREATE INDEX journal_by_time ON journal (at, record_id, who_folded, part);
   CREATE INDEX journal_by_action ON journal (action, at, record_id, who_folded, part);`,
  // 027. Administrators who read everything and change nothing.
  'ALTER TABLE administrators ADD COLUMN observer INTEGER NOT NULL DEFAULT 0;',
  // 028. People who sign in for a client. invitation_hash: SHA-256 of the token of a link that sets the password, until it is used.
  `CREATE TABLE people (
     person_id INTEGER PRIMARY KEY AUTOINCREMENT,
     client_id TEXT NOT NULL REFERENCES clients (client_id) ON DELETE CASCADE,
     login TEXT NOT NULL UNIQUE,
     name TEXT NOT NULL,
     role TEXT NOT NULL CHECK (role IN ('reader', 'editor', 'owner')),
     may_export INTEGER NOT NULL,
     disabled INTEGER NOT NULL DEFAULT 0,
     password_hash TEXT,
     invitation_hash BLOB UNIQUE,
     invited_until INTEGER,
     created_at INTEGER NOT NULL,
     signed_in_at INTEGER
   ) STRICT;
   ALTER TABLE sessions ADD COLUMN person_id INTEGER REFERENCES people (person_id) ON DELETE CASCADE;
   CREATE INDEX sessions_by_person ON sessions (person_id) WHERE person_id IS NOT NULL;`,
  // 029. Accounts of a directory, and when it was asked about a session. A login is unique among local people, and in a client.
  // disabled: of administrators, by the directory. departed: of people, it was the directory that disabled them.
  `ALTER TABLE administrators ADD COLUMN source TEXT;
   ALTER TABLE administrators ADD COLUMN subject TEXT;
   ALTER TABLE administrators ADD COLUMN disabled INTEGER NOT NULL DEFAULT 0;
   CREATE UNIQUE INDEX administrators_by_subject ON administrators (source, subject) WHERE source IS NOT NULL;
   ALTER TABLE sessions ADD COLUMN directory_grant TEXT;
   ALTER TABLE sessions ADD COLUMN checked_at INTEGER;
   -- The people without the unique login. Their sessions would go with the table.
   CREATE TEMP TABLE kept_sessions AS SELECT session_id, person_id FROM sessions WHERE person_id IS NOT NULL;
   UPDATE sessions SET person_id = NULL WHERE person_id IS NOT NULL;
   CREATE TABLE new_people (
     person_id INTEGER PRIMARY KEY AUTOINCREMENT,
     client_id TEXT NOT NULL REFERENCES clients (client_id) ON DELETE CASCADE,
     login TEXT NOT NULL,
     name TEXT NOT NULL,
     role TEXT NOT NULL CHECK (role IN ('reader', 'editor', 'owner')),
     may_export INTEGER NOT NULL,
     disabled INTEGER NOT NULL DEFAULT 0,
     password_hash TEXT,
     invitation_hash BLOB UNIQUE,
     invited_until INTEGER,
     created_at INTEGER NOT NULL,
     signed_in_at INTEGER,
     source TEXT,
     subject TEXT,
     departed INTEGER NOT NULL DEFAULT 0
   ) STRICT;
   INSERT INTO sqlite_sequence (name, seq) SELECT 'new_people', seq FROM sqlite_sequence WHERE name = 'people';
   INSERT INTO new_people SELECT *, NULL, NULL, 0 FROM people;
   DROP TABLE people;
   ALTER TABLE new_people RENAME TO people;
   CREATE UNIQUE INDEX people_by_login ON people (login) WHERE source IS NULL;
   CREATE UNIQUE INDEX people_by_client ON people (client_id, login);
   CREATE UNIQUE INDEX people_by_subject ON people (source, subject, client_id) WHERE source IS NOT NULL;
   UPDATE sessions SET person_id = (SELECT person_id FROM kept_sessions kept WHERE kept.session_id = sessions.session_id)
     WHERE session_id IN (SELECT session_id FROM kept_sessions);
   DROP TABLE kept_sessions;`,
  // 030. API keys; hash: SHA-256 of the key; checked_at: when a directory last confirmed the account. account_signed_in_at: of the client's own account, without its people.
  `CREATE TABLE api_keys (
     key_id INTEGER PRIMARY KEY AUTOINCREMENT,
     admin_id INTEGER REFERENCES administrators (admin_id) ON DELETE CASCADE,
     client_id TEXT REFERENCES clients (client_id) ON DELETE CASCADE,
     person_id INTEGER REFERENCES people (person_id) ON DELETE CASCADE,
     name TEXT NOT NULL,
     scopes TEXT NOT NULL,
     hash BLOB NOT NULL UNIQUE,
     checked_at INTEGER NOT NULL,
     used_at INTEGER
   ) STRICT;
   CREATE INDEX api_keys_by_admin ON api_keys (admin_id);
   CREATE INDEX api_keys_by_client ON api_keys (client_id, person_id);
   CREATE INDEX api_keys_by_person ON api_keys (person_id);
   ALTER TABLE clients ADD COLUMN account_signed_in_at INTEGER;
   UPDATE clients SET account_signed_in_at = signed_in_at WHERE client_id NOT IN (SELECT client_id FROM people);`,
  // 031. Second factors. secret: encrypted. last_step: the time step of the last used code. A sign-in that waits for its second step is a
  // session with a token of the kind `pending`.
  `CREATE TABLE second_factors (
     account TEXT PRIMARY KEY,
     secret TEXT NOT NULL,
     last_step INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE recovery_codes (
     account TEXT NOT NULL REFERENCES second_factors (account) ON DELETE CASCADE,
     hash BLOB NOT NULL,
     PRIMARY KEY (account, hash)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE tokens (
     hash BLOB PRIMARY KEY,
     session_id INTEGER NOT NULL REFERENCES sessions (session_id) ON DELETE CASCADE,
     kind TEXT NOT NULL CHECK (kind IN ('access', 'refresh', 'pending')),
     expires_at INTEGER NOT NULL,
     replaced_at INTEGER
   ) STRICT, WITHOUT ROWID;
   INSERT INTO tokens SELECT hash, session_id, kind, expires_at, replaced_at FROM session_tokens;
   DROP TABLE session_tokens;
   ALTER TABLE tokens RENAME TO session_tokens;
   CREATE INDEX session_tokens_by_session ON session_tokens (session_id);
   CREATE INDEX session_tokens_by_end ON session_tokens (expires_at);`,
  work,
  // 033. Rules of work. What a rule names may go: it is paused then. fault: why the service has paused it. evaluated: the newest arrival.
  `CREATE TABLE work_rules (
     rule_id INTEGER PRIMARY KEY AUTOINCREMENT,
     client_id TEXT NOT NULL REFERENCES clients (client_id) ON DELETE CASCADE,
     position INTEGER NOT NULL,
     name TEXT NOT NULL,
     view_id INTEGER NOT NULL,
     tag_id INTEGER,
     assignee INTEGER,
     state TEXT CHECK (state IN ('in-progress', 'resolved', 'rejected')),
     reason TEXT,
     paused INTEGER NOT NULL,
     fault TEXT,
     evaluated INTEGER NOT NULL,
     fired INTEGER NOT NULL DEFAULT 0
   ) STRICT;
   CREATE INDEX work_rules_by_client ON work_rules (client_id);`,
  // 034. Rules of work hide stories from the client's feed.
  `ALTER TABLE work_rules ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE story_work ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
   CREATE INDEX story_work_hidden ON story_work (client_id, story_id) WHERE hidden = 1;`,
  // 035. What suggests marks (rules/suggestions.ts). change_id: the newest change of work that it knows. model: JSON; null with too few marks.
  // checked, correct: suggestions that were compared with what people set without seeing them.
  `CREATE TABLE work_models (
     client_id TEXT PRIMARY KEY REFERENCES clients (client_id) ON DELETE CASCADE,
     change_id INTEGER NOT NULL DEFAULT 0,
     model TEXT,
     trained_at INTEGER NOT NULL,
     checked INTEGER NOT NULL DEFAULT 0,
     correct INTEGER NOT NULL DEFAULT 0
   ) STRICT;`,
  // 036. Stories that a client has joined, and posts that it has taken out of theirs (store/own-stories.ts). into_story is never joined itself.
  // The story of a separated post has a number of the counter of arrivals, and no row in stories.
  `CREATE TABLE joined_stories (
     client_id TEXT NOT NULL REFERENCES clients (client_id) ON DELETE CASCADE,
     story_id INTEGER NOT NULL,
     into_story INTEGER NOT NULL,
     PRIMARY KEY (client_id, story_id)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX joined_stories_by_story ON joined_stories (story_id);
   CREATE INDEX joined_stories_by_target ON joined_stories (into_story);
   CREATE TABLE separated_posts (
     client_id TEXT NOT NULL REFERENCES clients (client_id) ON DELETE CASCADE,
     story_id INTEGER NOT NULL,
     owner_id INTEGER NOT NULL,
     post_id INTEGER NOT NULL,
     PRIMARY KEY (client_id, story_id),
     UNIQUE (owner_id, post_id, client_id)
   ) STRICT, WITHOUT ROWID;
   CREATE TRIGGER arrival_numbers INSTEAD OF UPDATE ON arrival_counter BEGIN
     UPDATE sqlite_sequence SET seq = new.newest WHERE name = 'stories';
   END;`,
  // 037. Filters by work keep the work of a client in memory (feed/work-columns.ts), by chunks of 4,096 stories, until the version of a chunk
  // changes. It is random, because one that was rolled back must not come again. Triggers change it, because a replica writes rows
  // without the store.
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
];

/**
 * The schema of version 1.0.0, as its program made it, with the rows of an empty database. It is never edited: migrations
 * change it. The schema of SQLite (sqlite/schema-1-0) explains the columns. Times are milliseconds since 1970, UTC. Texts that
 * are sorted or compared have the collation C, which sorts as SQLite does.
 *
 * When the database is distributed (Citus), `posts` and `post_facts` are distributed by `owner_id`, the first column of a
 * post's key, `text_keys` by `key` and `stories` by `story_id`: each is in every unique key of its table. All other tables are
 * reference tables: they are small, and are joined with each other.
 */
import { accounts } from './accounts.ts';
import { alerts } from './alerts.ts';
import { changes, journalProtection } from './changes.ts';
import { phrases } from './phrases.ts';
import { posts } from './posts.ts';
import { reading } from './reading.ts';
import { work } from './work.ts';

/** The version in `schema_versions` of its databases. */
export const firstVersion = 28;

export const schema10: readonly string[] = [
  ...accounts,
  ...phrases,
  ...posts,
  ...reading,
  ...alerts,
  ...work,
  ...changes,
  ...journalProtection,
];

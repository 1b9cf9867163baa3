/** All migrations of the database schema, oldest first. Append only: a released migration is never edited. */
import { core } from './001-core.ts';
import { posts } from './002-posts.ts';
import { livePhrases } from './003-live-phrases.ts';
import { collection } from './004-collection.ts';

export const migrations: readonly string[] = [core, posts, livePhrases, collection];

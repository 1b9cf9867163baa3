/** The version of a file's schema: `user_version`. */
import type { DatabaseSync } from 'node:sqlite';
import * as messages from '../../../../shared/messages.ts';
import { DatabaseError, requireKnownSchema } from '../database-error.ts';
import { latestVersion } from './migrations.ts';
import { firstVersion } from './schema-1-0/index.ts';
import { readNumber, schemaVersion, snapshot } from './sql.ts';

/**
 * Whether version 1.0.0 has left posts with former entries in the search index, or without a story. If it was killed at the end
 * of that work, only its cursors are left.
 */
function isUnfinished(db: DatabaseSync): boolean {
  const hasPosts = (condition: string) =>
    readNumber(db, `SELECT EXISTS (SELECT 1 FROM posts WHERE ${condition})`) === 1;
  if (hasPosts('id < (SELECT below FROM post_search_reindex)')) return true;
  const hasTable = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'unarranged_posts'").get() !== undefined;
  return hasTable && hasPosts('EXISTS (SELECT 1 FROM unarranged_posts WHERE id BETWEEN next AND last)');
}

/** 0: an empty file. Throws a `DatabaseError` for a file that this program can neither use nor migrate. */
export function readKnownVersion(db: DatabaseSync): number {
  // Another process may migrate the file between two reads.
  return snapshot(db, () => {
    const version = schemaVersion(db);
    requireKnownSchema(version, { first: firstVersion, latest: latestVersion() });
    if (version === firstVersion && isUnfinished(db)) throw new DatabaseError(messages.unfinishedSchema);
    return version;
  });
}

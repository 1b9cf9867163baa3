/** The version of a file's schema: `user_version`. */
import type { DatabaseSync } from 'node:sqlite';
import * as messages from '../../../../shared/messages.ts';
import { DatabaseError, requireKnownSchema } from '../database-error.ts';
import { latestVersion } from './migrations.ts';
import { firstVersion } from './schema-1-0/index.ts';
import { readNumber, schemaVersion, snapshot } from './sql.ts';

/** Whether version 1.0.0 has not finished what it does after the start: former entries of the search index, and stories. */
const isUnfinished = (db: DatabaseSync): boolean =>
  readNumber(
    db,
    `SELECT EXISTS (SELECT 1 FROM post_search_reindex)
       OR EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'unarranged_posts')`,
  ) === 1;

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

/** Removes what deleted rows have left in PostgreSQL, and in the replica of this machine. */
import type { Feed } from '../store.ts';
import { openPool, type Timeouts } from './database.ts';

/** Tables with texts and names of sources, authors and posts. */
const tables = ['posts', 'owners', 'users', 'deliveries'];

/** Removes the deleted rows of the tables. Returns those that the user does not own: only their owner may. */
async function vacuum(url: string, timeouts: Timeouts): Promise<string[]> {
  const database = openPool(url, 1, { ...timeouts, statementMs: 0, answerMs: 0 });
  try {
    const owned = await database.column<string>(
      `SELECT relname FROM pg_class WHERE oid = ANY ($1::regclass[]) AND pg_has_role(relowner, 'USAGE')`,
      tables,
    );
    for (const table of owned) await database.rows(`VACUUM ${table}`);
    return tables.filter((table) => !owned.includes(table));
  } finally {
    await database.close();
  }
}

/** Returns what is left, for people. */
export async function scrub(url: string, timeouts: Timeouts, feed: Feed): Promise<string[]> {
  const skipped = await vacuum(url, timeouts);
  const notRemoved = `deleted rows of ${skipped.join(', ')} until autovacuum, or a VACUUM by their owner`;
  return [
    ...(skipped.length > 0 ? [notRemoved] : []),
    ...(await feed.scrub()),
    "unused space of the server's files until it is written over, or until VACUUM FULL",
    "the server's WAL and its archives, replicas and base backups",
    'search copies on other machines, which follow at their next query, in unused space of their files: they can be deleted',
  ];
}

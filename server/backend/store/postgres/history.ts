/** Maintains the log of changes (`changes`): ties it to its database, and prunes it. */
import type { Db } from '../port.ts';
import type { Database } from './database.ts';

export const changesDays = 7;
/** Rows per statement. A statement takes one or two seconds. */
const prunedRows = 100_000;

/**
 * A database that was restored from a dump has the log of another one, whose transactions it does not know. Gives it a new
 * history without changes. Runs inside a transaction.
 */
export async function settleHistory(db: Db): Promise<void> {
  const restored = await db.run(
    `UPDATE service SET history = gen_random_uuid(), placed_in = place
     FROM (SELECT system_identifier || '/' || 'changes'::regclass::oid AS place FROM pg_control_system()) AS here
     WHERE placed_in <> place`,
  );
  if (restored > 0) await db.run('TRUNCATE changes');
}

/** Removes changes older than `changesDays`. */
export async function pruneChanges(database: Database): Promise<void> {
  for (let removed = prunedRows; removed === prunedRows; ) {
    removed = await database.run(
      `DELETE FROM changes WHERE change_id IN (
         SELECT change_id FROM changes WHERE at < now() - interval '${changesDays} days' ORDER BY at LIMIT ${prunedRows})`,
    );
  }
}

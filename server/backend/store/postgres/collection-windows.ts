/** Collected windows of phrases in PostgreSQL. */
import { adjacentMs } from '../../../../shared/rules/coverage.ts';
import { windowsMax } from '../collection-limits.ts';
import type { CollectedWindow } from '../collection-store.ts';
import { mergeWindows } from '../merge-windows.ts';
import type { Db } from '../port.ts';

const columns = 'SELECT from_at AS "from", to_at AS "to", complete FROM collection_windows WHERE word_id = $1';

/** Oldest first. */
export const listWindows = (db: Db, wordId: number): Promise<CollectedWindow[]> =>
  db.rows<CollectedWindow>(`${columns} ORDER BY from_at`, wordId);

/** Runs inside the transaction of the run that holds the lease. */
export async function addWindow(db: Db, wordId: number, window: CollectedWindow): Promise<void> {
  const known = await db.rows<CollectedWindow>(
    `${columns} AND from_at <= $2 AND to_at >= $3`,
    ...[wordId, window.to + adjacentMs, window.from - adjacentMs],
  );
  for (const { from } of known) {
    await db.run('DELETE FROM collection_windows WHERE word_id = $1 AND from_at = $2', wordId, from);
  }
  for (const { from, to, complete } of mergeWindows([...known, window])) {
    await db.run('INSERT INTO collection_windows VALUES ($1, $2, $3, $4)', wordId, from, to, complete);
  }
  await db.run(
    `DELETE FROM collection_windows WHERE word_id = $1 AND from_at <= (
       SELECT from_at FROM collection_windows WHERE word_id = $1 ORDER BY from_at DESC LIMIT 1 OFFSET ${windowsMax})`,
    wordId,
  );
}

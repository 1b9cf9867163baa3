/** Read marks of stories, per account (rules/account.ts). */

import { accountOf, type Identity } from '../rules/account.ts';
import { chunkBytes, chunkOf, setMark } from '../rules/mark-bits.ts';
import { partsOf, rowsOfParts } from './own-stories.ts';
import { createMethods, type Db } from './port.ts';
import { isShownTo } from './wall-visibility.ts';

/** The stories with a row that the viewer may see. */
export function findVisible(db: Db, viewer: Identity, storyIds: readonly number[]): Promise<number[]> {
  if (viewer.type === 'admin') {
    return db.column(
      `SELECT DISTINCT wanted FROM ${db.dialect.elements('$1', 'bigint', 'wanted')} WHERE EXISTS
         (SELECT 1 FROM posts JOIN words USING (word_id) WHERE story_id = wanted AND deleted_at IS NULL)`,
      storyIds,
    );
  }
  return db.column(
    `SELECT DISTINCT story FROM ${partsOf(db.dialect, '$1', '$2')} WHERE EXISTS
       (SELECT 1 FROM ${rowsOfParts('$1', '= parts.part')} JOIN words USING (word_id) WHERE deleted_at IS NULL
          AND word_id IN (SELECT word_id FROM word_clients WHERE client_id = $1) AND ${isShownTo('$1')})`,
    viewer.clientId,
    storyIds,
  );
}

async function markChunk(db: Db, account: string, chunk: number, ids: readonly number[], read: boolean) {
  const empty = new Uint8Array(chunkBytes);
  // Creates the row before locking it, so that concurrent marks in one chunk do not overwrite each other.
  await db.run('INSERT INTO marks VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', account, chunk, empty);
  const sql = `SELECT bits FROM marks WHERE account = $1 AND chunk = $2 ${db.dialect.locking('UPDATE')}`;
  const bits = new Uint8Array((await db.value<Uint8Array>(sql, account, chunk)) ?? empty);
  const changed = ids.filter((storyId) => setMark(bits, storyId, read));
  if (changed.length > 0) {
    await db.run('UPDATE marks SET bits = $3 WHERE account = $1 AND chunk = $2', account, chunk, bits);
  }
  return changed;
}

/**
 * Marks the stories as read or unread. Ignores stories without a row that the viewer may see. Returns the stories whose mark
 * changed.
 */
async function mark(db: Db, viewer: Identity, storyIds: readonly number[], read: boolean): Promise<number[]> {
  const chunks = Map.groupBy(await findVisible(db, viewer, storyIds), chunkOf);
  const changed: number[] = [];
  // In ascending order, so that transactions do not deadlock.
  for (const [chunk, ids] of [...chunks].sort(([a], [b]) => a - b)) {
    changed.push(...(await markChunk(db, accountOf(viewer), chunk, ids, read)));
  }
  return changed;
}

/** Marks numbers of an account without a check. Without numbers, the account gets an empty chunk. */
export async function markAll(db: Db, account: string, numbers: readonly number[]): Promise<void> {
  const chunks = Map.groupBy(numbers, chunkOf);
  if (chunks.size === 0) chunks.set(0, []);
  for (const [chunk, ids] of [...chunks].sort(([a], [b]) => a - b)) await markChunk(db, account, chunk, ids, true);
}

export const removeMarks = (db: Db, account: string): Promise<number> =>
  db.run('DELETE FROM marks WHERE account = $1', account);

export const createMarksStore = (db: Db) => createMethods(db, {}, { mark });

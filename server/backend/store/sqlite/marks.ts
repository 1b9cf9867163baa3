/** Read marks of stories in SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import { chunkBytes, chunkOf, setMark } from '../../marks/mark-bits.ts';
import { accountOf } from '../account.ts';
import type { MarksStore } from '../marks-store.ts';
import type { Identity } from '../sessions-store.ts';
import { transaction } from './database.ts';

/** Reads the stories of a JSON array that have a row of a phrase that is not deleted. */
const visible = `
  SELECT DISTINCT value AS storyId FROM json_each(?) WHERE EXISTS
    (SELECT 1 FROM posts JOIN words USING (word_id) WHERE story_id = value AND deleted_at IS NULL`;

export function createMarksStore(db: DatabaseSync): MarksStore {
  const visibleToAll = db.prepare(`${visible})`);
  const visibleToClient = db.prepare(
    `${visible} AND word_id IN (SELECT word_id FROM word_clients WHERE client_id = ?))`,
  );
  const find = db.prepare('SELECT bits FROM marks WHERE account = ? AND chunk = ?');
  const save = db.prepare('INSERT OR REPLACE INTO marks (account, chunk, bits) VALUES (?, ?, ?)');

  function findVisible(viewer: Identity, storyIds: readonly number[]): number[] {
    const list = JSON.stringify(storyIds);
    const rows = viewer.type === 'admin' ? visibleToAll.all(list) : visibleToClient.all(list, viewer.clientId);
    return rows.map((row) => Number(row.storyId));
  }

  function markChunk(account: string, chunk: number, storyIds: readonly number[], read: boolean): number[] {
    const bits = (find.get(account, chunk)?.bits as Uint8Array | undefined) ?? new Uint8Array(chunkBytes);
    const changed = storyIds.filter((storyId) => setMark(bits, storyId, read));
    if (changed.length > 0) save.run(account, chunk, bits);
    return changed;
  }
  return {
    mark: async (viewer, storyIds, read) =>
      transaction(db, () => {
        const account = accountOf(viewer);
        const chunks = Map.groupBy(findVisible(viewer, storyIds), chunkOf);
        return [...chunks].flatMap(([chunk, ids]) => markChunk(account, chunk, ids, read));
      }),
  };
}

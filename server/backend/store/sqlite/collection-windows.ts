/** Collected windows of phrases in SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import { adjacentMs } from '../../../../shared/rules/coverage.ts';
import { windowsMax } from '../collection-limits.ts';
import type { CollectedWindow } from '../collection-store.ts';
import { mergeWindows } from '../merge-windows.ts';

type WindowRecord = { from: number; to: number; complete: number };

const toWindows = (records: unknown[]): CollectedWindow[] =>
  (records as WindowRecord[]).map(({ from, to, complete }) => ({ from, to, complete: complete === 1 }));

const columns = 'SELECT from_at AS "from", to_at AS "to", complete FROM collection_windows WHERE word_id = ?';

/** Returns a function that reads the windows of a phrase, oldest first. */
export function createWindowReader(db: DatabaseSync) {
  const list = db.prepare(`${columns} ORDER BY from_at`);
  return (wordId: number): CollectedWindow[] => toWindows(list.all(wordId));
}

/** The methods run inside the caller's transaction. */
export function createCollectionWindows(db: DatabaseSync) {
  const touching = db.prepare(`${columns} AND from_at <= ? AND to_at >= ?`);
  const remove = db.prepare('DELETE FROM collection_windows WHERE word_id = ? AND from_at = ?');
  const insert = db.prepare('INSERT INTO collection_windows VALUES (?, ?, ?, ?)');
  const clear = db.prepare('DELETE FROM collection_windows WHERE word_id = ?');
  const prune = db.prepare(
    `DELETE FROM collection_windows WHERE word_id = ?1 AND from_at <= (
       SELECT from_at FROM collection_windows WHERE word_id = ?1 ORDER BY from_at DESC LIMIT 1 OFFSET ${windowsMax})`,
  );
  return {
    list: createWindowReader(db),
    add(wordId: number, window: CollectedWindow): void {
      const known = toWindows(touching.all(wordId, window.to + adjacentMs, window.from - adjacentMs));
      for (const { from } of known) remove.run(wordId, from);
      for (const { from, to, complete } of mergeWindows([...known, window])) {
        insert.run(wordId, from, to, Number(complete));
      }
      prune.run(wordId);
    },
    clear: (wordId: number): void => void clear.run(wordId),
  };
}

export type CollectionWindows = ReturnType<typeof createCollectionWindows>;

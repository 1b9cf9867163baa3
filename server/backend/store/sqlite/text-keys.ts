/**
 * Keys of texts in SQLite (migration 005). Every row with a text has its key; one row of each distinct text also has the
 * band keys, so that a text that many rows have is one candidate. The methods run inside the caller's transaction.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { FoldedText } from '../../rules/stories/folded-text.ts';

export function createTextKeys(db: DatabaseSync) {
  const insert = db.prepare('INSERT INTO text_keys VALUES (?, ?)');
  const remove = db.prepare('DELETE FROM text_keys WHERE key = ? AND id = ?');
  const findOther = db.prepare('SELECT id FROM text_keys WHERE key = ? AND id <> ? LIMIT 1');

  const otherWith = (key: number, id: number): number | null => {
    const other = findOther.get(key, id);
    return other ? Number(other.id) : null;
  };
  const insertBands = (id: number, bands: readonly number[]) => {
    for (const band of bands) insert.run(band, id);
  };
  return {
    add(id: number, { key, bands }: FoldedText): void {
      if (otherWith(key, id) === null) insertBands(id, bands);
      insert.run(key, id);
    },
    /** Moves the band keys to another row with the text. */
    remove(id: number, { key, bands }: FoldedText): void {
      remove.run(key, id);
      const removed = bands.map((band) => remove.run(band, id).changes).some((changes) => Number(changes) > 0);
      const heir = removed ? otherWith(key, id) : null;
      if (heir !== null) insertBands(heir, bands);
    },
  };
}

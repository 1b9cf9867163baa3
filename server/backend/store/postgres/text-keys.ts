/**
 * Keys of texts in PostgreSQL. Every row with a text has its key; one row of each distinct text also has the band keys, so that
 * a text that many rows have is one candidate. The functions run under the lock of posts.
 */
import type { FoldedText } from '../../rules/stories/folded-text.ts';
import type { Db } from '../port.ts';

const insert = (db: Db, id: number, keys: readonly number[]) =>
  db.run(
    'INSERT INTO text_keys (key, id) SELECT key, $2 FROM unnest($1::bigint[]) AS key ON CONFLICT DO NOTHING',
    keys,
    id,
  );

const otherWith = async (db: Db, key: number, id: number): Promise<number | null> =>
  (await db.row<{ id: number }>('SELECT id FROM text_keys WHERE key = $1 AND id <> $2 ORDER BY id LIMIT 1', key, id))
    ?.id ?? null;

export async function addTextKeys(db: Db, id: number, { key, bands }: FoldedText): Promise<void> {
  const known = await otherWith(db, key, id);
  await insert(db, id, known === null ? [key, ...bands] : [key]);
}

/** Moves the band keys to another row with the text. */
export async function removeTextKeys(db: Db, id: number, { key, bands }: FoldedText): Promise<void> {
  await db.run('DELETE FROM text_keys WHERE key = $1 AND id = $2', key, id);
  const removed = await db.run('DELETE FROM text_keys WHERE key = ANY ($1::bigint[]) AND id = $2', bands, id);
  const heir = removed > 0 ? await otherWith(db, key, id) : null;
  if (heir !== null) await insert(db, heir, bands);
}

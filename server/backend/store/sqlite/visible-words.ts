/** Finds the phrases that a scope may see, also those without posts. */
import type { DatabaseSync } from 'node:sqlite';
import { allOf, isOneOf, isTrackedBy } from './row-conditions.ts';

/** In the order of the IDs that are asked for. */
export function findVisibleWords(
  db: DatabaseSync,
  clientId: string | null,
  wordIds: readonly number[],
): { id: number; name: string }[] {
  const { sql, params } = allOf([
    { sql: 'deleted_at IS NULL', params: [] },
    isOneOf('word_id', wordIds),
    ...(clientId === null ? [] : [isTrackedBy(clientId)]),
  ]);
  const rows = db.prepare(`SELECT word_id AS id, text FROM words WHERE ${sql}`).all(...params);
  const names = new Map(rows.map(({ id, text }) => [Number(id), String(text)]));
  return wordIds.flatMap((id) => {
    const name = names.get(id);
    return name === undefined ? [] : [{ id, name }];
  });
}

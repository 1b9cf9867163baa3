/** The phrases that a scope may see. */
import type { DatabaseSync } from 'node:sqlite';
import { allOf, type Condition } from '../store/sqlite/sql.ts';
import { namedWord } from '../store/word-rows.ts';
import { isOneOf } from './row-conditions.ts';

/** `wordId`: of the stored rows. `id`: the one that the viewer sees, and `name` its spelling. */
export type VisibleWord = { wordId: number; id: number; name: string };

/** The phrases with these IDs of rows; null: all. A client has IDs and spellings of its own. */
function readVisible(db: DatabaseSync, clientId: string | null, condition: Condition): VisibleWord[] {
  const ofClient = 'word_clients own JOIN words w USING (word_id)';
  const [source, columns] =
    clientId === null
      ? ['words w', 'w.word_id AS id, w.text AS name']
      : [ofClient, 'own.shown_id AS id, own.text AS name'];
  const { sql, params } = allOf([
    { sql: 'w.deleted_at IS NULL', params: [] },
    ...(clientId === null ? [] : [{ sql: 'own.client_id = ?', params: [clientId] }]),
    condition,
  ]);
  return db
    .prepare(`SELECT w.word_id AS wordId, ${columns} FROM ${source} WHERE ${sql}`)
    .all(...params) as VisibleWord[];
}

/** The IDs of rows that administrators name, each once. */
function readNamed(db: DatabaseSync, ids: readonly number[]): number[] {
  const find = db.prepare(`SELECT ${namedWord('?1')} AS wordId`);
  return [...new Set(ids.map((id) => Number(find.get(id)?.wordId)))];
}

/** In the order of the IDs that are asked for, as the viewer sees them. */
export function findVisibleWords(db: DatabaseSync, clientId: string | null, ids: readonly number[]): VisibleWord[] {
  const named = clientId === null ? readNamed(db, ids) : ids;
  const words = readVisible(db, clientId, isOneOf(clientId === null ? 'w.word_id' : 'own.shown_id', named));
  const byId = new Map(words.map((word) => [word.id, word]));
  return named.flatMap((id) => byId.get(id) ?? []);
}

/** By the IDs of rows. */
export const nameWords = (
  db: DatabaseSync,
  clientId: string | null,
  wordIds: readonly number[],
): Map<number, VisibleWord> =>
  new Map(readVisible(db, clientId, isOneOf('w.word_id', wordIds)).map((word) => [word.wordId, word]));

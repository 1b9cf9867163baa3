/** Reads phrases in SQLite; word-pages.ts reads them page by page, word-changes.ts writes them. */
import type { DatabaseSync } from 'node:sqlite';
import { foldText } from '../../../../shared/rules/word.ts';
import type { WordRow, WordsStore } from '../words-store.ts';
import { createTransactionGate } from './transaction-gate.ts';
import { createWordBulk } from './word-bulk.ts';
import { createWordChanges } from './word-changes.ts';
import { createWordPages } from './word-pages.ts';
import { toRow, toRows, type WordRecord, wordColumns } from './word-rows.ts';

const live = `SELECT ${wordColumns} FROM words w WHERE w.deleted_at IS NULL`;
const ofClient = `SELECT ${wordColumns} FROM word_clients own JOIN words w USING (word_id)
  WHERE own.client_id = ? AND w.deleted_at IS NULL`;

export function createWordsStore(db: DatabaseSync, gate = createTransactionGate()): WordsStore {
  const list = db.prepare(`${live} ORDER BY w.word_id DESC`);
  const listDeleted = db.prepare(
    `SELECT ${wordColumns} FROM words w WHERE deleted_at IS NOT NULL ORDER BY w.word_id DESC`,
  );
  const listOfClient = db.prepare(`${ofClient} ORDER BY w.word_id DESC`);
  const suggest = db.prepare(`
    SELECT word_id AS wordId, text FROM words WHERE deleted_at IS NULL AND instr(text_folded, :needle) > 0
    ORDER BY text_folded = :needle DESC, text_folded LIMIT :limit`);
  const suggestOfClient = db.prepare(`
    SELECT w.word_id AS wordId, w.text FROM word_clients own JOIN words w USING (word_id)
    WHERE own.client_id = :clientId AND w.deleted_at IS NULL AND instr(w.text_folded, :needle) > 0
    ORDER BY w.text_folded = :needle DESC, w.text_folded LIMIT :limit`);
  const byId = db.prepare(`SELECT ${wordColumns} FROM words w WHERE w.word_id = ?`);
  const tracked = db.prepare(`
    SELECT 1 FROM word_clients own JOIN words w USING (word_id)
    WHERE own.client_id = ? AND own.word_id = ? AND w.deleted_at IS NULL`);

  const find = (wordId: number): WordRow | null => {
    const record = byId.get(wordId) as WordRecord | undefined;
    return record ? toRow(record) : null;
  };
  const changes = createWordChanges(db, find);
  return {
    list: async (deleted = false) => toRows((deleted ? listDeleted : list).all()),
    listOfClient: async (clientId) => toRows(listOfClient.all(clientId)),
    ...createWordPages(db),
    suggest: async (text, clientId, limit) => {
      const params = { needle: foldText(text), limit };
      const rows = clientId === null ? suggest.all(params) : suggestOfClient.all({ ...params, clientId });
      return rows as { wordId: number; text: string }[];
    },
    get: async (wordId) => find(wordId),
    isTrackedBy: async (wordId, clientId) => tracked.get(clientId, wordId) !== undefined,
    create: async (...word) => changes.create(...word),
    update: async (...word) => changes.update(...word),
    updateOfClient: async (...word) => changes.updateOfClient(...word),
    markDeleted: async (...word) => changes.markDeleted(...word),
    unlink: async (...word) => changes.unlink(...word),
    ...createWordBulk(db, find, changes, gate),
  };
}

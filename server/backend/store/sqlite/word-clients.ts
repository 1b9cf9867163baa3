/** Links of phrases and clients in SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import { describeWord } from '../../journal/describe.ts';
import type { WordClientRow, WordClientsStore } from '../word-clients-store.ts';
import { transaction } from './database.ts';
import { createJournalWriter } from './journal-writer.ts';

const select = 'SELECT id, word_id AS wordId, client_id AS clientId FROM word_clients';

export function createWordClientsStore(db: DatabaseSync): WordClientsStore {
  const list = db.prepare(`${select} ORDER BY id`);
  const forWord = db.prepare(`${select} WHERE word_id = ? ORDER BY id`);
  const forClient = db.prepare(`${select} WHERE client_id = ? ORDER BY id`);
  const wordText = db.prepare('SELECT text, deleted_at AS deletedAt FROM words WHERE word_id = ?');
  const client = db.prepare('SELECT 1 FROM clients WHERE client_id = ?');
  const insert = db.prepare(`
    INSERT INTO word_clients (word_id, client_id) VALUES (?, ?) ON CONFLICT DO NOTHING
    RETURNING id, word_id AS wordId, client_id AS clientId`);
  const remove = db.prepare(
    'DELETE FROM word_clients WHERE id = ? RETURNING id, word_id AS wordId, client_id AS clientId',
  );
  const record = createJournalWriter(db);

  const findText = (wordId: number) => wordText.get(wordId) as { text: string; deletedAt: number | null } | undefined;
  const describe = ({ wordId, clientId }: WordClientRow) =>
    describeWord({ wordId, text: findText(wordId)?.text ?? '' }, clientId);
  return {
    list: async () => list.all() as WordClientRow[],
    forWord: async (wordId) => forWord.all(wordId) as WordClientRow[],
    forClient: async (clientId) => forClient.all(clientId) as WordClientRow[],
    create: async (wordId, clientId, by = null) =>
      transaction(db, () => {
        if (findText(wordId)?.deletedAt !== null) return { outcome: 'unknown-word' };
        if (!client.get(clientId)) return { outcome: 'unknown-client' };
        const link = insert.get(wordId, clientId) as WordClientRow | undefined;
        if (!link) return { outcome: 'duplicate' };
        record(by, 'word-added', describe(link));
        return { outcome: 'created', link };
      }),
    delete: async (id, by = null) =>
      transaction(db, () => {
        const link = remove.get(id) as WordClientRow | undefined;
        if (!link) return false;
        record(by, 'word-deleted', describe(link));
        return true;
      }),
  };
}

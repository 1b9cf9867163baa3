/** Links of phrases and clients in SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import type { WordClientRow, WordClientsStore } from '../word-clients-store.ts';
import { transaction } from './database.ts';

const select = 'SELECT id, word_id AS wordId, client_id AS clientId FROM word_clients';

export function createWordClientsStore(db: DatabaseSync): WordClientsStore {
  const list = db.prepare(`${select} ORDER BY id`);
  const forWord = db.prepare(`${select} WHERE word_id = ? ORDER BY id`);
  const forClient = db.prepare(`${select} WHERE client_id = ? ORDER BY id`);
  const word = db.prepare('SELECT 1 FROM words WHERE word_id = ? AND deleted_at IS NULL');
  const client = db.prepare('SELECT 1 FROM clients WHERE client_id = ?');
  const insert = db.prepare(`
    INSERT INTO word_clients (word_id, client_id) VALUES (?, ?) ON CONFLICT DO NOTHING
    RETURNING id, word_id AS wordId, client_id AS clientId`);
  const remove = db.prepare('DELETE FROM word_clients WHERE id = ?');
  return {
    list: async () => list.all() as WordClientRow[],
    forWord: async (wordId) => forWord.all(wordId) as WordClientRow[],
    forClient: async (clientId) => forClient.all(clientId) as WordClientRow[],
    create: async (wordId, clientId) =>
      transaction(db, () => {
        if (!word.get(wordId)) return { outcome: 'unknown-word' };
        if (!client.get(clientId)) return { outcome: 'unknown-client' };
        const link = insert.get(wordId, clientId) as WordClientRow | undefined;
        return link ? { outcome: 'created', link } : { outcome: 'duplicate' };
      }),
    delete: async (id) => remove.run(id).changes === 1,
  };
}

/** Links of phrases and clients in SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import { wordEvent } from '../../rules/journal/events.ts';
import type { WordClientRow, WordClientsStore } from '../word-clients-store.ts';
import { transaction } from './database.ts';
import { createJournalWriter } from './journal-writer.ts';
import { createWordLinks } from './word-links.ts';

const select = 'SELECT id, word_id AS wordId, client_id AS clientId FROM word_clients';

export function createWordClientsStore(db: DatabaseSync): WordClientsStore {
  const list = db.prepare(`${select} ORDER BY id`);
  const forWord = db.prepare(`${select} WHERE word_id = ? ORDER BY id`);
  const forClient = db.prepare(`${select} WHERE client_id = ? ORDER BY id`);
  const client = db.prepare('SELECT 1 FROM clients WHERE client_id = ?');
  const links = createWordLinks(db);
  const remove = db.prepare(
    'DELETE FROM word_clients WHERE id = ? RETURNING id, word_id AS wordId, client_id AS clientId',
  );
  const record = createJournalWriter(db);

  const describe = ({ wordId, clientId }: WordClientRow) =>
    wordEvent({ wordId, text: links.find(wordId)?.text ?? '' }, clientId);
  return {
    list: async () => list.all() as WordClientRow[],
    forWord: async (wordId) => forWord.all(wordId) as WordClientRow[],
    forClient: async (clientId) => forClient.all(clientId) as WordClientRow[],
    create: async (wordId, clientId, by = null, max = Infinity) =>
      transaction(db, () => {
        const word = links.find(wordId);
        if (!word || word.deleted) return { outcome: 'unknown-word' };
        if (!client.get(clientId)) return { outcome: 'unknown-client' };
        if (word.clients.includes(clientId)) return { outcome: 'duplicate' };
        if (links.count(clientId) >= max) return { outcome: 'too-many' };
        const { text, state, fullSearch } = word;
        const link = links.add({ wordId, clientId, text, frozen: state === 'freeze', fullSearch, isNew: false });
        record(by, 'word-added', describe(link));
        return { outcome: 'created', link };
      }),
    delete: async (id, by = null) =>
      transaction(db, () => {
        const link = remove.get(id) as WordClientRow | undefined;
        if (!link) return false;
        links.settle(link.wordId);
        record(by, 'word-deleted', describe(link));
        return true;
      }),
  };
}

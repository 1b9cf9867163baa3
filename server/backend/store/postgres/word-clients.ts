/** Links of phrases and clients in PostgreSQL. */
import { describeWord } from '../../journal/describe.ts';
import type { WordClientRow, WordClientsStore } from '../word-clients-store.ts';
import type { Db } from './database.ts';
import { recordChange } from './journal-writer.ts';

const select = 'SELECT id, word_id, client_id FROM word_clients';

/** The rows are locked, so that neither is deleted before the link exists. */
const findWord = (db: Db, wordId: number) =>
  db.row<{ text: string; deletedAt: number | null }>(
    'SELECT text, deleted_at FROM words WHERE word_id = $1 FOR SHARE',
    wordId,
  );
const findClient = (db: Db, clientId: string) =>
  db.row('SELECT 1 FROM clients WHERE client_id = $1 FOR SHARE', clientId);

export const createWordClientsStore = (db: Db): WordClientsStore => ({
  list: () => db.rows<WordClientRow>(`${select} ORDER BY id`),
  forWord: (wordId) => db.rows<WordClientRow>(`${select} WHERE word_id = $1 ORDER BY id`, wordId),
  forClient: (clientId) => db.rows<WordClientRow>(`${select} WHERE client_id = $1 ORDER BY id`, clientId),
  create: (wordId, clientId, by = null) =>
    db.transaction(async (tx) => {
      const word = await findWord(tx, wordId);
      if (word?.deletedAt !== null) return { outcome: 'unknown-word' };
      if (!(await findClient(tx, clientId))) return { outcome: 'unknown-client' };
      const link = await tx.row<WordClientRow>(
        `INSERT INTO word_clients (word_id, client_id) VALUES ($1, $2) ON CONFLICT DO NOTHING
         RETURNING id, word_id, client_id`,
        ...[wordId, clientId],
      );
      if (!link) return { outcome: 'duplicate' };
      await recordChange(tx, by, 'word-added', describeWord({ wordId, text: word.text }, clientId));
      return { outcome: 'created', link };
    }),
  delete: (id, by = null) =>
    db.transaction(async (tx) => {
      const link = await tx.row<WordClientRow & { text: string }>(
        `DELETE FROM word_clients USING words WHERE id = $1 AND words.word_id = word_clients.word_id
         RETURNING id, words.word_id, client_id, text`,
        id,
      );
      if (!link) return false;
      await recordChange(tx, by, 'word-deleted', describeWord(link, link.clientId));
      return true;
    }),
});

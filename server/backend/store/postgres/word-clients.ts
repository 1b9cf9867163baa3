/** Links of phrases and clients in PostgreSQL. */
import { wordEvent } from '../../rules/journal/events.ts';
import { recordChange } from '../journal.ts';
import type { Db } from '../port.ts';
import type { WordClientRow, WordClientsStore } from '../word-clients-store.ts';
import { addLink, countPhrases, settlePhrase } from './word-links.ts';
import { findWord } from './word-rows.ts';

const select = 'SELECT id, word_id, client_id FROM word_clients';

/** The row is locked, so that it is not deleted before the link exists. */
const findClient = (db: Db, clientId: string) =>
  db.row('SELECT 1 FROM clients WHERE client_id = $1 FOR SHARE', clientId);

export const createWordClientsStore = (db: Db): WordClientsStore => ({
  list: () => db.rows<WordClientRow>(`${select} ORDER BY id`),
  forWord: (wordId) => db.rows<WordClientRow>(`${select} WHERE word_id = $1 ORDER BY id`, wordId),
  forClient: (clientId) => db.rows<WordClientRow>(`${select} WHERE client_id = $1 ORDER BY id`, clientId),
  create: (wordId, clientId, by = null, max = Infinity) =>
    db.transaction(async (tx) => {
      await tx.lock('words');
      const word = await findWord(tx, wordId);
      if (!word || word.deleted) return { outcome: 'unknown-word' };
      if (!(await findClient(tx, clientId))) return { outcome: 'unknown-client' };
      if (word.clients.includes(clientId)) return { outcome: 'duplicate' };
      if ((await countPhrases(tx, clientId)) >= max) return { outcome: 'too-many' };
      const { text, state, fullSearch } = word;
      const link = await addLink(tx, { wordId, clientId, text, frozen: state === 'freeze', fullSearch, isNew: false });
      await recordChange(tx, by, 'word-added', wordEvent({ wordId, text }, clientId));
      return { outcome: 'created', link };
    }),
  delete: (id, by = null) =>
    db.transaction(async (tx) => {
      await tx.lock('words');
      const link = await tx.row<WordClientRow & { text: string }>(
        `DELETE FROM word_clients USING words WHERE id = $1 AND words.word_id = word_clients.word_id
         RETURNING id, words.word_id, client_id, words.text`,
        id,
      );
      if (!link) return false;
      await settlePhrase(tx, link.wordId);
      await recordChange(tx, by, 'word-deleted', wordEvent(link, link.clientId));
      return true;
    }),
});

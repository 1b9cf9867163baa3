/** Links between phrases and the clients that track them. */
import { wordEvent } from '../rules/journal/events.ts';
import { type Author, recordChange } from './journal.ts';
import { createMethods, type Db } from './port.ts';
import { addLink, countPhrases, settlePhrase, type WordClientRow } from './word-links.ts';
import { findWord } from './word-rows.ts';

export type WordClientCreation =
  | { outcome: 'created'; link: WordClientRow }
  | { outcome: 'unknown-word' | 'unknown-client' | 'duplicate' | 'too-many' };

const select = 'SELECT id, word_id, client_id FROM word_clients';

/** `max`: the limit of phrases of a client. */
async function create(
  db: Db,
  wordId: number,
  clientId: string,
  by: Author | null = null,
  max = Infinity,
): Promise<WordClientCreation> {
  await db.lock('words');
  const word = await findWord(db, wordId);
  if (!word || word.deleted) return { outcome: 'unknown-word' };
  // The row is locked, so that it is not deleted before the link exists.
  const client = await db.row('SELECT 1 FROM clients WHERE client_id = $1 FOR SHARE', clientId);
  if (!client) return { outcome: 'unknown-client' };
  if (word.clients.includes(clientId)) return { outcome: 'duplicate' };
  if ((await countPhrases(db, clientId)) >= max) return { outcome: 'too-many' };
  const { text, state, fullSearch } = word;
  const link = await addLink(db, { wordId, clientId, text, frozen: state === 'freeze', fullSearch, isNew: false });
  await recordChange(db, by, 'word-added', wordEvent(word, clientId));
  return { outcome: 'created', link };
}

/** False: no such link. */
async function remove(db: Db, id: number, by: Author | null = null): Promise<boolean> {
  await db.lock('words');
  const link = await db.row<WordClientRow>(`${select} WHERE id = $1`, id);
  const word = link && (await findWord(db, link.wordId));
  if (!word) return false;
  await db.run('DELETE FROM word_clients WHERE id = $1', id);
  await settlePhrase(db, word.wordId);
  await recordChange(db, by, 'word-deleted', wordEvent(word, link.clientId));
  return true;
}

const list = (db: Db) => db.rows<WordClientRow>(`${select} ORDER BY id`);

const forWord = (db: Db, wordId: number) => db.rows<WordClientRow>(`${select} WHERE word_id = $1 ORDER BY id`, wordId);

const forClient = (db: Db, clientId: string) =>
  db.rows<WordClientRow>(`${select} WHERE client_id = $1 ORDER BY id`, clientId);

export const createWordClientsStore = (db: Db) =>
  createMethods(db, { list, forWord, forClient }, { create, delete: remove });

/** Links between phrases and the clients that track them. */
import { wordEvent } from '../rules/journal/events.ts';
import { type Author, recordChange } from './journal.ts';
import type { Db } from './port.ts';
import { addLink, countPhrases, settlePhrase, type WordClientRow } from './word-links.ts';
import { findWord } from './word-rows.ts';

export type WordClientCreation =
  | { outcome: 'created'; link: WordClientRow }
  | { outcome: 'unknown-word' | 'unknown-client' | 'duplicate' | 'too-many' };

export interface WordClientsStore {
  list(): Promise<WordClientRow[]>;
  forWord(wordId: number): Promise<WordClientRow[]>;
  forClient(clientId: string): Promise<WordClientRow[]>;
  /** `max`: the limit of phrases of a client. */
  create(wordId: number, clientId: string, by?: Author | null, max?: number): Promise<WordClientCreation>;
  /** False: no such link. */
  delete(id: number, by?: Author | null): Promise<boolean>;
}

const select = 'SELECT id, word_id, client_id FROM word_clients';

async function create(
  db: Db,
  { wordId, clientId }: { wordId: number; clientId: string },
  by: Author | null,
  max: number,
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

async function remove(db: Db, id: number, by: Author | null): Promise<boolean> {
  await db.lock('words');
  const link = await db.row<WordClientRow>(`${select} WHERE id = $1`, id);
  const word = link && (await findWord(db, link.wordId));
  if (!word) return false;
  await db.run('DELETE FROM word_clients WHERE id = $1', id);
  await settlePhrase(db, word.wordId);
  await recordChange(db, by, 'word-deleted', wordEvent(word, link.clientId));
  return true;
}

export const createWordClientsStore = (db: Db): WordClientsStore => ({
  list: () => db.rows<WordClientRow>(`${select} ORDER BY id`),
  forWord: (wordId) => db.rows<WordClientRow>(`${select} WHERE word_id = $1 ORDER BY id`, wordId),
  forClient: (clientId) => db.rows<WordClientRow>(`${select} WHERE client_id = $1 ORDER BY id`, clientId),
  create: (wordId, clientId, by = null, max = Infinity) =>
    db.transaction((tx) => create(tx, { wordId, clientId }, by, max)),
  delete: (id, by = null) => db.transaction((tx) => remove(tx, id, by)),
});

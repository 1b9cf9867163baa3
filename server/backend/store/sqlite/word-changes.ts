/**
 * Writes phrases in SQLite. Several clients may track one phrase: what one of them changes must not change it for others.
 *
 * A deleted phrase keeps its posts and links, hidden, until an administrator restores it. Its text is free meanwhile:
 * who adds it gets a new phrase with posts from then on, and nobody else gets it. The old phrase can be restored again
 * once no other phrase has its text.
 */
import type { DatabaseSync } from 'node:sqlite';
import { foldText } from '../../../../shared/rules/word.ts';
import type { WordChange, WordCreation, WordRow, WordsStore, WordUpdated } from '../words-store.ts';
import { transaction } from './database.ts';

type WordChanges = Pick<WordsStore, 'create' | 'update' | 'updateOfClient' | 'markDeleted' | 'unlink'>;

/** Frozen is the one state that stops the collection; ready, pending and error differ only in how it goes. */
const changesCollection = (word: WordRow, { state }: WordChange): boolean =>
  state !== undefined && (state === 'freeze') !== (word.state === 'freeze');

export function createWordChanges(db: DatabaseSync, find: (wordId: number) => WordRow | null): WordChanges {
  const byText = db.prepare('SELECT word_id AS wordId FROM words WHERE text_folded = ? AND deleted_at IS NULL');
  const clientExists = db.prepare('SELECT 1 FROM clients WHERE client_id = ?');
  const insert = db.prepare(`
    INSERT INTO words (text, text_folded, state, full_search) VALUES (?, ?, ?, ?) RETURNING word_id AS wordId`);
  const write = db.prepare('UPDATE words SET text = ?, text_folded = ?, state = ?, full_search = ? WHERE word_id = ?');
  const clearDeleted = db.prepare('UPDATE words SET deleted_at = NULL WHERE word_id = ?');
  const setDeleted = db.prepare('UPDATE words SET deleted_at = ? WHERE word_id = ? AND deleted_at IS NULL');
  const link = db.prepare('INSERT INTO word_clients (word_id, client_id) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const unlink = db.prepare('DELETE FROM word_clients WHERE word_id = ? AND client_id = ?');

  const liveWordWith = (text: string): WordRow | null => {
    const record = byText.get(foldText(text));
    return record ? find(Number(record.wordId)) : null;
  };
  const apply = (word: WordRow, change: WordChange): WordRow => {
    const next = { ...word, ...change };
    write.run(next.text, foldText(next.text), next.state, Number(next.fullSearch), word.wordId);
    return next;
  };
  const reload = (wordId: number): WordRow => {
    const word = find(wordId);
    if (!word) throw new Error(`Phrase ${wordId} disappeared within its own transaction`);
    return word;
  };

  const insertFor = (clientId: string, word: WordCreation): WordRow => {
    const { wordId } = insert.get(word.text, foldText(word.text), word.state, Number(word.fullSearch)) as {
      wordId: number;
    };
    link.run(wordId, clientId);
    return reload(wordId);
  };

  const create: WordChanges['create'] = async (word, clientId) =>
    transaction(db, () => {
      if (!clientExists.get(clientId)) return { outcome: 'unknown-client' };
      const existing = liveWordWith(word.text);
      if (!existing) return { outcome: 'created', word: insertFor(clientId, word) };
      if (existing.clients.includes(clientId)) return { outcome: 'already-tracked' };
      if (existing.clients.length === 0) {
        apply(existing, { state: word.state, fullSearch: word.fullSearch });
      } else if (word.fullSearch) {
        apply(existing, { fullSearch: true });
      }
      link.run(existing.wordId, clientId);
      return { outcome: 'linked', word: reload(existing.wordId) };
    });

  const update: WordChanges['update'] = async (wordId, { deleted, ...change }) =>
    transaction(db, (): WordUpdated => {
      const word = find(wordId);
      if (!word || (word.deleted && deleted !== false)) return { outcome: 'unknown' };
      // Restoring needs a free text as renaming does: a client may have added the text again meanwhile.
      const other = liveWordWith(change.text ?? word.text);
      if (other && other.wordId !== wordId) return { outcome: 'duplicate' };
      apply(word, change);
      if (word.deleted) clearDeleted.run(wordId);
      return { outcome: 'updated', word: reload(wordId) };
    });

  /** This client alone goes over to another phrase; the one it leaves stays as it is for the others. */
  const move = (word: WordRow, clientId: string, change: WordChange & { text: string }): WordUpdated => {
    const other = liveWordWith(change.text);
    if (other?.clients.includes(clientId)) return { outcome: 'duplicate' };
    unlink.run(word.wordId, clientId);
    if (other) {
      link.run(other.wordId, clientId);
      return { outcome: 'updated', word: reload(other.wordId) };
    }
    const state = change.state ?? (word.state === 'freeze' ? 'freeze' : 'ready');
    const fullSearch = change.fullSearch ?? word.fullSearch;
    return { outcome: 'updated', word: insertFor(clientId, { text: change.text, state, fullSearch }) };
  };

  const updateOfClient: WordChanges['updateOfClient'] = async (wordId, clientId, change) =>
    transaction(db, (): WordUpdated => {
      const word = find(wordId);
      if (!word || word.deleted || !word.clients.includes(clientId)) return { outcome: 'unknown' };
      const { text, ...settings } = change;
      const shared = word.clients.length > 1;
      const renamed = text !== undefined && foldText(text) !== foldText(word.text);
      if (renamed && (shared || liveWordWith(text))) return move(word, clientId, { ...settings, text });
      if (!shared) return { outcome: 'updated', word: apply(word, change) };
      if (changesCollection(word, settings)) return { outcome: 'shared' };
      return { outcome: 'updated', word: apply(word, { fullSearch: word.fullSearch || settings.fullSearch === true }) };
    });

  return {
    create,
    update,
    updateOfClient,
    markDeleted: async (wordId, now) => setDeleted.run(now, wordId).changes === 1,
    unlink: async (wordId, clientId) =>
      transaction(db, () => {
        const word = find(wordId);
        return word !== null && !word.deleted && unlink.run(wordId, clientId).changes === 1;
      }),
  };
}

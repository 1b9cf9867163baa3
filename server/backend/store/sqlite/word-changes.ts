/** Writes phrases in SQLite, by the rules of word-change-rules.ts. */
import type { DatabaseSync } from 'node:sqlite';
import { foldText } from '../../../../shared/rules/word.ts';
import { wordChange, wordEvent } from '../../rules/journal/events.ts';
import type { Author } from '../journal.ts';
import { changeSettings } from '../word-change-rules.ts';
import type { WordCreation, WordRow, WordsStore, WordUpdated } from '../words-store.ts';
import { createCollectionWordChanges } from './collection-word-changes.ts';
import { transaction } from './database.ts';
import { createJournalWriter } from './journal-writer.ts';
import { createWordLinks } from './word-links.ts';
import type { OwnWordReader } from './word-rows.ts';

type Method = 'create' | 'update' | 'updateOfClient' | 'markDeleted' | 'unlink';

/** The methods of the store without promises, so that several changes fit in one transaction. */
export type WordChanges = {
  [Name in Method]: (...parameters: Parameters<WordsStore[Name]>) => Awaited<ReturnType<WordsStore[Name]>>;
};

function createPhraseWriter(db: DatabaseSync) {
  const collection = createCollectionWordChanges(db);
  const selectByText = db.prepare('SELECT word_id AS wordId FROM words WHERE text_folded = ? AND deleted_at IS NULL');
  const insert = db.prepare(`
    INSERT INTO words (text, text_folded, state, full_search) VALUES (?, ?, ?, ?) RETURNING word_id AS wordId`);
  return {
    findByText: (text: string): number | null => {
      const found = selectByText.get(foldText(text));
      return found ? Number(found.wordId) : null;
    },
    insert({ text, state, fullSearch }: WordCreation): number {
      const inserted = insert.get(text, foldText(text), collection.newState(state), Number(fullSearch));
      const wordId = Number(inserted?.wordId);
      collection.add(wordId);
      return wordId;
    },
    stop: collection.stop,
  };
}

/** Runs inside the caller's transaction. */
function createClientChanges(db: DatabaseSync, findOwn: OwnWordReader) {
  const phrases = createPhraseWriter(db);
  const links = createWordLinks(db);
  const record = createJournalWriter(db);
  const clientExists = db.prepare('SELECT 1 FROM clients WHERE client_id = ?');
  const unlink = db.prepare('DELETE FROM word_clients WHERE client_id = ? AND shown_id = ?');

  const findAgain = (wordId: number, clientId: string): WordRow => {
    const own = findOwn.byWord(wordId, clientId);
    if (!own) throw new Error(`Phrase ${wordId} disappeared within its own transaction`);
    return own;
  };
  const tracks = (clientId: string, wordId: number | null): boolean =>
    wordId !== null && findOwn.byWord(wordId, clientId) !== null;

  const create: WordChanges['create'] = (word, clientId, by = null, max = Infinity) => {
    if (!clientExists.get(clientId)) return { outcome: 'unknown-client' };
    const known = phrases.findByText(word.text);
    if (tracks(clientId, known)) return { outcome: 'already-tracked' };
    if (links.count(clientId) >= max) return { outcome: 'too-many' };
    const wordId = known ?? phrases.insert(word);
    const { text, fullSearch } = word;
    links.add({ wordId, clientId, text, frozen: word.state === 'freeze', fullSearch, isNew: known === null });
    const added = links.find(wordId) as WordRow;
    record(by, 'word-added', wordEvent(added, clientId));
    return { outcome: known === null ? 'created' : 'linked', word: added, own: findAgain(wordId, clientId) };
  };

  const updateOfClient: WordChanges['updateOfClient'] = (shownId, clientId, change, by = null) => {
    const before = findOwn.byShownId(shownId, clientId);
    if (!before) return { outcome: 'unknown' };
    const own = { ...before, clientId, frozen: before.state === 'freeze' };
    const settings = changeSettings(own, change);
    const isMoved = foldText(settings.text) !== foldText(before.text);
    const known = isMoved ? phrases.findByText(settings.text) : before.wordId;
    if (isMoved && tracks(clientId, known)) return { outcome: 'duplicate' };
    const wordId = known ?? phrases.insert({ ...settings, state: settings.frozen ? 'freeze' : 'ready' });
    links.change(own, { ...settings, wordId, isNew: known === null });
    const after = findAgain(wordId, clientId);
    const object = wordChange(before, after, clientId);
    if (object !== null) record(by, 'word-changed', object);
    return { outcome: 'updated', word: after };
  };

  const remove: WordChanges['unlink'] = (shownId, clientId, by = null) => {
    const own = findOwn.byShownId(shownId, clientId);
    if (!own) return false;
    unlink.run(clientId, shownId);
    links.settle(own.wordId);
    record(by, 'word-deleted', wordEvent(own, clientId));
    return true;
  };
  return { create, updateOfClient, unlink: remove };
}

/** Runs inside the caller's transaction. */
function createPhraseChanges(db: DatabaseSync): Pick<WordChanges, 'update' | 'markDeleted'> {
  const phrases = createPhraseWriter(db);
  const links = createWordLinks(db);
  const record = createJournalWriter(db);
  const clearDeleted = db.prepare('UPDATE words SET deleted_at = NULL WHERE word_id = ?');
  const setDeleted = db.prepare('UPDATE words SET deleted_at = ? WHERE word_id = ? AND deleted_at IS NULL');

  const recordChange = (by: Author | null, before: WordRow, after: WordRow): void => {
    const object = wordChange(before, after, null);
    if (object !== null) record(by, 'word-changed', object);
  };
  return {
    update(wordId, { deleted, ...change }, by = null): WordUpdated {
      const word = links.find(wordId);
      if (!word || (word.deleted && deleted !== false)) return { outcome: 'unknown' };
      // Restoring requires an unused text, too: a client may have added the text again.
      const other = phrases.findByText(change.text ?? word.text);
      if (other !== null && other !== wordId) return { outcome: 'duplicate' };
      links.apply(word, change);
      if (Object.keys(change).length > 0) links.changeAll(wordId, change);
      if (word.deleted) clearDeleted.run(wordId);
      const after = links.find(wordId) as WordRow;
      if (word.deleted) record(by, 'word-restored', wordEvent(after));
      else recordChange(by, word, after);
      return { outcome: 'updated', word: after };
    },
    markDeleted(wordId, now, by = null) {
      phrases.stop(wordId);
      if (setDeleted.run(now, wordId).changes === 0) return false;
      record(by, 'word-deleted', wordEvent(links.find(wordId) as WordRow));
      return true;
    },
  };
}

export function createWordChanges(db: DatabaseSync, findOwn: OwnWordReader): WordChanges {
  const { create, updateOfClient, unlink } = createClientChanges(db, findOwn);
  const { update, markDeleted } = createPhraseChanges(db);
  return {
    create: (...word) => transaction(db, () => create(...word)),
    updateOfClient: (...word) => transaction(db, () => updateOfClient(...word)),
    unlink: (...word) => transaction(db, () => unlink(...word)),
    update: (...word) => transaction(db, () => update(...word)),
    markDeleted: (...word) => transaction(db, () => markDeleted(...word)),
  };
}

/** Writes phrases in SQLite, by the rules of word-change-rules.ts. */
import type { DatabaseSync } from 'node:sqlite';
import { foldText } from '../../../../shared/rules/word.ts';
import { describeWord, describeWordChange } from '../../journal/describe.ts';
import type { Author } from '../journal-store.ts';
import { decideClientChange, decideCreation } from '../word-change-rules.ts';
import type { WordChange, WordCreation, WordRow, WordsStore, WordUpdated } from '../words-store.ts';
import { createCollectionWordChanges } from './collection-word-changes.ts';
import { transaction } from './database.ts';
import { createJournalWriter } from './journal-writer.ts';

type Method = 'create' | 'update' | 'updateOfClient' | 'markDeleted' | 'unlink';

/** The methods of the store without promises, so that several changes fit in one transaction. */
export type WordChanges = {
  [Name in Method]: (...parameters: Parameters<WordsStore[Name]>) => Awaited<ReturnType<WordsStore[Name]>>;
};

export function createWordChanges(db: DatabaseSync, find: (wordId: number) => WordRow | null): WordChanges {
  const collection = createCollectionWordChanges(db);
  const record = createJournalWriter(db);
  const selectByText = db.prepare('SELECT word_id AS wordId FROM words WHERE text_folded = ? AND deleted_at IS NULL');
  const clientExists = db.prepare('SELECT 1 FROM clients WHERE client_id = ?');
  const insert = db.prepare(`
    INSERT INTO words (text, text_folded, state, full_search) VALUES (?, ?, ?, ?) RETURNING word_id AS wordId`);
  const write = db.prepare('UPDATE words SET text = ?, text_folded = ?, state = ?, full_search = ? WHERE word_id = ?');
  const clearDeleted = db.prepare('UPDATE words SET deleted_at = NULL WHERE word_id = ?');
  const setDeleted = db.prepare('UPDATE words SET deleted_at = ? WHERE word_id = ? AND deleted_at IS NULL');
  const link = db.prepare('INSERT INTO word_clients (word_id, client_id) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const unlink = db.prepare('DELETE FROM word_clients WHERE word_id = ? AND client_id = ?');

  const findByText = (text: string): WordRow | null => {
    const record = selectByText.get(foldText(text));
    return record ? find(Number(record.wordId)) : null;
  };
  const reload = (wordId: number): WordRow => {
    const word = find(wordId);
    if (!word) throw new Error(`Phrase ${wordId} disappeared within its own transaction`);
    return word;
  };
  const apply = (word: WordRow, change: WordChange): WordRow => {
    const next = { ...word, ...change, state: collection.stateAfter(word, change) };
    write.run(next.text, foldText(next.text), next.state, Number(next.fullSearch), word.wordId);
    collection.apply(word, next);
    return reload(word.wordId);
  };

  const linkTo = (clientId: string, { wordId }: { wordId: number }): WordRow => {
    link.run(wordId, clientId);
    return reload(wordId);
  };
  const insertFor = (clientId: string, word: WordCreation): WordRow => {
    const state = collection.newState(word.state);
    const inserted = insert.get(word.text, foldText(word.text), state, Number(word.fullSearch)) as { wordId: number };
    collection.add(inserted.wordId);
    return linkTo(clientId, inserted);
  };

  const create: WordChanges['create'] = (word, clientId, by = null) =>
    transaction(db, () => {
      if (!clientExists.get(clientId)) return { outcome: 'unknown-client' };
      const decision = decideCreation(findByText(word.text), clientId, word);
      if (decision.action === 'refuse') return { outcome: 'already-tracked' };
      const isNew = decision.action === 'insert';
      if (!isNew) apply(decision.to, decision.change);
      const added = isNew ? insertFor(clientId, word) : linkTo(clientId, decision.to);
      record(by, 'word-added', describeWord(added, clientId));
      return { outcome: isNew ? 'created' : 'linked', word: added };
    });

  const recordChange = (by: Author | null, before: WordRow, after: WordRow, clientId: string | null): WordUpdated => {
    const object = describeWordChange(before, after, clientId);
    if (object !== null) record(by, 'word-changed', object);
    return { outcome: 'updated', word: after };
  };

  const update: WordChanges['update'] = (wordId, { deleted, ...change }, by = null) =>
    transaction(db, (): WordUpdated => {
      const word = find(wordId);
      if (!word || (word.deleted && deleted !== false)) return { outcome: 'unknown' };
      // Restoring requires an unused text, too: a client may have added the text again.
      const other = findByText(change.text ?? word.text);
      if (other && other.wordId !== wordId) return { outcome: 'duplicate' };
      apply(word, change);
      if (!word.deleted) return recordChange(by, word, reload(wordId), null);
      clearDeleted.run(wordId);
      const restored = reload(wordId);
      record(by, 'word-restored', describeWord(restored));
      return { outcome: 'updated', word: restored };
    });

  const updateOfClient: WordChanges['updateOfClient'] = (wordId, clientId, change, by = null) =>
    transaction(db, (): WordUpdated => {
      const word = find(wordId);
      if (!word) return { outcome: 'unknown' };
      const existing = change.text === undefined ? null : findByText(change.text);
      const decision = decideClientChange(word, clientId, change, existing);
      if (decision.action === 'refuse') return { outcome: decision.outcome };
      if (decision.action === 'write') return recordChange(by, word, apply(word, decision.change), clientId);
      unlink.run(wordId, clientId);
      const next = decision.action === 'move' ? linkTo(clientId, decision.to) : insertFor(clientId, decision.word);
      return recordChange(by, word, next, clientId);
    });

  return {
    create,
    update,
    updateOfClient,
    markDeleted: (wordId, now, by = null) =>
      transaction(db, () => {
        collection.stop(wordId);
        if (setDeleted.run(now, wordId).changes === 0) return false;
        record(by, 'word-deleted', describeWord(reload(wordId)));
        return true;
      }),
    unlink: (wordId, clientId, by = null) =>
      transaction(db, () => {
        const word = find(wordId);
        if (!word || word.deleted || unlink.run(wordId, clientId).changes === 0) return false;
        record(by, 'word-deleted', describeWord(word, clientId));
        return true;
      }),
  };
}

/** Writes phrases, by the rules of word-change-rules.ts. Changes of phrases take turns. */
import { foldText } from '../../../shared/rules/word.ts';
import { wordChange, wordEvent } from '../rules/journal/events.ts';
import { releaseLease } from './collection-phrases.ts';
import { recordChange } from './journal.ts';
import type { Db } from './port.ts';
import { changeSettings } from './word-change-rules.ts';
import {
  addLink,
  changeLink,
  changeLinks,
  changePhrase,
  countPhrases,
  insertPhrase,
  settlePhrase,
} from './word-links.ts';
import { findOwnWord, findWord } from './word-rows.ts';
import type { WordRow, WordsStore } from './words-store.ts';

export type WordChanges = Pick<WordsStore, 'create' | 'update' | 'updateOfClient' | 'markDeleted' | 'unlink'>;

async function findByText(db: Db, text: string): Promise<number | null> {
  const sql = 'SELECT word_id FROM words WHERE text_folded = $1 AND deleted_at IS NULL';
  return (await db.row<{ wordId: number }>(sql, foldText(text)))?.wordId ?? null;
}

/** For a phrase that exists. */
async function reload(word: Promise<WordRow | null>): Promise<WordRow> {
  const found = await word;
  if (!found) throw new Error('A phrase disappeared within its own transaction');
  return found;
}

const tracks = async (db: Db, clientId: string, wordId: number | null): Promise<boolean> =>
  wordId !== null && (await findOwnWord(db, 'word_id', wordId, clientId)) !== null;

/** The methods run inside the caller's transaction, which has the lock of words. */
const clientChanges = (tx: Db): Pick<WordsStore, 'create' | 'updateOfClient' | 'unlink'> => ({
  async create(word, clientId, by = null, max = Infinity) {
    if (!(await tx.row('SELECT 1 FROM clients WHERE client_id = $1 FOR SHARE', clientId))) {
      return { outcome: 'unknown-client' };
    }
    const known = await findByText(tx, word.text);
    if (await tracks(tx, clientId, known)) return { outcome: 'already-tracked' };
    if ((await countPhrases(tx, clientId)) >= max) return { outcome: 'too-many' };
    const wordId = known ?? (await insertPhrase(tx, word));
    const { text, fullSearch } = word;
    await addLink(tx, { wordId, clientId, text, frozen: word.state === 'freeze', fullSearch, isNew: known === null });
    const added = await reload(findWord(tx, wordId));
    await recordChange(tx, by, 'word-added', wordEvent(added, clientId));
    const own = await reload(findOwnWord(tx, 'word_id', wordId, clientId));
    return { outcome: known === null ? 'created' : 'linked', word: added, own };
  },
  async updateOfClient(shownId, clientId, change, by = null) {
    const before = await findOwnWord(tx, 'shown_id', shownId, clientId);
    if (!before) return { outcome: 'unknown' };
    const own = { ...before, clientId, frozen: before.state === 'freeze' };
    const settings = changeSettings(own, change);
    const isMoved = foldText(settings.text) !== foldText(before.text);
    const known = isMoved ? await findByText(tx, settings.text) : before.wordId;
    if (isMoved && (await tracks(tx, clientId, known))) return { outcome: 'duplicate' };
    const state = settings.frozen ? 'freeze' : 'ready';
    const wordId = known ?? (await insertPhrase(tx, { ...settings, state }));
    await changeLink(tx, own, { ...settings, wordId, isNew: known === null });
    const after = await reload(findOwnWord(tx, 'word_id', wordId, clientId));
    const object = wordChange(before, after, clientId);
    if (object !== null) await recordChange(tx, by, 'word-changed', object);
    return { outcome: 'updated', word: after };
  },
  async unlink(shownId, clientId, by = null) {
    const own = await findOwnWord(tx, 'shown_id', shownId, clientId);
    if (!own) return false;
    await tx.run('DELETE FROM word_clients WHERE client_id = $1 AND shown_id = $2', clientId, shownId);
    await settlePhrase(tx, own.wordId);
    await recordChange(tx, by, 'word-deleted', wordEvent(own, clientId));
    return true;
  },
});

/** The methods run inside the caller's transaction, which has the lock of words. */
const phraseChanges = (tx: Db): Pick<WordsStore, 'update' | 'markDeleted'> => ({
  async update(wordId, { deleted, ...change }, by = null) {
    const word = await findWord(tx, wordId);
    if (!word || (word.deleted && deleted !== false)) return { outcome: 'unknown' };
    // Restoring requires an unused text, too: a client may have added the text again.
    const other = await findByText(tx, change.text ?? word.text);
    if (other !== null && other !== wordId) return { outcome: 'duplicate' };
    await changePhrase(tx, word, change);
    if (Object.keys(change).length > 0) await changeLinks(tx, wordId, change);
    if (word.deleted) await tx.run('UPDATE words SET deleted_at = NULL WHERE word_id = $1', wordId);
    const after = await reload(findWord(tx, wordId));
    const object = word.deleted ? wordEvent(after) : wordChange(word, after, null);
    if (object !== null) await recordChange(tx, by, word.deleted ? 'word-restored' : 'word-changed', object);
    return { outcome: 'updated', word: after };
  },
  async markDeleted(wordId, now, by = null) {
    await releaseLease(tx, wordId);
    const sql = 'UPDATE words SET deleted_at = $1 WHERE word_id = $2 AND deleted_at IS NULL';
    if ((await tx.run(sql, now, wordId)) === 0) return false;
    await recordChange(tx, by, 'word-deleted', wordEvent(await reload(findWord(tx, wordId))));
    return true;
  },
});

export function createWordChanges(db: Db): WordChanges {
  const change = <T>(work: (tx: Db) => Promise<T>): Promise<T> =>
    db.transaction(async (tx) => {
      await tx.lock('words');
      return work(tx);
    });
  return {
    create: (...word) => change((tx) => clientChanges(tx).create(...word)),
    updateOfClient: (...word) => change((tx) => clientChanges(tx).updateOfClient(...word)),
    unlink: (...word) => change((tx) => clientChanges(tx).unlink(...word)),
    update: (...word) => change((tx) => phraseChanges(tx).update(...word)),
    markDeleted: (...word) => change((tx) => phraseChanges(tx).markDeleted(...word)),
  };
}

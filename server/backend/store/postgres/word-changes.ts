/** Writes phrases in PostgreSQL, by the rules of word-change-rules.ts. Changes of phrases take turns. */
import { foldText } from '../../../../shared/rules/word.ts';
import { describeWord, describeWordChange } from '../../journal/describe.ts';
import type { Author } from '../journal-store.ts';
import { decideClientChange, decideCreation } from '../word-change-rules.ts';
import type { WordChange, WordCreation, WordRow, WordsStore, WordUpdated } from '../words-store.ts';
import { releaseLease } from './collection-leases.ts';
import { addPhrase, applyChange, newState, stateAfter } from './collection-word-changes.ts';
import type { Db } from './database.ts';
import { recordChange } from './journal-writer.ts';
import { findWord } from './word-rows.ts';

export type WordChanges = Pick<WordsStore, 'create' | 'update' | 'updateOfClient' | 'markDeleted' | 'unlink'>;

async function findByText(db: Db, text: string): Promise<WordRow | null> {
  const sql = 'SELECT word_id FROM words WHERE text_folded = $1 AND deleted_at IS NULL';
  const found = await db.row<{ wordId: number }>(sql, foldText(text));
  return found && findWord(db, found.wordId);
}

async function reload(db: Db, wordId: number): Promise<WordRow> {
  const word = await findWord(db, wordId);
  if (!word) throw new Error(`Phrase ${wordId} disappeared within its own transaction`);
  return word;
}

async function apply(db: Db, word: WordRow, change: WordChange): Promise<WordRow> {
  const next = { ...word, ...change, state: await stateAfter(db, word, change) };
  await db.run(
    'UPDATE words SET text = $1, text_folded = $2, state = $3, full_search = $4 WHERE word_id = $5',
    ...[next.text, foldText(next.text), next.state, next.fullSearch, word.wordId],
  );
  await applyChange(db, word, next);
  return reload(db, word.wordId);
}

async function linkTo(db: Db, clientId: string, wordId: number): Promise<WordRow> {
  await db.run(
    'INSERT INTO word_clients (word_id, client_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    wordId,
    clientId,
  );
  return reload(db, wordId);
}

const unlink = (db: Db, clientId: string, wordId: number) =>
  db.run('DELETE FROM word_clients WHERE word_id = $1 AND client_id = $2', wordId, clientId);

async function insertFor(db: Db, clientId: string, { text, state, fullSearch }: WordCreation): Promise<WordRow> {
  const inserted = await db.row<{ wordId: number }>(
    'INSERT INTO words (text, text_folded, state, full_search) VALUES ($1, $2, $3, $4) RETURNING word_id',
    ...[text, foldText(text), await newState(db, state), fullSearch],
  );
  const wordId = inserted?.wordId ?? 0;
  await addPhrase(db, wordId);
  return linkTo(db, clientId, wordId);
}

async function recordWord(
  db: Db,
  by: Author | null,
  before: WordRow,
  after: WordRow,
  clientId: string | null,
): Promise<WordUpdated> {
  const object = describeWordChange(before, after, clientId);
  if (object !== null) await recordChange(db, by, 'word-changed', object);
  return { outcome: 'updated', word: after };
}

export function createWordChanges(db: Db): WordChanges {
  const change = <T>(work: (tx: Db) => Promise<T>): Promise<T> =>
    db.transaction(async (tx) => {
      await tx.lock('words');
      return work(tx);
    });
  return {
    create: (word, clientId, by = null) =>
      change(async (tx) => {
        const client = await tx.row('SELECT 1 FROM clients WHERE client_id = $1 FOR SHARE', clientId);
        if (!client) return { outcome: 'unknown-client' };
        const decision = decideCreation(await findByText(tx, word.text), clientId, word);
        if (decision.action === 'refuse') return { outcome: 'already-tracked' };
        const isNew = decision.action === 'insert';
        if (!isNew) await apply(tx, decision.to, decision.change);
        const added = isNew ? await insertFor(tx, clientId, word) : await linkTo(tx, clientId, decision.to.wordId);
        await recordChange(tx, by, 'word-added', describeWord(added, clientId));
        return { outcome: isNew ? 'created' : 'linked', word: added };
      }),
    update: (wordId, { deleted, ...changed }, by = null) =>
      change(async (tx): Promise<WordUpdated> => {
        const word = await findWord(tx, wordId);
        if (!word || (word.deleted && deleted !== false)) return { outcome: 'unknown' };
        // Restoring requires an unused text, too: a client may have added the text again.
        const other = await findByText(tx, changed.text ?? word.text);
        if (other && other.wordId !== wordId) return { outcome: 'duplicate' };
        const after = await apply(tx, word, changed);
        if (!word.deleted) return recordWord(tx, by, word, after, null);
        await tx.run('UPDATE words SET deleted_at = NULL WHERE word_id = $1', wordId);
        const restored = await reload(tx, wordId);
        await recordChange(tx, by, 'word-restored', describeWord(restored));
        return { outcome: 'updated', word: restored };
      }),
    updateOfClient: (wordId, clientId, changed, by = null) =>
      change(async (tx): Promise<WordUpdated> => {
        const word = await findWord(tx, wordId);
        if (!word) return { outcome: 'unknown' };
        const existing = changed.text === undefined ? null : await findByText(tx, changed.text);
        const decision = decideClientChange(word, clientId, changed, existing);
        if (decision.action === 'refuse') return { outcome: decision.outcome };
        if (decision.action === 'write') {
          return recordWord(tx, by, word, await apply(tx, word, decision.change), clientId);
        }
        await unlink(tx, clientId, wordId);
        const next =
          decision.action === 'move'
            ? await linkTo(tx, clientId, decision.to.wordId)
            : await insertFor(tx, clientId, decision.word);
        return recordWord(tx, by, word, next, clientId);
      }),
    markDeleted: (wordId, now, by = null) =>
      change(async (tx) => {
        await releaseLease(tx, wordId);
        const sql = 'UPDATE words SET deleted_at = $1 WHERE word_id = $2 AND deleted_at IS NULL';
        if ((await tx.run(sql, now, wordId)) === 0) return false;
        await recordChange(tx, by, 'word-deleted', describeWord(await reload(tx, wordId)));
        return true;
      }),
    unlink: (wordId, clientId, by = null) =>
      change(async (tx) => {
        const word = await findWord(tx, wordId);
        if (!word || word.deleted || (await unlink(tx, clientId, wordId)) === 0) return false;
        await recordChange(tx, by, 'word-deleted', describeWord(word, clientId));
        return true;
      }),
  };
}

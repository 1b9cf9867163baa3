/** What changes of phrases mean for their collection. The functions run inside the caller's transaction. */
import type { WordState } from '../../../../shared/rules/word-states.ts';
import { afterChange, hasNewText } from '../collected-phrase.ts';
import type { Db } from '../port.ts';
import type { EditableWordState, WordChange, WordRow } from '../words-store.ts';
import { releaseLease } from './collection-leases.ts';

/** A phrase without a collected page is pending while the collector works. */
async function uncollectedState(db: Db): Promise<WordState> {
  return (await db.row('SELECT 1 FROM collection_key_uses LIMIT 1')) ? 'pending' : 'ready';
}

/** The current run must not save anything more. */
async function restart(db: Db, wordId: number): Promise<void> {
  await releaseLease(db, wordId);
  await db.run(
    `UPDATE collection_phrases SET cursor_from = NULL, cursor_to = NULL, cursor_start = NULL, cursor_search = 0,
       cursor_unread = NULL WHERE word_id = $1`,
    wordId,
  );
}

async function clearResult(db: Db, wordId: number): Promise<void> {
  await db.run(
    'UPDATE collection_phrases SET collected_to = NULL, interval_ms = NULL, found = NULL, reason = NULL WHERE word_id = $1',
    wordId,
  );
  await db.run('DELETE FROM collection_windows WHERE word_id = $1', wordId);
}

export const newState = async (db: Db, state: EditableWordState): Promise<WordState> =>
  state === 'freeze' ? 'freeze' : uncollectedState(db);

export const addPhrase = (db: Db, wordId: number): Promise<number> =>
  db.run('INSERT INTO collection_phrases (word_id) VALUES ($1)', wordId);

/** Its clients see the phrase as it is from then on. */
export const endWaiting = (db: Db, wordId: number, now: number): Promise<number> =>
  db.run('UPDATE word_clients SET awaits = false, collected_at = $1 WHERE word_id = $2 AND awaits', now, wordId);

export const setDue = (db: Db, wordId: number): Promise<number> =>
  db.run('UPDATE collection_phrases SET due_at = 0 WHERE word_id = $1', wordId);

/** Users choose only between frozen and not. The collector decides between the other states. */
export async function stateAfter(db: Db, word: WordRow, change: WordChange): Promise<WordState> {
  if ((change.state ?? word.state) === 'freeze') return 'freeze';
  if (hasNewText(word, { ...word, ...change })) return uncollectedState(db);
  if (word.state !== 'freeze') return word.state;
  const collected = 'SELECT 1 FROM collection_phrases WHERE word_id = $1 AND found IS NOT NULL';
  return (await db.row(collected, word.wordId)) ? 'ready' : uncollectedState(db);
}

export async function applyChange(db: Db, before: WordRow, after: WordRow): Promise<void> {
  const { wordId } = before;
  const { isNew, restarts, isDue } = afterChange(before, after);
  if (isNew) await clearResult(db, wordId);
  if (restarts) await restart(db, wordId);
  if (after.state === 'freeze') await releaseLease(db, wordId);
  if (isDue) await setDue(db, wordId);
}

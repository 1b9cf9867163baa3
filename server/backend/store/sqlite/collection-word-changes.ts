/** What changes of phrases mean for their collection. */
import type { DatabaseSync } from 'node:sqlite';
import type { WordState } from '../../../../shared/rules/word-states.ts';
import { afterChange, hasNewText } from '../collected-phrase.ts';
import type { EditableWordState, WordChange, WordRow } from '../words-store.ts';
import { createCollectionLeases } from './collection-leases.ts';
import { createCollectionWindows } from './collection-windows.ts';

/** The methods run inside the caller's transaction. */
export function createCollectionWordChanges(db: DatabaseSync) {
  const leases = createCollectionLeases(db);
  const windows = createCollectionWindows(db);
  const add = db.prepare('INSERT INTO collection_phrases (word_id) VALUES (?)');
  const collector = db.prepare('SELECT 1 FROM collection_key_uses LIMIT 1');
  const collected = db.prepare('SELECT 1 FROM collection_phrases WHERE word_id = ? AND found IS NOT NULL');
  const setDue = db.prepare('UPDATE collection_phrases SET due_at = 0 WHERE word_id = ?');
  const clearCursor = db.prepare(
    `UPDATE collection_phrases SET cursor_from = NULL, cursor_to = NULL, cursor_start = NULL, cursor_search = 0,
       cursor_unread = NULL WHERE word_id = ?`,
  );
  const clearResult = db.prepare(
    'UPDATE collection_phrases SET collected_to = NULL, interval_ms = NULL, found = NULL, reason = NULL WHERE word_id = ?',
  );

  const uncollectedState = (): WordState => (collector.get() ? 'pending' : 'ready');
  /** The current run must not save anything more. */
  function restart({ wordId }: WordRow): void {
    leases.release(wordId);
    clearCursor.run(wordId);
  }
  return {
    /** A phrase without a collected page is pending while the collector works. */
    newState: (state: EditableWordState): WordState => (state === 'freeze' ? 'freeze' : uncollectedState()),
    add: (wordId: number): void => void add.run(wordId),
    /** Users choose only between frozen and not. The collector decides between the other states. */
    stateAfter(word: WordRow, change: WordChange): WordState {
      if ((change.state ?? word.state) === 'freeze') return 'freeze';
      if (hasNewText(word, { ...word, ...change })) return uncollectedState();
      if (word.state !== 'freeze') return word.state;
      return collected.get(word.wordId) ? 'ready' : uncollectedState();
    },
    apply(before: WordRow, after: WordRow): void {
      const { wordId } = before;
      const { isNew, restarts, isDue } = afterChange(before, after);
      if (isNew) {
        clearResult.run(wordId);
        windows.clear(wordId);
      }
      if (restarts) restart(before);
      if (after.state === 'freeze') leases.release(wordId);
      if (isDue) setDue.run(wordId);
    },
    setDue: (wordId: number): void => void setDue.run(wordId),
    stop: leases.release,
  };
}

/** Changes many phrases in SQLite, each by the rules of a single change and with its own record of the journal. */
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { BulkAction } from '../../../../shared/api/word-changes.ts';
import { foldText } from '../../../../shared/rules/word.ts';
import type { Author } from '../journal.ts';
import { bulkChanges, bulkStepSize } from '../word-change-rules.ts';
import type { WordFailure, WordRow, WordsStore, WordUpdated } from '../words-store.ts';
import type { Connection } from './connection.ts';
import { transaction } from './database.ts';
import { quickTransaction, syncLog } from './log-sync.ts';
import type { WordChanges } from './word-changes.ts';
import type { OwnWordReader } from './word-rows.ts';

/** Between steps, in milliseconds: other requests wait less, and 5,000 phrases take 3 s instead of 0.9 s (docs/performance.md). */
const pauseMs = 4;

type Requested = { clientId: string | null; now: number; by: Author | null };

export function createWordBulk(
  db: DatabaseSync,
  { find, findOwn }: { find: (wordId: number) => WordRow | null; findOwn: OwnWordReader },
  words: WordChanges,
  connection: Pick<Connection, 'whenFree'>,
): Pick<WordsStore, 'changeAll' | 'createAll' | 'tracksTexts'> {
  const tracked = db.prepare(`
    SELECT 1 FROM words w JOIN word_clients own USING (word_id)
    WHERE w.text_folded = ? AND w.deleted_at IS NULL AND own.client_id = ?`);

  function remove(wordId: number, { clientId, now, by }: Requested): WordUpdated['outcome'] {
    const removed = clientId === null ? words.markDeleted(wordId, now, by) : words.unlink(wordId, clientId, by);
    return removed ? 'updated' : 'unknown';
  }

  function change(action: BulkAction, wordId: number, requested: Requested): WordUpdated['outcome'] {
    if (action === 'delete') return remove(wordId, requested);
    const { clientId, by } = requested;
    const { outcome } =
      clientId === null
        ? words.update(wordId, bulkChanges[action], by)
        : words.updateOfClient(wordId, clientId, action === 'restore' ? {} : bulkChanges[action], by);
    return outcome;
  }

  const changeStep = (action: BulkAction, step: readonly number[], requested: Requested): WordFailure[] =>
    step.flatMap((wordId): WordFailure[] => {
      const outcome = change(action, wordId, requested);
      if (outcome === 'updated') return [];
      // A client must not receive the text of a phrase that it does not track.
      const { clientId } = requested;
      const word = clientId === null ? find(wordId) : findOwn.byShownId(wordId, clientId);
      return [{ wordId, text: word?.text ?? '', outcome }];
    });

  return {
    async changeAll(action, wordIds, requested) {
      const failures: WordFailure[] = [];
      for (let start = 0; start < wordIds.length; start += bulkStepSize) {
        const step = wordIds.slice(start, start + bulkStepSize);
        // Another transaction may have begun since the step before.
        const change = () => quickTransaction(db, () => changeStep(action, step, requested));
        failures.push(...(await connection.whenFree(change)));
        await pause(pauseMs);
      }
      await syncLog(db);
      return failures;
    },
    createAll: async (texts, clientId, by = null, max = Infinity) =>
      transaction(db, () =>
        texts.map((text) => words.create({ text, state: 'ready', fullSearch: false }, clientId, by, max).outcome),
      ),
    tracksTexts: async (clientId, texts) => texts.map((text) => tracked.get(foldText(text), clientId) !== undefined),
  };
}

/** Changes many phrases, each by the rules of a single change and with its own record of the journal. */
import { setTimeout as pause } from 'node:timers/promises';
import type { BulkAction } from '../../../shared/api/word-changes.ts';
import type { Author } from './journal.ts';
import type { Db } from './port.ts';
import { bulkChanges } from './word-change-rules.ts';
import { createWordChanges, type WordChanges } from './word-changes.ts';
import { findOwnWord, findWord } from './word-rows.ts';
import type { WordCreated, WordFailure, WordsStore, WordUpdated } from './words-store.ts';

/** Phrases per transaction, and the pause between two of them, in milliseconds, in which other requests are served. */
const stepSize = 25;
const pauseMs = 4;

type Requested = { clientId: string | null; now: number; by: Author | null };
type Outcome = WordUpdated['outcome'];

async function remove(words: WordChanges, wordId: number, { clientId, now, by }: Requested): Promise<Outcome> {
  const removed = clientId === null ? words.markDeleted(wordId, now, by) : words.unlink(wordId, clientId, by);
  return (await removed) ? 'updated' : 'unknown';
}

async function change(words: WordChanges, action: BulkAction, wordId: number, requested: Requested): Promise<Outcome> {
  if (action === 'delete') return remove(words, wordId, requested);
  const { clientId, by } = requested;
  const { outcome } =
    clientId === null
      ? await words.update(wordId, bulkChanges[action], by)
      : await words.updateOfClient(wordId, clientId, action === 'restore' ? {} : bulkChanges[action], by);
  return outcome;
}

const changeStep = (db: Db, action: BulkAction, step: readonly number[], requested: Requested) =>
  db.transaction(async (tx) => {
    const words = createWordChanges(tx);
    const failures: WordFailure[] = [];
    for (const wordId of step) {
      const outcome = await change(words, action, wordId, requested);
      if (outcome === 'updated') continue;
      // A client must not receive the text of a phrase that it does not track.
      const { clientId } = requested;
      const find = () => (clientId === null ? findWord(tx, wordId) : findOwnWord(tx, 'shown_id', wordId, clientId));
      failures.push({ wordId, text: (await find())?.text ?? '', outcome });
    }
    return failures;
  });

export const createWordBulk = (db: Db): Pick<WordsStore, 'changeAll' | 'createAll'> => ({
  async changeAll(action, wordIds, requested) {
    const failures: WordFailure[] = [];
    for (let start = 0; start < wordIds.length; start += stepSize) {
      failures.push(...(await changeStep(db, action, wordIds.slice(start, start + stepSize), requested)));
      await pause(pauseMs);
    }
    return failures;
  },
  createAll: (texts, clientId, by = null, max = Infinity) =>
    db.transaction(async (tx) => {
      const words = createWordChanges(tx);
      const outcomes: WordCreated['outcome'][] = [];
      for (const text of texts) {
        outcomes.push((await words.create({ text, state: 'ready', fullSearch: false }, clientId, by, max)).outcome);
      }
      return outcomes;
    }),
});

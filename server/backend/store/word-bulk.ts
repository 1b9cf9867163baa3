/** Changes many phrases, each by the rules of a single change and with its own record of the journal. */
import { setTimeout as pause } from 'node:timers/promises';
import type { BulkAction } from '../../../shared/api/word-changes.ts';
import type { Author } from './journal.ts';
import type { Db } from './port.ts';
import { bulkChanges } from './word-change-rules.ts';
import { createWord, markDeleted, unlink, updateOfClient, updateWord } from './word-changes.ts';
import { findOwnWord, findWord } from './word-rows.ts';
import type { WordCreated, WordFailure, WordUpdated } from './words-store.ts';

/** Phrases per transaction, and the pause between two of them, in milliseconds, in which other requests are served. */
const stepSize = 25;
const pauseMs = 4;

type Requested = { clientId: string | null; now: number; by: Author | null };
type Outcome = WordUpdated['outcome'];

async function change(db: Db, action: BulkAction, wordId: number, { clientId, now, by }: Requested): Promise<Outcome> {
  if (action === 'delete') {
    const removed = clientId === null ? markDeleted(db, wordId, now, by) : unlink(db, wordId, clientId, by);
    return (await removed) ? 'updated' : 'unknown';
  }
  const { outcome } =
    clientId === null
      ? await updateWord(db, wordId, bulkChanges[action], by)
      : await updateOfClient(db, wordId, clientId, action === 'restore' ? {} : bulkChanges[action], by);
  return outcome;
}

const changeStep = (db: Db, action: BulkAction, step: readonly number[], requested: Requested) =>
  db.transaction(async (tx) => {
    const failures: WordFailure[] = [];
    for (const wordId of step) {
      const outcome = await change(tx, action, wordId, requested);
      if (outcome === 'updated') continue;
      // A client must not receive the text of a phrase that it does not track.
      const { clientId } = requested;
      const find = () => (clientId === null ? findWord(tx, wordId) : findOwnWord(tx, 'shown_id', wordId, clientId));
      failures.push({ wordId, text: (await find())?.text ?? '', outcome });
    }
    return failures;
  });

/**
 * Changes each phrase as a single change does, for one client by the IDs that it sees, or for all; `restore` is for all only.
 * Returns those that could not be changed.
 */
export async function changeAll(db: Db, action: BulkAction, wordIds: readonly number[], requested: Requested) {
  const failures: WordFailure[] = [];
  for (let start = 0; start < wordIds.length; start += stepSize) {
    failures.push(...(await changeStep(db, action, wordIds.slice(start, start + stepSize), requested)));
    await pause(pauseMs);
  }
  return failures;
}

/** Creates each phrase as a single creation does, active and without full search. Returns the outcomes in the same order. */
export async function createAll(
  db: Db,
  texts: readonly string[],
  clientId: string,
  by: Author | null = null,
  max = Infinity,
): Promise<WordCreated['outcome'][]> {
  const outcomes: WordCreated['outcome'][] = [];
  for (const text of texts) {
    outcomes.push((await createWord(db, { text, state: 'ready', fullSearch: false }, clientId, by, max)).outcome);
  }
  return outcomes;
}

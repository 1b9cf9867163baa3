/**
 * Writes phrases, one or many, by the rules of word-change-rules.ts, under the `words` lock. The functions run inside the
 * caller's transaction, except `changeAll`, which has one per step.
 */

import { setTimeout as pause } from 'node:timers/promises';
import type { BulkAction } from '../../../shared/api/word-changes.ts';
import { foldText } from '../../../shared/rules/word.ts';
import { wordChange, wordEvent } from '../rules/journal/events.ts';
import { releaseLease } from './collection-phrases.ts';
import { type By, recordChange } from './journal.ts';
import type { Db } from './port.ts';
import { raisedBy, raisesVersion } from './versions.ts';
import { bulkChanges, changeSettings } from './word-change-rules.ts';
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
import type { WordChange, WordCreated, WordCreation, WordFailure, WordRow, WordUpdated } from './words-store.ts';

const findByText = (db: Db, text: string): Promise<number | null> =>
  db.value('SELECT word_id FROM words WHERE text_folded = $1 AND deleted_at IS NULL', foldText(text));

/** Throws unless the phrase exists. */
async function reload(word: Promise<WordRow | null>): Promise<WordRow> {
  const found = await word;
  if (!found) throw new Error('A phrase disappeared within its own transaction');
  return found;
}

const tracks = async (db: Db, clientId: string, wordId: number | null): Promise<boolean> =>
  wordId !== null && (await findOwnWord(db, 'word_id', wordId, clientId)) !== null;

/**
 * Creates the phrase for the client. If a phrase with the same text exists and is not deleted, links that phrase instead.
 * `max`: the limit of phrases of a client.
 */
export async function createWord(
  db: Db,
  word: WordCreation,
  clientId: string,
  by: By = null,
  max = Infinity,
): Promise<WordCreated> {
  await db.lock('words');
  if (!(await db.row(`SELECT 1 FROM clients WHERE client_id = $1 ${db.dialect.locking('SHARE')}`, clientId))) {
    return { outcome: 'unknown-client' };
  }
  const known = await findByText(db, word.text);
  if (await tracks(db, clientId, known)) return { outcome: 'already-tracked' };
  if ((await countPhrases(db, clientId)) >= max) return { outcome: 'too-many' };
  const wordId = known ?? (await insertPhrase(db, word));
  const { text, fullSearch } = word;
  const frozen = word.state === 'freeze';
  await addLink(db, { wordId, clientId, text, frozen, fullSearch, isNew: known === null }, by);
  const added = await reload(findWord(db, wordId));
  await recordChange(db, by, 'word-added', wordEvent(added, clientId));
  const own = await reload(findOwnWord(db, 'word_id', wordId, clientId));
  return { outcome: known === null ? 'created' : 'linked', word: added, own };
}

/** Changes only the client's link (word-change-rules.ts), and returns the phrase as the client sees it. */
export async function updateOfClient(
  db: Db,
  shownId: number,
  clientId: string,
  change: WordChange,
  by: By = null,
): Promise<WordUpdated> {
  await db.lock('words');
  const before = await findOwnWord(db, 'shown_id', shownId, clientId);
  if (!before || before.wallId !== null) return { outcome: 'unknown' };
  const own = { ...before, clientId, frozen: before.state === 'freeze' };
  const settings = changeSettings(own, change);
  const { text, frozen, fullSearch } = settings;
  if (text === own.text && frozen === own.frozen && fullSearch === own.fullSearch)
    return { outcome: 'updated', word: before };
  const isMoved = foldText(settings.text) !== foldText(before.text);
  const known = isMoved ? await findByText(db, settings.text) : before.wordId;
  if (isMoved && (await tracks(db, clientId, known))) return { outcome: 'duplicate' };
  const state = settings.frozen ? 'freeze' : 'ready';
  const wordId = known ?? (await insertPhrase(db, { ...settings, state }));
  await changeLink(db, own, { ...settings, wordId, isNew: known === null }, by);
  const after = await reload(findOwnWord(db, 'word_id', wordId, clientId));
  const object = wordChange(before, after, clientId);
  if (object !== null) await recordChange(db, by, 'word-changed', object);
  return { outcome: 'updated', word: after };
}

/** Returns false if the client does not track the phrase. */
export async function unlink(db: Db, shownId: number, clientId: string, by: By = null): Promise<boolean> {
  await db.lock('words');
  const own = await findOwnWord(db, 'shown_id', shownId, clientId);
  if (!own || own.wallId !== null) return false;
  const sql = 'DELETE FROM word_clients WHERE client_id = $1 AND shown_id = $2';
  if ((await db.run(sql, clientId, shownId)) === 0) return false;
  await settlePhrase(db, own.wordId, by);
  await recordChange(db, by, 'word-deleted', wordEvent(own, clientId));
  return true;
}

/**
 * Changes the phrase for all its clients. `deleted: false` restores it with its posts and links; otherwise a deleted
 * phrase is `unknown`. `duplicate`: another phrase that is not deleted has the text.
 */
export async function updateWord(
  db: Db,
  wordId: number,
  { deleted, ...change }: WordChange & { deleted?: false },
  by: By = null,
): Promise<WordUpdated> {
  await db.lock('words');
  const word = await findWord(db, wordId);
  const isDeleted = word !== null && word.deletedAt !== null;
  if (!word || word.wallId !== null || (isDeleted && deleted !== false)) return { outcome: 'unknown' };
  // Restoring also needs an unused text, because a client may have added the text again.
  const other = await findByText(db, change.text ?? word.text);
  if (other !== null && other !== wordId) return { outcome: 'duplicate' };
  await changePhrase(db, word, change, by);
  await changeLinks(db, wordId, change, by);
  const restore = `UPDATE words SET deleted_at = NULL, ${raisesVersion(2)} WHERE word_id = $1`;
  if (isDeleted) await db.run(restore, wordId, ...raisedBy(by));
  const after = await reload(findWord(db, wordId));
  const object = isDeleted ? wordEvent(after) : wordChange(word, after, null);
  if (object !== null) await recordChange(db, by, isDeleted ? 'word-restored' : 'word-changed', object);
  return { outcome: 'updated', word: after };
}

/** Returns false if there is no such phrase, or it is already deleted. */
export async function markDeleted(db: Db, wordId: number, now: number, by: By = null): Promise<boolean> {
  await db.lock('words');
  await releaseLease(db, wordId);
  // Fixes `at`, which otherwise advances: word-rows.ts finds the record by the time of the row.
  const author = by && { ...by };
  const sql = `UPDATE words SET deleted_at = $1, ${raisesVersion(3)} WHERE word_id = $2 AND deleted_at IS NULL AND wall_id IS NULL`;
  if ((await db.run(sql, author?.at ?? now, wordId, ...raisedBy(author))) === 0) return false;
  await recordChange(db, author, 'word-deleted', wordEvent(await reload(findWord(db, wordId))));
  return true;
}

/** Phrases per transaction, and the pause between transactions, in milliseconds, in which other requests are served. */
const stepSize = 25;
const pauseMs = 4;

type Requested = { clientId: string | null; now: number; by: By };
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
 * Changes each phrase like a single change: for one client, by the IDs that it sees, or for all. `restore` only works for all.
 * Returns the phrases that could not be changed.
 */
export async function changeAll(db: Db, action: BulkAction, wordIds: readonly number[], requested: Requested) {
  const failures: WordFailure[] = [];
  for (let start = 0; start < wordIds.length; start += stepSize) {
    failures.push(...(await changeStep(db, action, wordIds.slice(start, start + stepSize), requested)));
    await pause(pauseMs);
  }
  return failures;
}

/** Creates each phrase like a single creation, active and without full search. Returns the outcomes in the same order. */
export async function createAll(
  db: Db,
  texts: readonly string[],
  clientId: string,
  by: By = null,
  max = Infinity,
): Promise<WordCreated['outcome'][]> {
  const outcomes: WordCreated['outcome'][] = [];
  for (const text of texts) {
    outcomes.push((await createWord(db, { text, state: 'ready', fullSearch: false }, clientId, by, max)).outcome);
  }
  return outcomes;
}

/**
 * Links between phrases and the clients that track them, and their effect on a phrase and its collection. The functions run
 * inside the caller's transaction, which holds the `words` lock.
 */
import { foldText } from '../../../shared/rules/word.ts';
import type { WordState } from '../../../shared/rules/word-states.ts';
import { wordEvent } from '../rules/journal/events.ts';
import { afterChange, cursorColumns, hasNewText, releaseLease } from './collection-phrases.ts';
import { type By, recordChange } from './journal.ts';
import { countRows } from './page.ts';
import { createMethods, type Db, insertRow, updateRows } from './port.ts';
import { changeRow, raisedBy, raisesVersion } from './versions.ts';
import { readWallsOfClient, readWallsOfPhrase } from './wall-phrases.ts';
import { type NewLink, wantedBy } from './word-change-rules.ts';
import { findWord } from './word-rows.ts';
import type { OwnSettings, WordChange, WordCreation, WordRow } from './words-store.ts';

export type WordClientRow = { id: number; wordId: number; clientId: string };

/** A phrase without a collected page is pending while any collector works. */
async function uncollectedState(db: Db): Promise<WordState> {
  return (await db.row('SELECT 1 FROM collection_key_uses LIMIT 1')) ? 'pending' : 'ready';
}

/** Users choose only between frozen and not. The collector sets the other states. */
async function stateAfter(db: Db, word: WordRow, change: WordChange): Promise<WordState> {
  if ((change.state ?? word.state) === 'freeze') return 'freeze';
  if (hasNewText(word, { ...word, ...change })) return uncollectedState(db);
  if (word.state !== 'freeze') return word.state;
  const collected = 'SELECT 1 FROM collection_phrases WHERE word_id = $1 AND found IS NOT NULL';
  return (await db.row(collected, word.wordId)) ? 'ready' : uncollectedState(db);
}

/** Afterwards its clients see the phrase as it is. */
export const endWaiting = (db: Db, wordId: number, now: number): Promise<number> =>
  db.run('UPDATE word_clients SET awaits = false, collected_at = $1 WHERE word_id = $2 AND awaits', now, wordId);

const setDue = (db: Db, wordId: number): Promise<number> =>
  updateRows(db, 'collection_phrases', { dueAt: 0 }, { wordId });

/** Releases the lease, so that the current run saves nothing more. */
async function restart(db: Db, wordId: number): Promise<void> {
  await releaseLease(db, wordId);
  await updateRows(db, 'collection_phrases', cursorColumns(null), { wordId });
}

async function clearResult(db: Db, wordId: number): Promise<void> {
  const nothing = { collectedTo: null, intervalMs: null, found: null, reason: null };
  await updateRows(db, 'collection_phrases', nothing, { wordId });
  await db.run('DELETE FROM collection_windows WHERE word_id = $1', wordId);
}

export async function insertPhrase(db: Db, { text, state, fullSearch }: WordCreation): Promise<number> {
  const first = state === 'freeze' ? state : await uncollectedState(db);
  const word = { text, textFolded: foldText(text), state: first, fullSearch };
  const wordId = await insertRow(db, 'words', word, 'word_id');
  await db.run('INSERT INTO collection_phrases (word_id) VALUES ($1)', wordId);
  return wordId;
}

export async function changePhrase(db: Db, word: WordRow, change: WordChange, by: By): Promise<void> {
  const { wordId } = word;
  const next = { ...word, ...change, state: await stateAfter(db, word, change) };
  const { text, state, fullSearch } = next;
  if (text === word.text && state === word.state && fullSearch === word.fullSearch) return;
  await changeRow(db, 'words', { wordId }, word, { text, textFolded: foldText(text), state, fullSearch }, by);
  const { isNew, restarts, isDue } = afterChange(word, next);
  if (isNew) {
    await clearResult(db, wordId);
    await readWallsOfPhrase(db, wordId);
  }
  if (restarts) await restart(db, wordId);
  if (next.state === 'freeze') await releaseLease(db, wordId);
  if (isDue) await setDue(db, wordId);
}

/** Applies the settings that the links want to the phrase. Without links it does not change. */
export async function settlePhrase(db: Db, wordId: number, by: By): Promise<void> {
  const sql = 'SELECT text, frozen, full_search FROM word_clients WHERE word_id = $1';
  const links = await db.rows<OwnSettings>(sql, wordId);
  const word = await findWord(db, wordId);
  if (word && links.length > 0) await changePhrase(db, word, wantedBy(word, links), by);
}

/** The number of phrases of a client that are not deleted. */
export const countPhrases = (db: Db, clientId: string): Promise<number> =>
  countRows(
    db,
    'FROM word_clients JOIN words USING (word_id) WHERE client_id = $1 AND deleted_at IS NULL AND wall_id IS NULL',
    clientId,
  );

/** The client must not track the phrase yet. */
export async function addLink(db: Db, { wordId, clientId, text, frozen, fullSearch, isNew }: NewLink, by: By) {
  const shownId = isNew ? wordId : await db.nextId('words');
  const link = { wordId, clientId, shownId, text, frozen, fullSearch, awaits: !isNew, linkedAt: by?.at ?? null };
  const id = await insertRow(db, 'word_clients', link, 'id');
  if (!isNew) await settlePhrase(db, wordId, by);
  await readWallsOfClient(db, clientId);
  return { id, wordId, clientId };
}

/** Deletes a phrase that nobody tracks and that has no posts. First ends its run, so that the run saves no posts. */
async function removeUnused(db: Db, wordId: number): Promise<void> {
  if (await db.row('SELECT 1 FROM word_clients WHERE word_id = $1', wordId)) return;
  await releaseLease(db, wordId);
  await db.run('DELETE FROM words WHERE word_id = $1 AND total_posts = 0', wordId);
}

/** Points the link at the phrase `to.wordId`; the client keeps the ID that it sees. */
export async function changeLink(
  db: Db,
  from: OwnSettings & { wordId: number; clientId: string },
  to: OwnSettings & { wordId: number; isNew: boolean },
  by: By,
): Promise<void> {
  const isJoined = to.wordId !== from.wordId && !to.isNew;
  // The client must not see whether its spelling changes the collection, or whether the spelling of others remains.
  const awaits = isJoined || (to.wordId === from.wordId && hasNewText(from, to));
  await db.run(
    `UPDATE word_clients SET word_id = $1, text = $2, frozen = $3, full_search = $4, awaits = awaits OR $5,
       linked_at = CASE WHEN word_id = $1 THEN linked_at ELSE CAST($10 AS bigint) END, ${raisesVersion(8)}
     WHERE client_id = $6 AND word_id = $7`,
    to.wordId,
    to.text,
    to.frozen,
    to.fullSearch,
    awaits,
    from.clientId,
    from.wordId,
    ...raisedBy(by),
    by?.at ?? null,
  );
  await settlePhrase(db, from.wordId, by);
  if (to.wordId !== from.wordId) {
    await removeUnused(db, from.wordId);
    await readWallsOfClient(db, from.clientId);
  }
  if (isJoined) await settlePhrase(db, to.wordId, by);
  else if (from.frozen && !to.frozen) await setDue(db, to.wordId);
}

/** SQL on `word_clients`: a value of `$2` to `$4` differs from the link's. */
const differs = `(CAST($2 AS text) IS NOT NULL AND text <> $2 OR CAST($3 AS boolean) IS NOT NULL AND frozen <> $3
  OR CAST($4 AS boolean) IS NOT NULL AND full_search <> $4)`;

const valuesOf = (wordId: number, { text, state, fullSearch }: WordChange): unknown[] => [
  wordId,
  text ?? null,
  state === undefined ? null : state === 'freeze',
  fullSearch ?? null,
];

/** Whether the links of all clients have the values of the change. */
export const linksHave = async (db: Db, wordId: number, change: WordChange): Promise<boolean> =>
  (await db.row(`SELECT 1 FROM word_clients WHERE word_id = $1 AND ${differs}`, ...valuesOf(wordId, change))) === null;

/** Changes the links of all clients. */
export const changeLinks = (db: Db, wordId: number, change: WordChange, by: By): Promise<number> =>
  db.run(
    `UPDATE word_clients SET text = coalesce(CAST($2 AS text), text), frozen = coalesce(CAST($3 AS boolean), frozen),
       full_search = coalesce(CAST($4 AS boolean), full_search), ${raisesVersion(5)} WHERE word_id = $1 AND ${differs}`,
    ...valuesOf(wordId, change),
    ...raisedBy(by),
  );

export type WordClientCreation =
  | { outcome: 'created'; link: WordClientRow }
  | { outcome: 'unknown-word' | 'unknown-client' | 'duplicate' | 'too-many' };

/** A phrase of a wall is linked by following the wall. */
const select = 'SELECT id, word_id, client_id FROM word_clients JOIN words USING (word_id) WHERE wall_id IS NULL';

/** `max`: the limit of phrases of a client. */
async function create(
  db: Db,
  wordId: number,
  clientId: string,
  by: By = null,
  max = Infinity,
): Promise<WordClientCreation> {
  await db.lock('words');
  const word = await findWord(db, wordId);
  if (!word || word.deletedAt !== null || word.wallId !== null) return { outcome: 'unknown-word' };
  // Locks the row, so that the client is not deleted before the link exists.
  const client = await db.row(`SELECT 1 FROM clients WHERE client_id = $1 ${db.dialect.locking('SHARE')}`, clientId);
  if (!client) return { outcome: 'unknown-client' };
  if (word.clients.includes(clientId)) return { outcome: 'duplicate' };
  if ((await countPhrases(db, clientId)) >= max) return { outcome: 'too-many' };
  const { text, state, fullSearch } = word;
  const created = { wordId, clientId, text, frozen: state === 'freeze', fullSearch, isNew: false };
  const link = await addLink(db, created, by);
  await recordChange(db, by, 'word-added', wordEvent(word, clientId));
  return { outcome: 'created', link };
}

/** Returns false if there is no such link. */
async function remove(db: Db, id: number, by: By = null): Promise<boolean> {
  await db.lock('words');
  const link = await db.row<WordClientRow>(`${select} AND id = $1`, id);
  const word = link && (await findWord(db, link.wordId));
  if (!word) return false;
  if ((await db.run('DELETE FROM word_clients WHERE id = $1', id)) === 0) return false;
  await settlePhrase(db, word.wordId, by);
  await recordChange(db, by, 'word-deleted', wordEvent(word, link.clientId));
  return true;
}

const list = (db: Db) => db.rows<WordClientRow>(`${select} ORDER BY id`);

const forWord = (db: Db, wordId: number) => db.rows<WordClientRow>(`${select} AND word_id = $1 ORDER BY id`, wordId);

const forClient = (db: Db, clientId: string) =>
  db.rows<WordClientRow>(`${select} AND client_id = $1 ORDER BY id`, clientId);

export const createWordClientsStore = (db: Db) =>
  createMethods(db, { list, forWord, forClient }, { create, delete: remove });

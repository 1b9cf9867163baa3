/**
 * Writes links of phrases and clients in PostgreSQL, and what they mean for the phrase. The functions run inside the caller's
 * transaction, which has the lock of words.
 */
import { foldText } from '../../../../shared/rules/word.ts';
import type { Db } from '../port.ts';
import { type NewLink, wantedBy } from '../word-change-rules.ts';
import type { WordClientRow } from '../word-clients-store.ts';
import type { OwnSettings, WordChange, WordRow } from '../words-store.ts';
import { releaseLease } from './collection-leases.ts';
import { applyChange, setDue, stateAfter } from './collection-word-changes.ts';
import { findWord } from './word-rows.ts';

export async function changePhrase(db: Db, word: WordRow, change: WordChange): Promise<void> {
  const next = { ...word, ...change, state: await stateAfter(db, word, change) };
  await db.run(
    'UPDATE words SET text = $1, text_folded = $2, state = $3, full_search = $4 WHERE word_id = $5',
    ...[next.text, foldText(next.text), next.state, next.fullSearch, word.wordId],
  );
  await applyChange(db, word, next);
}

/** Makes the phrase what its links want of it. Without links it stays as it is. */
export async function settlePhrase(db: Db, wordId: number): Promise<void> {
  const sql = 'SELECT frozen, full_search FROM word_clients WHERE word_id = $1';
  const links = await db.rows<Pick<OwnSettings, 'frozen' | 'fullSearch'>>(sql, wordId);
  const word = await findWord(db, wordId);
  if (word && links.length > 0) await changePhrase(db, word, wantedBy(links));
}

/** The number of phrases of a client that are not deleted. */
export async function countPhrases(db: Db, clientId: string): Promise<number> {
  const found = await db.row<{ words: number }>(
    `SELECT count(*) AS words FROM word_clients JOIN words USING (word_id) WHERE client_id = $1 AND deleted_at IS NULL`,
    clientId,
  );
  return found?.words ?? 0;
}

/** The client does not track the phrase yet. */
export async function addLink(
  db: Db,
  { wordId, clientId, text, frozen, fullSearch, isNew }: NewLink,
): Promise<WordClientRow> {
  const shownId = isNew ? '$1::bigint' : "nextval(pg_get_serial_sequence('words', 'word_id'))";
  const link = await db.row<WordClientRow>(
    `INSERT INTO word_clients (word_id, client_id, shown_id, text, frozen, full_search, awaits)
     VALUES ($1, $2, ${shownId}, $3, $4, $5, $6) RETURNING id, word_id, client_id`,
    ...[wordId, clientId, text, frozen, fullSearch, !isNew],
  );
  if (!isNew) await settlePhrase(db, wordId);
  return link as WordClientRow;
}

/** Deletes a phrase that nobody tracks and that has no posts. A run of it ends first, so that it saves none. */
async function removeUnused(db: Db, wordId: number): Promise<void> {
  if (await db.row('SELECT 1 FROM word_clients WHERE word_id = $1', wordId)) return;
  await releaseLease(db, wordId);
  await db.run('DELETE FROM words WHERE word_id = $1 AND total_posts = 0', wordId);
}

/** `to.wordId` is the phrase from then on; the client keeps its ID. */
export async function changeLink(
  db: Db,
  from: OwnSettings & { wordId: number; clientId: string },
  to: OwnSettings & { wordId: number; isNew: boolean },
): Promise<void> {
  const isJoined = to.wordId !== from.wordId && !to.isNew;
  await db.run(
    `UPDATE word_clients SET word_id = $1, text = $2, frozen = $3, full_search = $4, awaits = awaits OR $5
     WHERE client_id = $6 AND word_id = $7`,
    ...[to.wordId, to.text, to.frozen, to.fullSearch, isJoined, from.clientId, from.wordId],
  );
  await settlePhrase(db, from.wordId);
  if (to.wordId !== from.wordId) await removeUnused(db, from.wordId);
  if (isJoined) await settlePhrase(db, to.wordId);
  else if (from.frozen && !to.frozen) await setDue(db, to.wordId);
}

/** For all clients. */
export const changeLinks = (db: Db, wordId: number, { text, state, fullSearch }: WordChange): Promise<number> =>
  db.run(
    `UPDATE word_clients SET text = coalesce($1::text, text), frozen = coalesce($2::boolean, frozen),
       full_search = coalesce($3::boolean, full_search) WHERE word_id = $4`,
    ...[text ?? null, state === undefined ? null : state === 'freeze', fullSearch ?? null, wordId],
  );

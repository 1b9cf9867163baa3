/** Reads the collection state of phrases in PostgreSQL. */
import { type PhraseRecord, toCollectedPhrase } from '../collected-phrase.ts';
import type { Db } from '../port.ts';

export async function findPhrase(db: Db, wordId: number, now: number) {
  const record = await db.row<PhraseRecord>(
    `SELECT text, state, full_search, total_posts AS stored,
       deleted_at IS NULL AND EXISTS (SELECT 1 FROM word_clients wc WHERE wc.word_id = w.word_id) AS tracked,
       due_at, requested_at, run_id, lease_until, collected_to, cursor_from, cursor_to, cursor_start, cursor_search,
       cursor_unread, found, reason
     FROM words w JOIN collection_phrases USING (word_id) WHERE word_id = $1`,
    wordId,
  );
  return record && toCollectedPhrase(record, now);
}

/** For a phrase that exists. */
export async function getPhrase(db: Db, wordId: number, now: number) {
  const phrase = await findPhrase(db, wordId, now);
  if (!phrase) throw new Error(`Phrase ${wordId} disappeared within its own transaction`);
  return phrase;
}

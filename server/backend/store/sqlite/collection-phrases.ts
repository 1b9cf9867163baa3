/** Reads the collection state of phrases in SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import { type PhraseRecord, toCollectedPhrase } from '../collected-phrase.ts';

type StoredPhrase = Omit<PhraseRecord, 'fullSearch' | 'tracked'> & { fullSearch: number; tracked: number };

const toRecord = ({ fullSearch, tracked, ...phrase }: StoredPhrase): PhraseRecord => ({
  ...phrase,
  fullSearch: fullSearch === 1,
  tracked: tracked === 1,
});

export function createPhraseReader(db: DatabaseSync) {
  const find = db.prepare(
    `SELECT text, state, full_search AS fullSearch, total_posts AS stored,
       deleted_at IS NULL AND EXISTS (SELECT 1 FROM word_clients wc WHERE wc.word_id = w.word_id) AS tracked,
       due_at AS dueAt, requested_at AS requestedAt, run_id AS runId, lease_until AS leaseUntil,
       collected_to AS collectedTo, cursor_from AS cursorFrom, cursor_to AS cursorTo, cursor_start AS cursorStart,
       cursor_search AS cursorSearch, cursor_unread AS cursorUnread, found, reason
     FROM words w JOIN collection_phrases USING (word_id) WHERE word_id = ?`,
  );
  const read = (wordId: number, now: number) => {
    const phrase = find.get(wordId) as StoredPhrase | undefined;
    return phrase ? toCollectedPhrase(toRecord(phrase), now) : null;
  };
  return {
    find: read,
    /** For a phrase that exists. */
    get(wordId: number, now: number) {
      const phrase = read(wordId, now);
      if (!phrase) throw new Error(`Phrase ${wordId} disappeared within its own transaction`);
      return phrase;
    },
  };
}

export type PhraseReader = ReturnType<typeof createPhraseReader>;

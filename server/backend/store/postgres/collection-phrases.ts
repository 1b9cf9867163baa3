/** Reads the collection state of phrases in PostgreSQL. */
import type { WordState } from '../../../../shared/rules/word-states.ts';
import type { FullSearchCursor } from '../collection-store.ts';
import type { Db } from './database.ts';

type PhraseFields = {
  text: string;
  state: WordState;
  fullSearch: boolean;
  stored: number;
  /** Not deleted, and a client tracks it. */
  tracked: boolean;
  dueAt: number;
  requestedAt: number | null;
  collectedTo: number | null;
  found: number | null;
  reason: string | null;
};

type PhraseRecord = PhraseFields & {
  runId: number | null;
  leaseUntil: number | null;
  cursorFrom: number | null;
  cursorTo: number | null;
  cursorStart: string | null;
  cursorSearch: number;
  cursorUnread: number | null;
};

/** `running`: a run holds the lease. */
export type CollectedPhrase = PhraseFields & { running: boolean; cursor: FullSearchCursor | null };

function toPhrase(record: PhraseRecord, now: number): CollectedPhrase {
  const { runId, leaseUntil, cursorFrom, cursorTo, cursorStart, cursorSearch, cursorUnread, ...phrase } = record;
  return {
    ...phrase,
    running: runId !== null && leaseUntil !== null && leaseUntil > now,
    cursor:
      cursorFrom === null || cursorTo === null
        ? null
        : { from: cursorFrom, to: cursorTo, startFrom: cursorStart, search: cursorSearch, unread: cursorUnread },
  };
}

export async function findPhrase(db: Db, wordId: number, now: number): Promise<CollectedPhrase | null> {
  const record = await db.row<PhraseRecord>(
    `SELECT text, state, full_search, total_posts AS stored,
       deleted_at IS NULL AND EXISTS (SELECT 1 FROM word_clients wc WHERE wc.word_id = w.word_id) AS tracked,
       due_at, requested_at, run_id, lease_until, collected_to, cursor_from, cursor_to, cursor_start, cursor_search,
       cursor_unread, found, reason
     FROM words w JOIN collection_phrases USING (word_id) WHERE word_id = $1`,
    wordId,
  );
  return record && toPhrase(record, now);
}

/** For a phrase that exists. */
export async function getPhrase(db: Db, wordId: number, now: number): Promise<CollectedPhrase> {
  const phrase = await findPhrase(db, wordId, now);
  if (!phrase) throw new Error(`Phrase ${wordId} disappeared within its own transaction`);
  return phrase;
}

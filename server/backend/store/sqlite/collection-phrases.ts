/** Reads the collection state of phrases in SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import type { WordState } from '../../../../shared/rules/word-states.ts';
import type { FullSearchCursor } from '../collection-store.ts';

type PhraseRecord = {
  text: string;
  state: WordState;
  fullSearch: number;
  stored: number;
  /** 1: not deleted, and a client tracks it. */
  tracked: number;
  dueAt: number;
  requestedAt: number | null;
  runId: number | null;
  leaseUntil: number | null;
  collectedTo: number | null;
  cursorFrom: number | null;
  cursorTo: number | null;
  cursorStart: string | null;
  cursorSearch: number;
  cursorUnread: number | null;
  found: number | null;
  reason: string | null;
};

export type CollectedPhrase = Omit<
  PhraseRecord,
  | 'fullSearch'
  | 'tracked'
  | 'runId'
  | 'leaseUntil'
  | 'cursorFrom'
  | 'cursorTo'
  | 'cursorStart'
  | 'cursorSearch'
  | 'cursorUnread'
> & {
  fullSearch: boolean;
  tracked: boolean;
  /** A run holds the lease. */
  running: boolean;
  cursor: FullSearchCursor | null;
};

function toPhrase(record: PhraseRecord, now: number): CollectedPhrase {
  const {
    fullSearch,
    tracked,
    runId,
    leaseUntil,
    cursorFrom,
    cursorTo,
    cursorStart,
    cursorSearch,
    cursorUnread,
    ...phrase
  } = record;
  return {
    ...phrase,
    fullSearch: fullSearch === 1,
    tracked: tracked === 1,
    running: runId !== null && leaseUntil !== null && leaseUntil > now,
    cursor:
      cursorFrom === null || cursorTo === null
        ? null
        : { from: cursorFrom, to: cursorTo, startFrom: cursorStart, search: cursorSearch, unread: cursorUnread },
  };
}

export function createPhraseReader(db: DatabaseSync) {
  const find = db.prepare(
    `SELECT text, state, full_search AS fullSearch, total_posts AS stored,
       deleted_at IS NULL AND EXISTS (SELECT 1 FROM word_clients wc WHERE wc.word_id = w.word_id) AS tracked,
       due_at AS dueAt, requested_at AS requestedAt, run_id AS runId, lease_until AS leaseUntil,
       collected_to AS collectedTo, cursor_from AS cursorFrom, cursor_to AS cursorTo, cursor_start AS cursorStart,
       cursor_search AS cursorSearch, cursor_unread AS cursorUnread, found, reason
     FROM words w JOIN collection_phrases USING (word_id) WHERE word_id = ?`,
  );
  const read = (wordId: number, now: number): CollectedPhrase | null => {
    const record = find.get(wordId) as PhraseRecord | undefined;
    return record ? toPhrase(record, now) : null;
  };
  return {
    find: read,
    /** For a phrase that exists. */
    get(wordId: number, now: number): CollectedPhrase {
      const phrase = read(wordId, now);
      if (!phrase) throw new Error(`Phrase ${wordId} disappeared within its own transaction`);
      return phrase;
    },
  };
}

export type PhraseReader = ReturnType<typeof createPhraseReader>;

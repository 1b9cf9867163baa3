/** Requests to collect a phrase now, in SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import { wordEvent } from '../../rules/journal/events.ts';
import type { CollectionStore } from '../collection-store.ts';
import type { PhraseReader } from './collection-phrases.ts';
import { transaction } from './database.ts';
import { createJournalWriter } from './journal-writer.ts';

export function createCollectionRequests(db: DatabaseSync, phrases: PhraseReader): Pick<CollectionStore, 'request'> {
  const request = db.prepare('UPDATE collection_phrases SET requested_at = ? WHERE word_id = ?');
  const record = createJournalWriter(db);
  return {
    request: async (wordId, now, by = null) =>
      transaction(db, () => {
        const phrase = phrases.find(wordId, now);
        if (!phrase?.tracked) return 'unknown';
        if (phrase.state === 'freeze') return 'frozen';
        if (phrase.running || phrase.requestedAt !== null) return 'busy';
        request.run(now, wordId);
        record(by, 'collection-requested', wordEvent({ wordId, text: phrase.text }));
        return 'requested';
      }),
  };
}

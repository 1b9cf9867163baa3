/** Requests to collect a phrase now, in SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import type { CollectionStore } from '../collection-store.ts';
import type { PhraseReader } from './collection-phrases.ts';
import { transaction } from './database.ts';

export function createCollectionRequests(db: DatabaseSync, phrases: PhraseReader): Pick<CollectionStore, 'request'> {
  const request = db.prepare('UPDATE collection_phrases SET requested_at = ? WHERE word_id = ?');
  return {
    request: async (wordId, now) =>
      transaction(db, () => {
        const phrase = phrases.find(wordId, now);
        if (!phrase?.tracked) return 'unknown';
        if (phrase.state === 'freeze') return 'frozen';
        if (phrase.running || phrase.requestedAt !== null) return 'busy';
        request.run(now, wordId);
        return 'requested';
      }),
  };
}

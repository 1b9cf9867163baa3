/** What administrators see of the collection in PostgreSQL, and their requests: the queue, and each phrase. */
import { wordEvent } from '../../rules/journal/events.ts';
import { plainSearches } from '../../rules/search/phrase-text.ts';
import { quotaMs } from '../call-budget-store.ts';
import { nextRunAt } from '../collected-phrase.ts';
import type { CollectionStore } from '../collection-store.ts';
import { recordChange } from '../journal.ts';
import type { Db } from '../port.ts';
import { findPhrase } from './collection-phrases.ts';
import { lastRun, listRuns } from './collection-runs.ts';
import { listWindows } from './collection-windows.ts';

type QueuedPhrase = { text: string; isDue: boolean; intervalMs: number };

/** A phrase without an interval needs to be collected at least once within a day. */
async function readQueue(db: Db, now: number) {
  const phrases = await db.rows<QueuedPhrase>(
    `SELECT w.text, (run_id IS NULL OR lease_until <= $1) AND (due_at <= $1 OR requested_at IS NOT NULL) AS is_due,
       coalesce(interval_ms, $2) AS interval_ms
     FROM collection_phrases JOIN words w USING (word_id)
     WHERE deleted_at IS NULL AND state <> 'freeze'
       AND EXISTS (SELECT 1 FROM word_clients wc WHERE wc.word_id = w.word_id)`,
    ...[now, quotaMs],
  );
  const calls = ({ text, intervalMs }: QueuedPhrase) => ((plainSearches(text)?.length ?? 1) * quotaMs) / intervalMs;
  return {
    due: phrases.filter(({ isDue }) => isDue).length,
    active: phrases.length,
    callsPerDay: Math.ceil(phrases.reduce((sum, phrase) => sum + calls(phrase), 0)),
  };
}

export const createCollectionOverview = (db: Db): Pick<CollectionStore, 'queue' | 'phrase' | 'runs' | 'request'> => ({
  queue: (now) => readQueue(db, now),
  runs: (page) => listRuns(db, page),
  phrase: async (wordId, now) => {
    const phrase = await findPhrase(db, wordId, now);
    if (!phrase) return null;
    const { found, stored, reason, cursor } = phrase;
    const [last, windows] = [await lastRun(db, wordId), await listWindows(db, wordId)];
    return { wordId, lastRun: last, nextRunAt: nextRunAt(phrase, now), found, stored, reason, cursor, windows };
  },
  request: (wordId, now, by = null) =>
    db.transaction(async (tx) => {
      await tx.lock('words');
      const phrase = await findPhrase(tx, wordId, now);
      if (!phrase?.tracked) return 'unknown';
      if (phrase.state === 'freeze') return 'frozen';
      if (phrase.running || phrase.requestedAt !== null) return 'busy';
      await tx.run('UPDATE collection_phrases SET requested_at = $1 WHERE word_id = $2', now, wordId);
      await recordChange(tx, by, 'collection-requested', wordEvent({ wordId, text: phrase.text }));
      return 'requested';
    }),
});
